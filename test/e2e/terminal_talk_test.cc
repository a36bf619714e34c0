// A person who talks at a real terminal: where they are, what they type, their own editor.
#include <doctest/doctest.h>

#include <fstream>

#include "base/text.h"
#include "test/e2e/screen.h"
#include "test/e2e/told.h"

namespace fm::e2e {
namespace {

const std::string kGoal = "Build a booking page for a barber shop";

struct FastPlace : Place {
  FastPlace() { environment["FOLKMOOT_REHEARSAL_WORDS_PER_SECOND"] = "3000"; }
};

int count_of(const Place& place, std::string_view words) {
  int count = 0;
  const std::string log = run(place, {"room", "export", "general"}).out;
  for (auto at = log.find(words); at != log.npos; at = log.find(words, at + 1)) ++count;
  return count;
}

void say(Screen& screen, const std::string& words) {
  screen.type(words);
  screen.wait_for("> " + words.substr(0, 40));
  screen.press("Enter");
}

TEST_CASE("C-13 P-80 say with an unknown command ends with 2, and nothing was said or begun") {
  const Place place;
  check_told(run(place, {"say", "/nonsense"}), 2, "There is no command /nonsense.");
  check_told(run(place, {"say", "/statsu"}), 2, "Did you mean /status?");
  check_told_json(run(place, {"say", "/statsu", "--json"}), 2, "command_unknown");
  check_told(run(place, {"say", "/exit please"}), 2, "/exit takes no words behind it.");
  check_told_json(run(place, {"say", "/costs", "--json"}), 2, "command_not_here");
  CHECK(!fs::exists(place.store()));
}

TEST_CASE("C-13 in a pipe an unknown command is passed over, and the status tells it") {
  const Place place;
  const Ran ran = run(place, {"--model", "rehearsal"}, {.input = kGoal + "\n/statsu\n"});
  CHECK(ran.status == 2);
  CHECK(ran.err.contains("Did you mean /status?"));
  CHECK(count_of(place, "/statsu") == 0);
}

TEST_CASE("C-46a C-48 P-80 the status says where the person is and what is due, in every phase") {
  const FastPlace place;
  Screen screen(place, "--model rehearsal");
  const std::string welcome = screen.wait_for("Your turn.  demo mode");
  CHECK(welcome.contains("team council, demo mode."));
  say(screen, kGoal);
  screen.wait_for("Your turn: 3 questions.  [questions] > brief > work > review, demo mode");
  say(screen, "/statsu");
  screen.wait_for("Did you mean /status?");
  say(screen, "/answers");
  screen.wait_for("To correct one: /answers 3: new words");
  say(screen, "you decide");
  screen.wait_for("Your turn: choose 1 to 3.  questions > [brief] > work > review");
  say(screen, "1");
  screen.wait_for("questions > brief > work > [review]");
  say(screen, "/projects");
  screen.wait_for("Booking page for a barber shop");
  say(screen, "/quit");
  screen.wait_for("status=0");
  for (const std::string& line : screen.history())
    if (!line.contains("stty")) CHECK_MESSAGE(width(trim(line)) < 80, line);
  for (const char* shown : {"/statsu", "/projects"})
    CHECK(count_of(place, "\"text\":\"" + std::string(shown) + "\"") == 0);
}

TEST_CASE("P-80 NO_COLOR keeps the live view") {
  FastPlace place;
  place.environment["NO_COLOR"] = "1";
  Screen screen(place, "--model rehearsal");
  screen.wait_for("Your turn.  demo mode");
  say(screen, "/quit");
  screen.wait_for("status=0");
}

TEST_CASE("P-80 several lines are typed and pasted as one message") {
  const FastPlace place;
  Screen screen(place, "--model rehearsal");
  screen.wait_for("Your turn.");
  std::string paste;
  for (int i = 0; i < 120; ++i) paste += "line " + std::to_string(i) + "\r";
  screen.type("first");
  screen.press("C-j");
  screen.type("\x1b[200~" + paste + "\x1b[201~");
  const std::string typed = screen.wait_for("[pasted: 120 lines]");
  CHECK(typed.contains("> first\n  [pasted: 120 lines]"));
  screen.press("Enter");
  screen.wait_for("more lines]");
  CHECK(count_of(place, R"("marker":"discussion","text":"first\nline 0\nline 1\n)") == 1);
  CHECK(count_of(place, "line 119") >= 1);
  screen.wait_for("Your turn");
  say(screen, "/quit");
  screen.wait_for("status=0");
}

TEST_CASE("C-41 P-80 /brief edit sends what the editor saves, and nothing else") {
  FastPlace place;
  const std::string script = (place.root / "editor").string();
  std::ofstream(script) << "#!/bin/sh\n[ -e ../fails ] && exit 3\n[ -e ../keeps ] && exit 0\n"
                           "sed -i 's/monthly fee/monthly fee at all/' \"$1\"\n";
  fs::permissions(script, fs::perms::owner_all);
  place.environment["EDITOR"] = script;
  Screen screen(place, "--model rehearsal");
  screen.wait_for("Your turn.");
  say(screen, "/brief edit");
  screen.wait_for("There is no brief yet.");
  say(screen, kGoal);
  screen.wait_for("Your turn: 3 questions.");
  say(screen, "you decide");
  screen.wait_for("Your turn: choose 1 to 3.");
  std::ofstream(place.root / "fails") << "x";
  say(screen, "/brief edit");
  screen.wait_for("ended with status 3.");
  fs::remove(place.root / "fails");
  std::ofstream(place.root / "keeps") << "x";
  say(screen, "/brief edit");
  screen.wait_for("The brief is unchanged. Nothing was sent.");
  CHECK(count_of(place, "\"text\":\"/brief ") == 0);
  fs::remove(place.root / "keeps");
  say(screen, "/brief edit");
  screen.wait_for("> You\n  /brief");
  screen.wait_for("Your turn: choose 1 to 3.");
  CHECK(count_of(place, "monthly fee at all") > 0);
  say(screen, "/quit");
  screen.wait_for("status=0");
  screen.wait_for(" icanon");
}

}  // namespace
}  // namespace fm::e2e
