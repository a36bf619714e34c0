// How long a model's reading of a message is waited for, and what it leaves in the room's log
// (C-12).
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "team/conversation/model_understanding.h"
#include "test/support/conversation_lines.h"
#include "test/support/discussion.h"

using namespace fm;
using namespace fm::testing;

namespace {

Line reading(const char* text, int times = 1'000'000) {
  Line line;
  line.agent = "orchestrator";
  line.task = "understand";
  line.text = text;
  line.times = times;
  return line;
}

struct Talk : Discussion {
  explicit Talk(Line first) {
    understands = true;
    lines.push_back(std::move(first));
    std::ranges::copy(talk_lines(), std::back_inserter(lines));
    REQUIRE(open());
    REQUIRE(open_conversation());
  }
  std::ptrdiff_t readings() const { return std::ranges::count(asked, "understand", &Asked::task); }
  const TurnRecord* read_turn() {
    seen = view();
    const auto found = std::ranges::find(seen.turns, "understand", &TurnRecord::task);
    return found == seen.turns.end() ? nullptr : &*found;
  }
  RoomView seen;
};

}  // namespace

TEST_CASE("C-12 a reading that does not come within 8 s is given up, and the rules stand") {
  Line silent = reading("");
  silent.hangs = true;
  Talk talk(silent);
  talk.say("I want to build a booking page for a small barber shop");
  talk.settle(kUnderstandDeadline - Millis(100));
  CHECK(talk.readings() == 1);
  CHECK(talk.view().projects.all.empty());
  talk.settle(kUnderstandDeadline + Millis(100));
  CHECK(talk.readings() == 1);  // one try
  CHECK(talk.view().projects.all.size() == 1);
  REQUIRE(talk.read_turn() != nullptr);
  CHECK(talk.read_turn()->state == TurnState::kFailed);
  REQUIRE(talk.read_turn()->error.has_value());
  CHECK(talk.read_turn()->error->code == "model_timeout");
  CHECK(talk.view().warnings.empty());
}

TEST_CASE("C-12 an overloaded server is asked once for a reading, and nothing is parked") {
  Line busy = reading("");
  busy.fails = ModelErrorKind::kOverloaded;
  Talk talk(busy);
  talk.say("I want to build a booking page for a small barber shop");
  talk.settle();
  CHECK(talk.readings() == 1);
  CHECK(talk.view().projects.all.size() == 1);
  CHECK(talk.view().gates.empty());
  CHECK(talk.view().warnings.empty());
}

TEST_CASE("C-12 a message is read once, however often it is heard") {
  Talk talk(reading(R"({"acts": [{"act": "remark", "words": "a dog"}], "answers": []})"));
  talk.say("I want to build a booking page for a small barber shop");
  talk.settle();
  talk.say("go ahead");
  talk.settle();
  const auto before = talk.readings();
  // At the brief it is asked about, and what takes the question's place is heard twice.
  talk.say("okay I am back");
  talk.settle();
  talk.say("the neighbour has a dog that barks at the postman");
  talk.settle();
  CHECK(talk.readings() <= before + 2);
}

TEST_CASE("C-12 what is sent for a reading is the message and what was open, and nothing more") {
  Talk talk(reading(R"({"intent": "build", "acts": [{"act": "wish"}], "answers": []})"));
  talk.say("some way for people to book a slot at my barber shop");
  talk.settle();
  const auto asked = std::ranges::find(talk.asked, "understand", &Asked::task);
  REQUIRE(asked != talk.asked.end());
  CHECK(asked->agent == "orchestrator");
  CHECK(asked->prompt.contains("some way for people to book"));
  CHECK(asked->prompt.size() < 4 * 1'500);
  CHECK_FALSE(asked->prompt.contains("How we work"));
}

TEST_CASE(
    "C-12 a model that reads words at a card is shown its options, what it shows and the talk "
    "before it") {
  Talk talk(reading(R"({"acts": [{"act": "question", "words": "how"}], "answers": []})"));
  talk.say("I want to build a booking page for a small barber shop");
  talk.settle();
  talk.say("you decide");
  talk.settle();
  REQUIRE(talk.view().projects.current()->phase == Phase::kReady);
  talk.say("how would the barber see who has booked, and could that be printed too?");
  talk.settle();
  const auto asked = std::find_if(talk.asked.rbegin(), talk.asked.rend(),
                                  [](const Asked& one) { return one.task == "understand"; });
  REQUIRE(asked != talk.asked.rend());
  const std::string& sent = asked->prompt;
  CAPTURE(sent);
  CHECK(sent.contains(
      R"("options":["Start implementation","Change something","Continue discussion"])"));
  CHECK(sent.contains(R"(Goal: )"));
  CHECK_FALSE(sent.contains(R"("shows":"")"));
  CHECK(sent.contains("person: you decide"));
  // What nobody answered is an unknown of the brief by now.
  CHECK(sent.contains(R"("questions":[])"));
}
