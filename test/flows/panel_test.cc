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

void set_up(Discussion& conversation) {
  conversation.request.preset = "standard";
  conversation.request.panel = 3;
  conversation.lines.push_back({"ideation", "ideate", 0, kIdeas, std::nullopt});
}

Line scores(const std::string& words, int first) {
  Line line{"moderator", "validate", 0, {}, std::nullopt};
  line.text = words + R"( {"scores": [{"id": "idea-1", "overall": )" + std::to_string(first) +
              R"(}, {"id": "idea-2", "overall": 9}, {"id": "idea-3", "overall": 4}]})";
  line.times = 1;
  return line;
}

int asked_to_score(const Discussion& conversation) {
  return static_cast<int>(
      std::ranges::count(conversation.asked, std::string("validate"), &Asked::task));
}

}  // namespace

TEST_CASE("I-20 no member of a panel is shown another's scores, also when one comes late") {
  Discussion conversation;
  set_up(conversation);
  conversation.lines.push_back(scores("SCORER ONE.", 6));
  conversation.lines.push_back(scores("SCORER TWO.", 7));
  Line down{"moderator", "validate", 0, {}, ModelErrorKind::kOverloaded};
  down.times = 5;  // until the turn is parked; it comes again when the others have scored
  conversation.lines.push_back(down);
  conversation.lines.push_back(scores("SCORER THREE.", 8));
  REQUIRE(conversation.open().has_value());
  REQUIRE(conversation.start().has_value());
  conversation.run_until_idle();
  CHECK_MESSAGE(asked_to_score(conversation) > 3, conversation.story());
  for (const Asked& asked : conversation.asked)
    if (asked.task == "validate") CHECK_FALSE(asked.prompt.contains("SCORER"));
  const RoomView view = conversation.view();
  REQUIRE(view.idea("idea-1")->score.has_value());
  CHECK(view.idea("idea-1")->score->score == 700);
  CHECK(view.idea("idea-1")->score->spread == 200);
  CHECK(view.idea("idea-1")->scores.size() == 3);
  CHECK(std::ranges::any_of(conversation.asked, [](const Asked& asked) {
    return asked.task == "select" && asked.prompt.contains("SCORER THREE.");
  }));
}

TEST_CASE(
    "I-20 an interrupted panel is asked about once, and those who had not scored score then") {
  Discussion conversation;
  set_up(conversation);
  Line panel = scores("A SCORER.", 6);
  panel.times = 9;
  conversation.lines.push_back(panel);
  REQUIRE(conversation.open().has_value());
  REQUIRE(conversation.start().has_value());
  while (asked_to_score(conversation) < 3 && conversation.step()) {
  }
  REQUIRE(conversation.interrupt() > 0);
  conversation.run_until_idle();
  REQUIRE_MESSAGE(conversation.view().gates.size() == 1, conversation.story());
  CHECK(conversation.view().gates[0].question == "You interrupted the panel. What next?");
  REQUIRE(conversation.answer("interrupted", "continue").has_value());
  conversation.run_until_idle();
  const RoomView view = conversation.view();
  CHECK(std::ranges::any_of(view.living_ideas(),
                            [](const Idea* idea) { return idea->scores.size() == 3; }));
  CHECK(conversation.view().latest_flow()->completion == "success");
}

TEST_CASE("I-20 an interrupted panel that is left out leaves the choice to those who have scored") {
  Discussion conversation;
  set_up(conversation);
  REQUIRE(conversation.open().has_value());
  REQUIRE(conversation.start().has_value());
  while (asked_to_score(conversation) < 3 && conversation.step()) {
  }
  REQUIRE(conversation.interrupt() > 0);
  conversation.run_until_idle();
  REQUIRE(conversation.answer("interrupted", "skip turn").has_value());
  conversation.run_until_idle();
  CHECK(asked_to_score(conversation) == 3);
  CHECK(conversation.view().selection.has_value());
  CHECK(conversation.view().latest_flow()->completion == "success");
}

TEST_CASE("I-20 a pause during the panel is heard before the choice") {
  Discussion conversation;
  set_up(conversation);
  conversation.before_call = [&](int call) {
    const Asked& now = conversation.asked[static_cast<std::size_t>(call - 1)];
    if (now.task == "validate" && asked_to_score(conversation) == 2) conversation.say("pause");
    return false;
  };
  REQUIRE(conversation.open().has_value());
  REQUIRE(conversation.start().has_value());
  conversation.run_until_idle();
  REQUIRE(conversation.view().gates.size() == 1);
  CHECK(conversation.view().gates[0].type == "paused");
  CHECK_FALSE(conversation.view().selection.has_value());
  REQUIRE(conversation.answer("paused", "continue").has_value());
  conversation.run_until_idle();
  CHECK(conversation.view().latest_flow()->completion == "success");
}
