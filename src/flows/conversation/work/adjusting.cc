#include "flows/conversation/work/adjusting.h"

#include <utility>

#include "flows/conversation/telling.h"
#include "team/conversation/conversation_state.h"
#include "team/documents/whose_part.h"
#include "team/documents/work_log.h"

namespace fm {
namespace {

// What the person said last before it: turning to a finished project is meant for going on with it.
bool has_just_turned_to_it(const FlowHandle& flow, const Heard& heard) {
  const RoomView& view = flow.view<RoomView>();
  for (std::size_t at = view.messages.size(); at-- > 0;) {
    const Message& said = view.messages[at];
    if (said.room_seq >= heard.at || said.kind != message_kind::kPerson) continue;
    return said.text->starts_with("/switch");
  }
  return false;
}

bool is_begun_anew(const Heard& heard) {
  return heard.reading.other_matter || !heard.reading.command.empty();
}

}  // namespace

Flow<bool> tell_where(FlowHandle flow, Heard heard) {
  if (!heard.reading.asks_where) co_return false;
  co_await say_line(flow, where_text(flow.view<RoomView>(), *active_project(flow)));
  co_return !heard.wishes() && !heard.reading.asks_more;
}

Flow<Nothing> adjust(FlowHandle flow, Heard heard) {
  const Project& project = *active_project(flow);
  PhaseRequest request;
  request.to = Phase::kExecution;
  request.why = "the person wants something adjusted";
  request.feedback = heard.text;
  request.agents = whose_part(flow.view<RoomView>(), project,
                              {heard.text, heard.reading.addressed, heard.reading.doer});
  if (is_active(project.phase)) co_return co_await go_to(flow, std::move(request));
  co_return co_await pass_to_phase(flow, {Phase::kReview}, std::move(request));
}

Flow<Nothing> accept_work(FlowHandle flow) {
  std::string line = "Done. " + where_text(flow.view<RoomView>(), *active_project(flow)) +
                     "\nSay what should be different, or what comes next.";
  co_return co_await finish_project(flow, ProjectEnding::kSuccess, "the person accepts the work",
                                    Lines::kYes, std::move(line));
}

bool changes_finished(const FlowHandle& flow, const Heard& heard) {
  const Project* project = active_project(flow);
  const MessageReading& reading = heard.reading;
  if (project == nullptr || !project->is_accepted() || is_begun_anew(heard)) return false;
  const bool wants = reading.speech == SpeechAct::kWish || reading.speech == SpeechAct::kChange ||
                     reading.speech == SpeechAct::kReject ||
                     (!reading.has_question && reading.intent.intent == Intent::kTask);
  if (!wants || reading.speech == SpeechAct::kQuestion) return false;
  if (reading.names_file || has_just_turned_to_it(flow, heard)) return true;
  const bool builds = reading.intent.intent == Intent::kBuild;
  return reading.goes_on && (reading.is_about_it || !builds);
}

bool asks_about_finished(const FlowHandle& flow, const Heard& heard) {
  using enum Intent;
  const Project* project = active_project(flow);
  const MessageReading& reading = heard.reading;
  if (project == nullptr || !project->is_accepted() || is_begun_anew(heard)) return false;
  const Intent intent = reading.intent.intent;
  const bool small = intent == kAdvice || intent == kResearch || intent == kChat;
  const bool asks = reading.has_question || reading.speech == SpeechAct::kQuestion;
  return asks && small && !reading.wants_findings && (reading.goes_on || reading.is_about_it);
}

}  // namespace fm
