#include "test/support/room_script.h"

#include <utility>

namespace fm::testing {

RoomScript::RoomScript(std::string room, UtcMs start) : room_(std::move(room)), now_(start) {}

RoomScript& RoomScript::tell(std::string_view kind, std::string_view body, std::string_view flow) {
  Result<Json> parsed = parse_json(body);
  if (!parsed || !parsed->is_object())
    throw Bug("the body of a told event is no JSON object: " + std::string(body));
  return tell(kind, std::move(parsed->as_object()), flow);
}

RoomScript& RoomScript::tell(std::string_view kind, JsonObject body, std::string_view flow) {
  Event event;
  event.seq = {view.head.value + 1};
  event.room = {room_};
  event.room_seq = {view.head.value + 1};
  event.at = now_ = now_ + Millis(1000);
  event.kind = kind;
  event.by = std::exchange(by_, By{});
  event.project = std::exchange(project_, {});
  event.flow = {std::string(flow)};
  event.place = std::exchange(place_, {});
  event.body = std::move(body);
  view.apply(event);
  events.push_back(std::move(event));
  return *this;
}

RoomScript& RoomScript::tell(const NewEvent& event, std::string_view flow) {
  by_ = event.by;
  project_ = event.project;
  place_ = event.place;
  return tell(event.kind, event.body, flow);
}

RoomScript& RoomScript::in(std::string_view project) {
  project_ = {std::string(project)};
  return *this;
}

RoomScript& RoomScript::by(By who) {
  by_ = std::move(who);
  return *this;
}

RoomScript& RoomScript::wait(Millis span) {
  now_ = now_ + span;
  return *this;
}

RoomScript& RoomScript::create(std::string_view title) {
  return tell("room.created",
              {{"title", title}, {"folder", "/home/ana/street"}, {"team", "ideation"}}, "");
}

RoomScript& RoomScript::start(JsonObject args) {
  return tell("flow.started", {{"name", "ideation"},
                               {"version", 1},
                               {"args", std::move(args)},
                               {"pins", {{"agents/leader.md", "9f2c"}}},
                               {"endpoints", {{"openai:gpt-5", "api.openai.com"}}}});
}

RoomScript& RoomScript::say(std::string_view from, std::string_view kind, std::string_view text) {
  const bool person = kind == "user";
  if (person) by({.kind = Actor::kPerson, .id = std::string(from)});
  return tell("message.posted", {{"id", "m-" + std::to_string(events.size())},
                                 {"from", from},
                                 {"to", "team"},
                                 {"kind", kind},
                                 {"marker", "discussion"},
                                 {"text", text}});
}

RoomScript& RoomScript::turn(std::string_view agent, std::string_view task, Usage usage,
                             MicroUsd cost, Millis span) {
  const std::string id = "t-" + std::to_string(events.size());
  tell("turn.started", {{"turn", id}, {"agent", agent}, {"task", task}, {"model", "openai:gpt-5"}});
  wait(span);
  return tell("turn.finished", {{"turn", id},
                                {"usage",
                                 {{"input", usage.input},
                                  {"cached", usage.cached},
                                  {"output", usage.output},
                                  {"reasoning", usage.reasoning}}},
                                {"cost_microusd", cost.value},
                                {"ms", span.count()},
                                {"first_token_ms", 420},
                                {"attempts", 1},
                                {"repairs", JsonArray()}});
}

RoomScript& RoomScript::propose(std::string_view id, std::string_view title,
                                std::string_view description, int round) {
  return tell("idea.proposed", {{"id", id},
                                {"title", title},
                                {"description", description},
                                {"tags", JsonArray()},
                                {"round", round}});
}

RoomScript& RoomScript::score(std::string_view id, std::vector<int> criteria, int overall,
                              std::vector<std::string> pros, std::vector<std::string> cons,
                              std::string_view feedback) {
  JsonObject scores;
  for (std::size_t i = 0; i < criteria.size(); ++i) scores[kCriteria.at(i)] = criteria[i];
  return tell("idea.scored", {{"id", id},
                              {"scorer", "moderator"},
                              {"scores", std::move(scores)},
                              {"score", overall},
                              {"pros", to_json(pros)},
                              {"cons", to_json(cons)},
                              {"feedback", feedback}});
}

RoomScript& RoomScript::select(std::string_view id, std::string_view by_rule,
                               std::vector<std::string> flags, std::string_view leader_choice) {
  JsonObject body{{"id", id}, {"by_rule", by_rule}, {"flags", to_json(flags)}};
  const Idea* idea = view.idea(id);
  if (idea != nullptr && idea->score) body["score"] = idea->score->score;
  if (!leader_choice.empty()) body["leader_choice"] = leader_choice;
  return tell("idea.selected", std::move(body));
}

RoomScript& RoomScript::finish(std::string_view completion) {
  return tell("flow.finished", {{"completion", completion}, {"reason", "done"}});
}

}  // namespace fm::testing
