#include "cli/view/view_state.h"

#include <doctest/doctest.h>

#include "test/support/room_script.h"

namespace fm::cli {
namespace {

RoomView room_with(JsonObject args) {
  testing::RoomScript script;
  script.create("a topic").start(std::move(args));
  return std::move(script.view);
}

TEST_CASE("P-34 what is posted in an agent's name is scripted where all models are rehearsals") {
  const auto scripted = [](std::string_view endpoints, Actor by, JsonObject body = {}) {
    testing::RoomScript script;
    script.create("a topic").tell("flow.started",
                                  R"({"name":"x","endpoints":)" + std::string(endpoints) + "}");
    const ViewState state{.room = std::move(script.view)};
    Event event;
    event.kind = "message.posted";
    event.by = {by, "leader"};
    event.body = std::move(body);
    return state.is_scripted(event);
  };
  const std::string demo = R"({"rehearsal":"rehearsal"})";
  const std::string mixed = R"({"rehearsal":"rehearsal","openai:x":"api.openai.com"})";
  CHECK(scripted(demo, Actor::kAgent));
  CHECK_FALSE(scripted(demo, Actor::kPerson));
  CHECK_FALSE(scripted(mixed, Actor::kAgent));
  CHECK(scripted(mixed, Actor::kAgent, {{"rehearsal", true}}));
  CHECK_FALSE(scripted("{}", Actor::kAgent));
}

TEST_CASE("the steps of a round are counted in their order") {
  const RoomView room = room_with({{"max_rounds", 2}});
  const Progress at = progress_of(room, "critique", "adversary", 1);
  CHECK(at.stage == "Round 1 of 2");
  CHECK(at.step == 3);
  CHECK(at.steps == 5);
}

TEST_CASE("a deep dive adds two steps, a role that nobody plays takes its step away") {
  CHECK(progress_of(room_with({{"deep_dive", true}}), "synthesis_last", "leader", 1).steps == 7);
  const RoomView small =
      room_with({{"roles", {{"leader", "boss"}, {"ideation", "muse"}, {"adversary", "no"}}}});
  const Progress at = progress_of(small, "ideate_later", "muse", 2);
  CHECK(at.step == 1);
  CHECK(at.steps == 3);
}

TEST_CASE("a repair turn belongs to the step of who repairs") {
  CHECK(progress_of(room_with({}), "repair", "ideation", 1).step == 2);
}

TEST_CASE("one more round raises how many there are") {
  CHECK(progress_of(room_with({{"max_rounds", 1}}), "research", "researcher", 2).rounds == 2);
}

TEST_CASE("stages outside the rounds have names of their own") {
  CHECK(progress_of(room_with({}), "validate", "moderator", 0).stage == "Scoring");
  CHECK(progress_of(room_with({}), "select", "leader", 0).stage == "Choice");
  CHECK(activity("visualize") == "drawing a report");
}

TEST_CASE("a rehearsal is known before the first word") {
  testing::RoomScript script;
  script.create("x").tell("flow.started",
                          R"({"name":"ideation","endpoints":{"rehearsal":"rehearsal"}})");
  ViewState view_state;
  for (const Event& event : script.events) view_state.apply(event);
  CHECK(view_state.is_rehearsal());
}

TEST_CASE("a gate that nobody needs any more does not wait") {
  testing::RoomScript script;
  script.create("x").tell("gate.opened", R"({"gate":"g-1","question":"?","options":["a"]})");
  script.tell("gate.expired", R"({"gate":"g-1"})");
  ViewState view_state;
  for (const Event& event : script.events) view_state.apply(event);
  CHECK(view_state.open_gate() == nullptr);
}

}  // namespace
}  // namespace fm::cli
