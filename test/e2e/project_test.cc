// Looking at projects and gates with the real program, beside a store that it did not write.
#include <doctest/doctest.h>

#include "base/text.h"
#include "test/e2e/screen.h"
#include "test/e2e/told.h"
#include "test/support/stored_room.h"
#include "test/support/worked_project.h"

namespace fm::e2e {
namespace {

using enum Phase;

void tell_tea_shop(const Place& place) {
  testing::WorkedProject worked;
  worked.to(kDiscovery).ask("q-1").end("q-1", QuestionEnd::kAnswered, "Red.");
  worked.to(kSynthesis).propose("Tea", 1).propose("Green tea", 2).to(kApproval);
  worked.gate("g-1", "approval", "Shall we?", {"yes", "changes"});
  testing::store_room(place.store().string(), worked.script, place.folder.string());
}

TEST_CASE("a project is looked at from its folder, as text and as JSON") {
  const Place place;
  tell_tea_shop(place);
  const Ran status = run(place, {"project", "status"});
  CHECK(status.status == 0);
  CHECK(status.out.contains("Phase      approval, iteration 1\n"));
  CHECK(status.out.contains("Brief      Green tea, revision 2\n"));
  CHECK(run(place, {"project", "state"}).out.contains("Phase      approval"));
  CHECK(run(place, {"project", "log", "-n", "1"}).lines().size() <= 3);
  CHECK(run(place, {"project", "brief", "2", "--compare", "1"}).out.contains("~ title: Tea"));
  for (const char* look : {"status", "state", "log", "brief", "list", "history"}) {
    CAPTURE(look);
    const Ran ran = run(place, {"project", look, "--json", "--room", "tea"});
    CHECK(ran.status == 0);
    CHECK(ran.err.empty());
    REQUIRE(!ran.lines().empty());
    for (const std::string& line : ran.lines()) {
      const auto object = parse_json(line);
      REQUIRE(object);
      CHECK(text_at(*object, "project") == "p-tea2");
      CHECK_FALSE(contains_double(*object));
    }
  }
  const Ran gates = run(place, {"gate", "list"});
  CHECK(gates.status == 0);
  CHECK(gates.out.contains("folkmoot gate answer g-1 N\n"));
}

TEST_CASE("mistakes about projects are told in words and as JSON") {
  const Place place;
  check_told(run(place, {"project", "status"}), 1, "no store here yet");
  CHECK(!fs::exists(place.store()));  // looking makes nothing
  tell_tea_shop(place);
  check_told(run(place, {"project", "status", "--project", "p-x"}), 2, "p-tea2");
  check_told(run(place, {"project", "brief", "9"}), 2, "no revision 9");
  check_told(run(place, {"project", "log", "-n", "all"}), 2, "whole number");
  check_told_json(run(place, {"project", "brief", "9", "--json"}), 2, "brief_unknown");
  check_told_json(run(place, {"project", "list", "--room", "x", "--json"}), 2, "room_unknown");
}

TEST_CASE("in a terminal every look fits the screen") {
  for (const std::string look : {"project status", "project log", "project brief", "project list",
                                 "project history", "gate list"}) {
    CAPTURE(look);
    const Place place;
    tell_tea_shop(place);
    Screen screen(place, look);
    screen.wait_for("status=0");
    for (const std::string& line : screen.history())
      if (!line.contains("stty")) CHECK_MESSAGE(width(trim(line)) < 80, line);
  }
}

TEST_CASE("no command and nothing to say is the help") {
  const Place place;
  const Ran ran = run(place, {});
  CHECK(ran.status == 0);
  CHECK(ran.out.starts_with("folkmoot: "));
  CHECK(ran.out == run(place, {"--help"}).out);
}

}  // namespace
}  // namespace fm::e2e
