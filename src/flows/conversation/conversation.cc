#include "flows/conversation/conversation.h"

#include <algorithm>
#include <utility>

#include "flows/conversation/anywhere.h"
#include "flows/conversation/judging.h"
#include "flows/conversation/telling.h"
#include "team/conversation/conversation_state.h"
#include "team/room/project_events.h"

namespace fm {
namespace {

constexpr Millis kForEver = std::chrono::hours(24 * 365 * 100);

struct Way {
  bool words = false;
  Waited gate;
};

Flow<Way> wait_for_gate(FlowHandle flow, GateRequest gate) {
  Outcome answered = co_await flow.ask("gate", std::move(gate));
  Way way;
  way.gate.answered = answered.ok();
  way.gate.answer = text_at(answered.value, "answer");
  way.gate.reason = text_at(answered.value, "reason");
  way.gate.by = {Actor::kPerson, std::string(text_at(answered.value, "by"))};
  co_return way;
}

Flow<Way> wait_for_words(FlowHandle flow, RoomSeq heard) {
  for (int n = 1;; ++n) {
    Outcome input = co_await flow.at("input", n).next_input("words");
    Way way;
    way.words = input.ok();
    if (!input.ok() || RoomSeq{int_at(input.value, "room_seq")} > heard) co_return way;
  }
}

// The project rests, and the waiting goes on (C-46).
Flow<Way> wait_for_rest(FlowHandle flow, Millis span) {
  Outcome slept = co_await flow.sleep("quiet", span);
  if (!slept.ok()) co_return Way();
  co_await flow.catch_up("look");
  const Project* project = active_project(flow);
  if (project != nullptr && waits_for_person(project->phase))
    co_await finish_project(flow.at("rest"), ProjectEnding::kTimeout, "it was quiet for a while");
  co_await flow.sleep("resting", kForEver);
  co_return Way();
}

// Whether what was said later may have changed the person's mind; looking at something does not.
bool is_overtaken(const FlowHandle& flow, const ConversationPtr& conversation) {
  return std::ranges::any_of(flow.view<RoomView>().messages, [&](const Message& message) {
    return message.kind == message_kind::kPerson && message.room_seq > conversation->heard &&
           !conversation->decided.contains(message.room_seq.value) &&
           !message.text->starts_with("/status");
  });
}

By person_of(const Message& message) { return {Actor::kPerson, message.from}; }

}  // namespace

const Project* active_project(const FlowHandle& flow) {
  return flow.view<RoomView>().projects.current();
}

const Message* unheard(const FlowHandle& flow, const ConversationPtr& conversation) {
  for (const Message& message : flow.view<RoomView>().messages)
    if (message.kind == message_kind::kPerson && message.room_seq > conversation->heard &&
        !conversation->decided.contains(message.room_seq.value))
      return &message;
  return nullptr;
}

bool has_unheard(const FlowHandle& flow, const ConversationPtr& conversation) {
  return unheard(flow, conversation) != nullptr;
}

bool Heard::approves() const {
  if (!reading.understood) return newest && reading.approval == Approval::kApprove;
  return newest && (reading.does == Decision::kApprove || reading.does == Decision::kAccept);
}
bool Heard::starts() const {
  const bool said = reading.understood ? reading.does == Decision::kStart : reading.starts;
  return newest && (said || reading.command == "go");
}
bool Heard::cancels() const {
  const bool said = reading.understood ? reading.does == Decision::kCancel : reading.cancels;
  return newest && (said || reading.command == "cancel" || reading.command == "reset");
}

bool Heard::asks(Decision decision) const {
  return newest && reading.asks == decision &&
         std::ranges::find(refused, decision) == refused.end();
}

bool Heard::continues() const {
  constexpr std::size_t kShort = 32;  // bytes: an order and nothing else
  if (reading.command == "resume" || reading.command == "go") return true;
  if (reading.act == Command::kResume || reading.act == Command::kRedo) return true;
  return newest && reading.starts && text.size() <= kShort;
}

Approval Heard::answer() const {
  if (!reading.understood) return reading.approval;
  if (approves()) return Approval::kApprove;
  switch (reading.speech) {
    case SpeechAct::kChange:
    case SpeechAct::kWish:
      return Approval::kFeedback;
    case SpeechAct::kReject:
      return Approval::kReject;
    case SpeechAct::kQuestion:
      return Approval::kQuestion;
    default:
      return Approval::kUnclear;
  }
}

bool Heard::wishes() const {
  const Approval said = answer();
  return said == Approval::kFeedback || said == Approval::kReject;
}

bool Heard::gives_no_reason() const {
  constexpr std::size_t kShort = 16;  // bytes
  return answer() == Approval::kReject && text.size() < kShort;
}

Flow<Heard> take(FlowHandle flow, ConversationPtr conversation, Decision asked) {
  const Message* message = unheard(flow, conversation);
  FM_CHECK(message != nullptr, "a message is taken that is there");
  Heard heard{message->id, *message->text, person_of(*message), {}, true, message->room_seq};
  conversation->heard = message->room_seq;
  conversation->has_taken = true;
  heard.newest = !is_overtaken(flow, conversation);
  Judged judged = co_await judge_message(flow.at("judge"), conversation, heard.id, asked);
  heard.broken_off = judged.broken_off;
  heard.newest = heard.newest && !is_overtaken(flow, conversation);  // while it was judged
  JsonObject request{{"message", heard.id}, {"unsure", conversation->plan.unsure_below}};
  if (asked != Decision::kNone) request["asked"] = to_string(asked);
  if (!judged.reading.is_null()) request["model"] = std::move(judged.reading);
  const Json value = co_await read(flow, "message", std::move(request));
  heard.reading = message_reading(value);
  // Words of stopping stop the work each time (C-12).
  const Project* project = active_project(flow);
  const bool at_work = project != nullptr && project->phase == Phase::kExecution;
  if (asked == Decision::kNone && heard.reading.asks != Decision::kNone && !at_work &&
      was_refused(flow, conversation, heard.reading.asks))
    heard.refused.push_back(heard.reading.asks);
  co_return heard;
}

Flow<Waited> wait(FlowHandle flow, ConversationPtr conversation, std::optional<GateRequest> gate) {
  if (has_unheard(flow, conversation)) co_return Waited();
  std::vector<FlowHandle> handles = {flow.branch("words")};
  std::vector<Flow<Way>> ways;
  ways.push_back(wait_for_words(handles[0], conversation->heard));
  if (gate) {
    handles.push_back(flow.branch("key"));
    ways.push_back(wait_for_gate(handles.back(), std::move(*gate)));
  }
  const Project* project = active_project(flow);
  if (project != nullptr && waits_for_person(project->phase)) {
    handles.push_back(flow.branch("silence"));
    ways.push_back(wait_for_rest(handles.back(), conversation->plan.rest));
  }
  auto [which, way] = co_await flow.race(handles, std::move(ways));
  co_await flow.catch_up("waited");
  co_return way.gate;
}

bool gives_floor(Step step) { return step == Step::kInterrupted || step == Step::kStop; }

void remember_stop(const FlowHandle& flow, const ConversationPtr& conversation) {
  conversation->stopped = StoppedAt{active_project(flow)->id.value, flow.cursor()};
}

bool is_stopped(const FlowHandle& flow, const ConversationPtr& conversation) {
  const Project* project = active_project(flow);
  const auto& stopped = conversation->stopped;
  return stopped && project != nullptr && project->id.value == stopped->project &&
         is_active(project->phase) && project->steps.back().room_seq <= stopped->at;
}

Flow<Nothing> wait_after_stop(FlowHandle flow, ConversationPtr conversation) {
  const RoomSeq before = conversation->heard;
  for (const Message& message : flow.view<RoomView>().messages)
    if (message.kind == message_kind::kPerson)
      conversation->heard = std::max(conversation->heard, message.room_seq);
  co_await wait(flow, conversation);
  conversation->heard = before;
  co_return Nothing();
}

TurnRequest conversation_turn(const FlowHandle& flow, const ConversationPtr& conversation,
                              const std::string& agent, std::string task, std::string_view kind) {
  // A project that was begun with another team may name somebody who is not here.
  const std::string& speaker =
      conversation->models.contains(agent) ? agent : conversation->plan.leader;
  TurnRequest request = turn_of(*conversation, speaker, std::move(task), std::string(kind));
  request.prompts = "conversation";
  request.silent = kind.empty();
  request.to = "person";
  const Project* project = active_project(flow);
  if (project != nullptr && is_active(project->phase)) request.project = project->id;
  return request;
}

std::vector<TurnRequest> turns_of_addressed(const FlowHandle& flow,
                                            const ConversationPtr& conversation, const Heard& heard,
                                            std::string_view task, std::string_view kind) {
  std::vector<TurnRequest> turns;
  for (const std::string& agent : heard.reading.addressed)
    if (conversation->models.contains(agent))
      turns.push_back(conversation_turn(flow, conversation, agent, std::string(task), kind));
  if (turns.empty())
    turns.push_back(
        conversation_turn(flow, conversation, conversation->plan.leader, std::string(task), kind));
  return turns;
}

Flow<bool> still_there(FlowHandle flow, bool answered) {
  const Project* project = active_project(flow);
  if (project == nullptr || is_active(project->phase)) co_return project != nullptr;
  if (!answered || !project->came_from) co_return false;
  co_await to_phase(flow.at("back"), *project->came_from);
  co_return true;
}

Flow<std::optional<Heard>> ask_what(FlowHandle flow, ConversationPtr conversation) {
  co_await say_line(flow.at("what"), "What should be different?");
  co_await wait(flow.at("wait"), conversation);
  if (!co_await still_there(flow.at("there"), false) || !has_unheard(flow, conversation))
    co_return std::nullopt;
  const Heard heard = co_await take(flow.at("take"), conversation);
  if (co_await handle_anywhere(flow.at("any"), conversation, heard)) co_return std::nullopt;
  co_return heard;
}

Flow<Json> read(FlowHandle flow, std::string_view what, JsonObject request) {
  request["what"] = what;
  Outcome read = co_await flow.perform("read-" + std::string(what), {"read", std::move(request)});
  // Reading is pure; only a damaged store keeps it from reading, and that stops the room.
  if (read.error) throw_bug(read.error->message, __FILE__, __LINE__);
  co_return read.value;
}

Flow<ConversationStatus> stand(FlowHandle flow) {
  co_return conversation_status(co_await read(flow, "stand"));
}

}  // namespace fm
