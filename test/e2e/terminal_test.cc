// A person at a real terminal.
#include <doctest/doctest.h>

#include "base/text.h"
#include "test/e2e/screen.h"
#include "test/e2e/told.h"

namespace fm::e2e {
namespace {

// Our own lines never fill the last column; what the program did not draw may.
void check_fits(const Words& lines) {
  for (const std::string& line : lines)
    if (!line.contains("stty")) CHECK_MESSAGE(width(trim(line)) < 80, line);
}

// The terminal is as it was: it shows what is typed, and takes lines.
void check_terminal_is_whole(const std::string& screen) {
  CHECK(screen.contains(" icanon"));
  CHECK(screen.contains(" echo "));
}

TEST_CASE("I-14 P-80 the live view shows who speaks, the ideas as a table and the choice") {
  Place place;
  place.environment["FOLKMOOT_REHEARSAL_WORDS_PER_SECOND"] = "700";
  Screen screen(place, "ideate 'a tool library' --out r.html");
  screen.wait_for("Leader");
  screen.wait_for("Researcher");
  const std::string end = screen.wait_for("status=0");
  check_terminal_is_whole(screen.wait_for("icanon"));
  const Words history = screen.history();
  check_fits(history);
  std::string all;
  for (const std::string& line : history) all += line + "\n";
  for (const char* said : {"Kickoff", "Leader", "Researcher", "Ideation", "Adversary",
                           "Implementer", "Moderator", "idea-1", "idea-3", "r.html"})
    CHECK_MESSAGE(all.contains(said), said);
  CHECK(!all.contains("^["));
  CHECK(fs::exists(place.folder / "r.html"));
}

TEST_CASE("I-13 E-8 Ctrl-C asks once, leaves the second time, and what is typed is said") {
  Place place;
  place.environment["FOLKMOOT_REHEARSAL_WORDS_PER_SECOND"] = "12";
  Screen screen(place, "ideate 'a tool library'");
  screen.wait_for("Leader speaking");
  screen.type("think of the winter");
  screen.wait_for("> think of the winter");
  screen.press("Enter");
  screen.wait_for("> You");
  screen.press("C-c");
  screen.wait_for("continue, skip, or stop? [c/s/x]");
  screen.wait_for("(interrupted)");
  screen.type("c");
  screen.wait_for("You chose: continue.");
  screen.wait_for("speaking");
  screen.press("C-c");
  screen.press("C-c");
  const std::string left = screen.wait_for("status=130");
  check_terminal_is_whole(screen.wait_for("icanon"));
  std::string all;
  for (const std::string& line : screen.history()) all += line + "\n";
  CHECK(all.contains("folkmoot resume a-tool-library-"));
  check_fits(screen.history());

  const Ran resumed = run(place, {"resume", "--json"});  // in a pipe nothing is paced
  CHECK(resumed.status == 0);
  bool heard = false;
  for (const Json& event : of_kind(events_of(resumed.lines()), "message.posted"))
    heard = heard || text(event, "text") == "think of the winter";
  CHECK(heard);
}

TEST_CASE("I-13 stop ends the discussion between two turns, and the files are written") {
  Place place;
  place.environment["FOLKMOOT_REHEARSAL_WORDS_PER_SECOND"] = "60";
  Screen screen(place, "ideate 'a quiz' --ideas i.json");
  screen.wait_for("Leader speaking");
  screen.type("stop");
  screen.press("Enter");
  screen.wait_for("status=");
  CHECK(fs::exists(place.folder / "i.json"));
  check_told(run(place, {"resume"}), 2, "unfinished");
}

TEST_CASE("I-13 a terminal that goes away leaves the discussion resumable") {
  Place place;
  place.environment["FOLKMOOT_REHEARSAL_WORDS_PER_SECOND"] = "12";
  {
    Screen screen(place, "ideate 'a quiz'");
    screen.wait_for("Leader speaking");
  }
  // The program ends by itself: as soon as it has, its store is free.
  Ran ran;
  for (int tries = 0; tries < 200; ++tries) {
    ran = run(place, {"resume", "--json"});
    if (ran.status != 75) break;
  }
  CHECK_MESSAGE(ran.status == 0, ran.err);
}

TEST_CASE("P-80 with --quiet a terminal gets the outcome alone") {
  Place place;
  Screen screen(place, "ideate 'a quiz' --quiet; '" + std::string(std::getenv("FOLKMOOT_BINARY")) +
                           "' room list");
  const std::string end = screen.wait_for("status=0");
  CHECK(end.contains("idea-"));
  CHECK(end.contains("a-quiz-"));
}

}  // namespace
}  // namespace fm::e2e
