#include "flows/conversation/confirm.h"

#include <utility>

#include "base/text.h"
#include "flows/conversation/judging.h"

namespace fm {
namespace {

constexpr GateOption kYes{"yes", "Yes"};
constexpr GateOption kNo{"no", "No"};
constexpr std::size_t kShown = 200;  // bytes of the person's words

std::string_view question_of(Decision decision) {
  switch (decision) {
    case Decision::kApprove:
      return "Is that a yes to this brief?";
    case Decision::kStart:
      return "Start now?";
    case Decision::kAccept:
      return "Accept this work?";
    case Decision::kCancel:
      return "Cancel this project?";
    case Decision::kNone:
      break;
  }
  return {};
}

GateRequest confirm_gate(const Project& project, Decision decision, std::string_view words) {
  GateRequest gate;
  gate.type = "confirm";
  gate.question = question_of(decision);
  gate.offer(kYes);
  gate.offer(kNo);
  gate.subject = JsonObject{{"project", project.id.value},
                            {"decision", to_string(decision)},
                            {"words", std::string(cut_bytes(words, kShown))}};
  return gate;
}

}  // namespace

Flow<Confirmed> confirm(FlowHandle flow, ConversationPtr conversation, Decision decision,
                        std::string words) {
  const Waited answer = co_await wait(flow.at("wait"), conversation,
                                      confirm_gate(*active_project(flow), decision, words));
  if (!co_await still_there(flow.at("there"), answer.answered)) co_return Confirmed::kOther;
  if (answer.answered && answer.answer == kYes.id) co_return Confirmed::kYes;
  if (answer.answered) {
    remember_refused(flow, conversation, decision);
    co_return Confirmed::kNo;
  }
  if (!has_unheard(flow, conversation)) co_return Confirmed::kOther;
  const RoomSeq before = conversation->heard;
  const Heard heard = co_await take(flow.at("take"), conversation, decision);
  if (heard.newest && heard.reading.does == decision) co_return Confirmed::kYes;
  // Asked once: what is no clear yes is none.
  remember_refused(flow, conversation, decision);
  const bool unclear = heard.reading.asks == decision;
  if (heard.newest && (heard.reading.is_plain_no || unclear)) co_return Confirmed::kNo;
  conversation->heard = before;
  co_return Confirmed::kOther;
}

}  // namespace fm
