// A panel from the inside: what its members are shown, and what an interruption does to them.
#include <doctest/doctest.h>

#include <algorithm>

#include "test/support/discussion.h"

using namespace fm;
using namespace fm::testing;

namespace {

constexpr const char* kIdeas =
    R"({"ideas": [{"title": "Tool shed", "description": "A"}, {"title": "Tool van", )"
    R"("description": "B"}, {"title": "Tool map", "description": "C"}]})";

void set_up(Discussion& talk) {
  talk.request.preset = "standard";
  talk.request.panel = 3;
  talk.lines.push_back({"ideation", "ideate", 0, kIdeas, std::nullopt});
}

Line scores(const std::string& words, int first) {
  Line line{"moderator", "validate", 0, {}, std::nullopt};
  line.text = words + R"( {"scores": [{"id": "idea-1", "overall": )" + std::to_string(first) +
              R"(}, {"id": "idea-2", "overall": 9}, {"id": "idea-3", "overall": 4}]})";
  line.times = 1;
  return line;
}

int asked_to_score(const Discussion& talk) {
  return static_cast<int>(std::ranges::count(talk.asked, std::string("validate"), &Asked::task));
}

}  // namespace

TEST_CASE("I-20 no member of a panel is shown another's scores, also when one comes late") {
  Discussion talk;
  set_up(talk);
  talk.lines.push_back(scores("SCORER ONE.", 6));
  talk.lines.push_back(scores("SCORER TWO.", 7));
  Line down{"moderator", "validate", 0, {}, ModelErrorKind::kOverloaded};
  down.times = 5;  // until the turn is parked; it comes again when the others have scored
  talk.lines.push_back(down);
  talk.lines.push_back(scores("SCORER THREE.", 8));
  REQUIRE(talk.open().has_value());
  REQUIRE(talk.start().has_value());
  talk.run_until_idle();
  CHECK_MESSAGE(asked_to_score(talk) > 3, talk.story());
  for (const Asked& asked : talk.asked)
    if (asked.task == "validate") CHECK_FALSE(asked.prompt.contains("SCORER"));
  const RoomView view = talk.view();
  REQUIRE(view.idea("idea-1")->score.has_value());
  CHECK(view.idea("idea-1")->score->score == 700);
  CHECK(view.idea("idea-1")->score->spread == 200);
  CHECK(view.idea("idea-1")->scores.size() == 3);
  CHECK(std::ranges::any_of(talk.asked, [](const Asked& asked) {
    return asked.task == "select" && asked.prompt.contains("SCORER THREE.");
  }));
}

TEST_CASE(
    "I-20 an interrupted panel is asked about once, and those who had not scored score then") {
  Discussion talk;
  set_up(talk);
  REQUIRE(talk.open().has_value());
  REQUIRE(talk.start().has_value());
  while (asked_to_score(talk) < 3 && talk.step()) {
  }
  REQUIRE(talk.interrupt() > 0);
  talk.run_until_idle();
  REQUIRE_MESSAGE(talk.view().gates.size() == 1, talk.story());
  CHECK(talk.view().gates[0].question == "You interrupted the panel. How shall it go on?");
  REQUIRE(talk.answer("interrupted", "continue").has_value());
  talk.run_until_idle();
  CHECK(talk.view().idea("idea-1")->scores.size() == 3);
  CHECK(talk.view().latest_flow()->completion == "success");
}

TEST_CASE("I-20 an interrupted panel that is left out leaves the choice to those who have scored") {
  Discussion talk;
  set_up(talk);
  REQUIRE(talk.open().has_value());
  REQUIRE(talk.start().has_value());
  while (asked_to_score(talk) < 3 && talk.step()) {
  }
  REQUIRE(talk.interrupt() > 0);
  talk.run_until_idle();
  REQUIRE(talk.answer("interrupted", "skip turn").has_value());
  talk.run_until_idle();
  CHECK(asked_to_score(talk) == 3);
  CHECK(talk.view().selection.has_value());
  CHECK(talk.view().latest_flow()->completion == "success");
}

TEST_CASE("I-20 a pause during the panel is heard before the choice") {
  Discussion talk;
  set_up(talk);
  talk.before_call = [&](int call) {
    const Asked& now = talk.asked[static_cast<std::size_t>(call - 1)];
    if (now.task == "validate" && asked_to_score(talk) == 2) talk.say("pause");
    return false;
  };
  REQUIRE(talk.open().has_value());
  REQUIRE(talk.start().has_value());
  talk.run_until_idle();
  REQUIRE(talk.view().gates.size() == 1);
  CHECK(talk.view().gates[0].type == "paused");
  CHECK_FALSE(talk.view().selection.has_value());
  REQUIRE(talk.answer("paused", "continue").has_value());
  talk.run_until_idle();
  CHECK(talk.view().latest_flow()->completion == "success");
}
