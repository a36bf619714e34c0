#include "flows/talk.h"

#include <algorithm>
#include <utility>

#include "team/project_events.h"
#include "team/talk_state.h"

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

By person_of(const Message& message) { return {Actor::kPerson, message.from}; }

}  // namespace

JsonObject to_args(const TalkPlan& plan) {
  JsonObject args;
  args["team"] = plan.team;
  args["leader"] = plan.leader;
  args["adversary"] = plan.adversary;
  args["researcher"] = plan.researcher;
  args["orchestrator"] = plan.orchestrator;
  args["members"] = to_json(plan.members);
  args["models"] = to_json(plan.models);
  JsonObject fallbacks;
  for (const auto& [agent, models] : plan.fallbacks) fallbacks[agent] = to_json(models);
  if (!fallbacks.empty()) args["fallbacks"] = std::move(fallbacks);
  if (plan.by_model) args["by_model"] = true;
  args["unsure_below"] = plan.unsure_below;
  args["rest_ms"] = static_cast<std::int64_t>(plan.rest.count());
  args["execution"] = plan.execution;
  if (!plan.ideation.empty()) args["ideation"] = plan.ideation;
  return args;
}

TalkPlan talk_plan(const JsonObject& object) {
  const Json args = object;
  TalkPlan plan;
  plan.team = text_at(args, "team");
  plan.leader = text_at(args, "leader");
  plan.adversary = text_at(args, "adversary");
  plan.researcher = text_at(args, "researcher");
  plan.orchestrator = text_at(args, "orchestrator");
  plan.members = texts_at(args, "members");
  plan.models = text_map_at(args, "models");
  if (const Json* fallbacks = find_at(args, "fallbacks"); fallbacks && fallbacks->is_object())
    for (const auto& entry : fallbacks->get_object())
      plan.fallbacks[std::string(entry.key())] = texts_at(*fallbacks, entry.key());
  plan.by_model = bool_at(args, "by_model");
  plan.unsure_below = static_cast<int>(int_at(args, "unsure_below", plan.unsure_below));
  plan.rest = Millis(int_at(args, "rest_ms", plan.rest.count()));
  plan.execution = text_at(args, "execution");
  if (const Json* ideation = find_at(args, "ideation"); ideation && ideation->is_object())
    plan.ideation = ideation->get_object();
  return plan;
}

const Project* active_project(const FlowHandle& flow) {
  return flow.view<RoomView>().projects.current();
}

const Message* unheard(const FlowHandle& flow, const TalkPtr& talk) {
  for (const Message& message : flow.view<RoomView>().messages)
    if (message.kind == talk_kind::kPerson && message.room_seq > talk->heard &&
        !talk->decided.contains(message.room_seq.value))
      return &message;
  return nullptr;
}

bool has_unheard(const FlowHandle& flow, const TalkPtr& talk) {
  return unheard(flow, talk) != nullptr;
}

bool Heard::starts() const { return newest && (reading.starts || reading.command == "go"); }
bool Heard::cancels() const {
  return newest && (reading.cancels || reading.command == "cancel" || reading.command == "reset");
}

namespace {

// Whether what was said later may have changed the person's mind; looking at something does not.
bool is_overtaken(const FlowHandle& flow, const TalkPtr& talk) {
  return std::ranges::any_of(flow.view<RoomView>().messages, [&](const Message& message) {
    return message.kind == talk_kind::kPerson && message.room_seq > talk->heard &&
           !message.text->starts_with("/status");
  });
}

}  // namespace

Flow<Heard> take(FlowHandle flow, TalkPtr talk) {
  const Message* message = unheard(flow, talk);
  FM_CHECK(message != nullptr, "a message is taken that is there");
  Heard heard{message->id, *message->text, person_of(*message), {}, true, message->room_seq};
  talk->heard = message->room_seq;
  heard.newest = !is_overtaken(flow, talk);
  const Json value =
      co_await read(flow, "message", {{"message", heard.id}, {"unsure", talk->plan.unsure_below}});
  heard.reading = message_reading(value);
  co_return heard;
}

Flow<Waited> wait(FlowHandle flow, TalkPtr talk, std::optional<GateRequest> gate) {
  if (has_unheard(flow, talk)) co_return Waited();
  std::vector<FlowHandle> handles = {flow.branch("words")};
  std::vector<Flow<Way>> ways;
  ways.push_back(wait_for_words(handles[0], talk->heard));
  if (gate) {
    handles.push_back(flow.branch("key"));
    ways.push_back(wait_for_gate(handles.back(), std::move(*gate)));
  }
  const Project* project = active_project(flow);
  if (project != nullptr && waits_for_person(project->phase)) {
    handles.push_back(flow.branch("silence"));
    ways.push_back(wait_for_rest(handles.back(), talk->plan.rest));
  }
  auto [which, way] = co_await flow.race(handles, std::move(ways));
  co_await flow.catch_up("waited");
  co_return way.gate;
}

TurnRequest talk_turn(const FlowHandle& flow, const TalkPtr& talk, const std::string& agent,
                      std::string task, std::string_view kind) {
  // A project that was begun with another cast may name somebody who is not here.
  const std::string& speaker = talk->models.contains(agent) ? agent : talk->plan.leader;
  TurnRequest request = turn_of(*talk, speaker, std::move(task), std::string(kind));
  request.prompts = "conversation";
  request.silent = kind.empty();
  request.to = "person";
  const Project* project = active_project(flow);
  if (project != nullptr && is_active(project->phase)) request.project = project->id;
  return request;
}

Flow<Nothing> tell(FlowHandle flow, std::vector<NewEvent> events) {
  if (events.empty()) co_return Nothing();
  co_await flow.post("tell", std::move(events));
  co_await flow.catch_up("told");
  co_return Nothing();
}

NewEvent system_line(const FlowHandle& flow, std::string text) {
  NewEvent event;
  event.kind = "message.posted";
  const Project* project = active_project(flow);
  if (project != nullptr) event.project = project->id;
  event.body = {
      {"id", flow.derived_id('m', "line")}, {"from", event.by.id},      {"to", "person"},
      {"kind", talk_kind::kSystem},         {"marker", "confirmation"}, {"text", std::move(text)}};
  return event;
}

NewEvent document_event(const FlowHandle& flow, const std::string& agent, std::string_view kind,
                        std::string text, RoomSeq covers) {
  NewEvent event;
  event.kind = "message.posted";
  event.by = {Actor::kAgent, agent};
  const Project* project = active_project(flow);
  if (project != nullptr) event.project = project->id;
  event.body = {{"id", flow.derived_id('m', kind)},
                {"from", agent},
                {"to", "person"},
                {"kind", kind},
                {"marker", "discussion"},
                {"text", std::move(text)}};
  if (covers.value != 0) event.body["covers"] = covers.value;
  return event;
}

Flow<Nothing> go_to(FlowHandle flow, PhaseRequest request) {
  const Project* project = active_project(flow);
  FM_CHECK(project != nullptr, "a phase changes in a project");
  request.line_id = flow.derived_id('m', "phase");
  auto events = change_phase(*project, request);
  if (!events) throw_bug(events.error().message, __FILE__, __LINE__);
  co_await tell(flow.at("phase"), std::move(*events));
  co_return Nothing();
}

Flow<Nothing> finish_project(FlowHandle flow, ProjectEnding ending, std::string why) {
  PhaseRequest request;
  request.to = Phase::kIdle;
  request.ending = ending;
  request.why = std::move(why);
  co_await go_to(flow, std::move(request));
  co_return Nothing();
}

Flow<Nothing> fail_project(FlowHandle flow, Error error) {
  PhaseRequest request;
  request.to = Phase::kFailed;
  request.why = error.message;
  request.error = std::move(error);
  co_await go_to(flow, std::move(request));
  co_return Nothing();
}

Flow<bool> still_there(FlowHandle flow, bool answered) {
  const Project* project = active_project(flow);
  if (project == nullptr || is_active(project->phase)) co_return project != nullptr;
  if (!answered || !project->came_from) co_return false;
  PhaseRequest back;
  back.to = *project->came_from;
  co_await go_to(flow.at("back"), std::move(back));
  co_return true;
}

Flow<Json> read(FlowHandle flow, std::string_view what, JsonObject request) {
  request["what"] = what;
  Outcome read = co_await flow.perform("read-" + std::string(what), {"read", std::move(request)});
  // Reading is pure; only a damaged store keeps it from reading, and that stops the room.
  if (read.error) throw_bug(read.error->message, __FILE__, __LINE__);
  co_return read.value;
}

Flow<TalkStand> stand(FlowHandle flow) { co_return talk_stand(co_await read(flow, "stand")); }

}  // namespace fm
