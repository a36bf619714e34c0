#include "team/conversation/own_room.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

#include "team/room/project_events.h"
#include "test/support/room_script.h"
#include "test/support/worked_project.h"

namespace fm {
namespace {

using testing::RoomScript;

std::vector<EventPtr> events_of(const RoomScript& script) {
  std::vector<EventPtr> events;
  for (const Event& event : script.events) events.push_back(std::make_shared<Event>(event));
  return events;
}

// The new room, as its journal would give it.
RoomView room_of(const std::vector<NewEvent>& events) {
  RoomScript script("tea-apart");
  script.create("Tea");
  for (const NewEvent& event : events) script.tell(event);
  return script.view;
}

TEST_CASE("C-53 a project takes all that was said and decided in it into its own room") {
  testing::WorkedProject worked;
  worked.to(Phase::kDiscovery).to(Phase::kSynthesis).to(Phase::kApproval);
  worked.script.tell(project_created({{"p-boat"}, "a boat", {}, {}}));
  worked.script.say("leader", "reply", "About boats I know little.");
  const RoomView& before = worked.script.view;
  const Project& was = *before.projects.find(worked.id);
  const RoomView now =
      room_of(own_room_events(events_of(worked.script), before, {worked.id, {"p-apart"}, false}));

  REQUIRE(now.projects.all.size() == 1);
  const Project& is = now.projects.all.front();
  CHECK(is.id.value == "p-apart");
  CHECK(now.projects.active == is.id);
  CHECK(is.goal == was.goal);
  CHECK(is.phase == was.phase);
  CHECK(is.iteration == was.iteration);
  CHECK(is.steps.size() == was.steps.size());
  CHECK(is.questions.size() == was.questions.size());
  CHECK(is.briefs.size() == was.briefs.size());
  const auto said = [](const RoomView& view, const ProjectId& project) {
    std::vector<std::string> texts;
    for (const Message& message : view.messages)
      if (message.project == project) texts.push_back(*message.text);
    return texts;
  };
  std::vector<std::string> words = said(now, is.id);
  CHECK(words.back().contains(before.id.value));  // the line that tells where it came from
  words.pop_back();
  CHECK(words == said(before, worked.id));
  CHECK(now.turns.empty());
  CHECK(now.gates.empty());
  REQUIRE(now.links.size() == 1);
  CHECK_FALSE(now.links[0].into);
  CHECK(now.links[0].room == before.id);
  CHECK(now.links[0].its_project == worked.id);
}

TEST_CASE("C-53 with the approval of its brief the work begins in the room of its own") {
  testing::WorkedProject worked;
  worked.to(Phase::kDiscovery).to(Phase::kSynthesis).to(Phase::kApproval);
  const RoomView now = room_of(
      own_room_events(events_of(worked.script), worked.script.view, {worked.id, {"p-a"}, true}));
  CHECK(now.projects.current()->phase == Phase::kExecution);
  CHECK(now.messages.back().kind == "system");
}

TEST_CASE("C-53 a summary stands for what it covers in the new room's own numbers") {
  testing::WorkedProject worked;
  worked.to(Phase::kDiscovery);
  worked.script.say("leader", "reply", "The first.");
  const RoomSeq covered = worked.script.view.messages.back().room_seq;
  worked.script.in(worked.id.value)
      .tell("message.posted", JsonObject{{"id", "m-sum"},
                                         {"from", "leader"},
                                         {"kind", "debate"},
                                         {"text", "All of it."},
                                         {"covers", covered.value}});
  const RoomView now = room_of(
      own_room_events(events_of(worked.script), worked.script.view, {worked.id, {"p-a"}, false}));
  const auto first = std::ranges::find_if(
      now.messages, [](const Message& message) { return *message.text == "The first."; });
  const auto sum = std::ranges::find(now.messages, "m-sum", &Message::id);
  REQUIRE(first != now.messages.end());
  REQUIRE(sum != now.messages.end());
  CHECK(sum->covers == first->room_seq);
}

}  // namespace
}  // namespace fm
