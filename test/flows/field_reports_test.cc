// Inputs of field reports about gates, restarts and queued words, each as a conversation: F-42,
// F-44, F-46, F-47 and F-66. Those that a script can tell are in conversation/f*.moot, those about
// values beside routing_rules.cc (F-32, F-33), wake.cc (F-37) and tally.cc (F-38).
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "test/support/conversation_lines.h"
#include "test/support/conversation_seen.h"
#include "test/support/discussion.h"

namespace fm::testing {
namespace {

using Texts = std::vector<std::string>;

const std::string kWish = "I want to build a booking page for a small barber shop";

struct Room {
  Discussion world;
  int said = 0;

  explicit Room(std::uint64_t seed = 0)
      : world([seed] {
          DiscussionOptions options;
          options.seed = seed;
          return options;
        }()) {
    world.lines = talk_lines();
    REQUIRE(world.open().has_value());
    REQUIRE(world.open_conversation().has_value());
  }

  void say(const std::string& words) {
    world.say(words, "said-" + std::to_string(++said));
    world.settle();
  }
  OpenGate gate(std::string_view type) {
    for (const OpenGate& gate : world.view().gates)
      if (gate.type == type) return gate;
    FAIL("no gate ", type, " is open");
    return {};
  }
  // The code of the refusal; empty: it counts.
  std::string answer(const OpenGate& gate, const std::string& option) {
    std::string code = "nothing was answered";
    world.engine().answer(world.room, {gate.gate, gate.digest, option, ""}, {Actor::kPerson, "ada"},
                          [&code](Result<EventPtr> done) { code = done ? "" : done.error().code; });
    world.settle();
    return code;
  }
  void reopen() {
    REQUIRE(world.open().has_value());
    world.resume();
    world.settle();
  }
  std::string phase() { return std::string(to_string(world.view().projects.current()->phase)); }
  int asked(std::string_view agent, std::string_view task) {
    return static_cast<int>(std::ranges::count_if(
        world.asked, [&](const Asked& one) { return one.agent == agent && one.task == task; }));
  }
};

// Field report F-42.
TEST_CASE("of eight who answer at once only those are asked again who had not finished") {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    CAPTURE(seed);
    Room room(seed);
    int finished = 0;
    room.world.after_call = [&finished](int) { return ++finished == 7; };  // six were heard
    room.say("@all what do you think about shops?");
    REQUIRE(room.world.crashed());
    room.world.crash();
    REQUIRE(room.world.open().has_value());
    std::map<std::string, int> calls;
    for (const TurnRecord& turn : room.world.view().turns)
      if (turn.state == TurnState::kFinished) calls[turn.agent] = 1;
    const auto heard = calls.size();
    CHECK(heard >= 1);
    room.world.resume();
    room.world.settle();
    std::size_t again = 0;
    for (const Asked& one : room.world.asked) {
      if (one.process != 2) continue;
      ++again;
      CHECK_MESSAGE(!calls.contains(one.agent), one.agent, " had answered");
    }
    CHECK(again == 8 - heard);
    CHECK(std::ranges::count(room.world.view().messages, "answer", &Message::kind) == 8);
  }
}

// Field report F-44.
TEST_CASE("a gate that was shown before a restart is answered by its old id, once") {
  Room room;
  room.say(kWish);
  room.say("go ahead");
  const OpenGate shown = room.gate("approval");
  room.world.close();
  room.reopen();
  CHECK(room.gate("approval").gate == shown.gate);  // whoever comes later sees it
  OpenGate unknown = shown;
  unknown.gate = "g-nobody-asked";
  CHECK(room.answer(unknown, "Approve") == "gate_unknown");
  CHECK(room.phase() == "approval");
  CHECK(room.answer(shown, "Approve").empty());
  CHECK(room.phase() == "review");
  CHECK(room.answer(shown, "Approve") == "gate_answered");
  CHECK(room.answer(shown, "Cancel") == "gate_answered");
  CHECK(room.phase() == "review");
  CHECK(room.asked("coder", "work") == 1);
}

// Field report F-46.
TEST_CASE("in whatever a process ends, its flow can be resumed and no turn stays open") {
  for (const std::string_view task :
       {"questions", "draft", "review_draft", "revise", "work", "check_whole"}) {
    CAPTURE(task);
    Room room;
    bool ended = false;
    room.world.before_call = [&](int number) {
      const bool now =
          !ended && room.world.asked[static_cast<std::size_t>(number - 1)].task == task;
      ended = ended || now;
      return now;
    };
    for (const std::string& words :
         {kWish, std::string("1: Regulars, 2: 900 euros, 3: classic, 4: no calendar yet"),
          std::string("yes")}) {
      room.say(words);
      if (!room.world.crashed()) continue;
      room.world.crash();
      REQUIRE(room.world.open().has_value());
      CHECK(room.world.engine().unfinished().size() == 1);
      room.world.resume();
      room.world.settle();
    }
    CHECK(ended);
    CHECK(room.phase() == "review");
    for (const TurnRecord& turn : room.world.view().turns)
      CHECK_MESSAGE(turn.state != TurnState::kRunning, turn.agent, " ", turn.task);
    for (const std::string& fault : faulty_changes(room.world.events())) FAIL_CHECK(fault);
  }
}

// Field report F-47.
TEST_CASE("a brief that was replaced cannot be approved any more, nor by breaking off") {
  Room room;
  room.say(kWish);
  room.say("go ahead");
  const OpenGate first = room.gate("approval");
  CHECK(room.world.interrupt() == 0);  // Ctrl-C while it is asked: nobody speaks, nothing begins
  room.world.settle();
  CHECK(room.phase() == "approval");
  room.say("The colours must be darker");
  const OpenGate second = room.gate("approval");
  CHECK(room.world.view().projects.current()->briefs.size() == 2);
  CHECK(second.digest != first.digest);
  CHECK_FALSE(room.answer(first, "Approve").empty());
  OpenGate outdated = second;
  outdated.digest = first.digest;
  CHECK_FALSE(room.answer(outdated, "Approve").empty());
  CHECK(room.phase() == "approval");
  CHECK(room.asked("coder", "work") == 0);
}

// Field report F-47.
TEST_CASE("what rests is approved by the person alone, and only while it is unchanged") {
  Room room;
  room.say(kWish);
  room.say("go ahead");
  const OpenGate shown = room.gate("approval");
  room.world.settle(std::chrono::hours(9));
  CHECK(room.phase() == "idle");
  CHECK(room.asked("coder", "work") == 0);
  CHECK(room.answer(shown, "Approve").empty());
  CHECK(room.phase() == "review");
}

// Field report F-66.
TEST_CASE("words to a room at rest and to a busy one arrive once each, in their order") {
  for (const bool crashes : {false, true}) {
    CAPTURE(crashes);
    Room room;
    room.world.lines.insert(room.world.lines.begin(), Line{.agent = "coder",
                                                           .task = "questions",
                                                           .text = {},
                                                           .fails = ModelErrorKind::kTimeout,
                                                           .times = 9});
    const Texts busy = {"The shop has two chairs", "It is closed on Mondays", "Ali cuts the hair"};
    bool told = false;
    room.world.before_call = [&](int) {
      if (told) return false;
      told = true;
      for (std::size_t i = 0; i < busy.size(); ++i)
        room.world.say(busy[i], "busy-" + std::to_string(i));
      room.world.loop().post([&room, crashes] {
        if (crashes) room.world.disk.crash();
      });
      return false;
    };
    room.say(kWish);
    if (room.world.crashed()) {
      room.world.crash();
      room.reopen();
      // What was not acknowledged is sent again by whoever said it, under the same id.
      for (std::size_t i = 0; i < busy.size(); ++i)
        room.world.say(busy[i], "busy-" + std::to_string(i));
      room.world.settle();
    }
    room.world.settle(std::chrono::minutes(10));
    Texts said;
    for (const Message& message : room.world.view().messages)
      if (message.kind == "user") said.push_back(*message.text);
    CHECK(said == Texts{kWish, busy[0], busy[1], busy[2]});
    room.say("enough questions");
    const auto draft = std::ranges::find(room.world.asked, "draft", &Asked::task);
    REQUIRE_MESSAGE(draft != room.world.asked.end(), room.world.story());
    std::size_t at = 0;
    for (const std::string& words : busy) {
      const auto found = draft->prompt.find(words);
      REQUIRE_MESSAGE(found != std::string::npos, words);
      CHECK(found > at);
      at = found;
    }
  }
}

}  // namespace
}  // namespace fm::testing
