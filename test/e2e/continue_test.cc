// What the same command does a second time, and what resume does without anything to do.
#include <doctest/doctest.h>
#include <signal.h>

#include "test/e2e/told.h"

namespace fm::e2e {
namespace {

// Begins a discussion and kills it after `lines` events; its room.
std::string begin_and_kill(const Place& place, const Words& arguments, int lines) {
  Program program(place, arguments);
  std::string last;
  for (int i = 0; i < lines; ++i) {
    const auto line = program.line();
    REQUIRE(line.has_value());
    last = *line;
  }
  program.send(SIGKILL);
  CHECK(program.wait().signal == SIGKILL);
  const auto event = parse_json(last);
  REQUIRE(event.has_value());
  return std::string(text_at(*event, "room"));
}

TEST_CASE("I-15 the same topic and options go on in the same room, and it is said") {
  const Place place;
  const std::string room = begin_and_kill(place, {"ideate", "a quiz", "--json"}, 12);
  const Ran again = run(place, {"ideate", "a quiz"});
  CHECK(again.status == 0);
  CHECK(again.out.contains("The discussion in room " + room + " was not finished: it goes on."));
  CHECK(run(place, {"room", "list", "--json"}).lines().size() == 1);

  const std::string second = begin_and_kill(place, {"ideate", "a quiz", "--json"}, 12);
  CHECK(second != room);  // the first had come to its end
  const Ran told = run(place, {"ideate", "a quiz", "--json"});
  CHECK(told.err.contains("\"discussion_continued\""));
  CHECK(room_of(events_of(told.lines())) == second);
}

TEST_CASE("I-15 another topic begins anew and names the unfinished one in one line") {
  const Place place;
  const std::string room = begin_and_kill(place, {"ideate", "a quiz", "--json"}, 12);
  const Ran other = run(place, {"ideate", "a fair"});
  CHECK(other.status == 0);
  int named = 0;
  for (const std::string& line : other.lines())
    if (line.contains(room)) ++named;
  CHECK(named == 1);
  const Ran told = run(place, {"ideate", "a market", "--json"});
  CHECK(told.err.contains("\"other_unfinished\""));
  CHECK(told.err.contains("folkmoot resume " + room));
  CHECK(lines_of(told.err).size() == 1);
  const Ran preset = run(place, {"ideate", "a quiz", "--preset", "extended"});  // other options
  CHECK(preset.out.contains("folkmoot resume " + room));
  CHECK(run(place, {"room", "list", "--json"}).lines().size() == 4);
}

TEST_CASE("I-15 --new begins another discussion, whatever is unfinished") {
  const Place place;
  const std::string room = begin_and_kill(place, {"ideate", "a quiz", "--json"}, 12);
  const Ran anew = run(place, {"ideate", "a quiz", "--new", "--json"});
  CHECK(anew.status == 0);
  CHECK(room_of(events_of(anew.lines())) != room);
}

TEST_CASE("I-15 resume writes the files that were asked for in the beginning") {
  const Place place;
  begin_and_kill(place, {"ideate", "a quiz", "--out", "r.html", "--ideas", "i.md", "--json"}, 30);
  CHECK(!fs::exists(place.folder / "r.html"));
  CHECK(run(place, {"resume"}).status == 0);
  CHECK(fs::exists(place.folder / "r.html"));
  CHECK(fs::exists(place.folder / "i.md"));
}

TEST_CASE("I-15 resume names what it cannot resume") {
  const Place place;
  check_told(run(place, {"resume"}), 2, "No discussion of this folder is unfinished.");
  const Ran ran = run(place, {"ideate", "a tool library", "--json"});
  const std::string room = room_of(events_of(ran.lines()));
  check_told(run(place, {"resume"}), 2, "folkmoot ideate");
  const Ran over = run(place, {"resume", room});
  check_told(over, 2, "Nothing is unfinished in room " + room);
  check_told_json(run(place, {"resume", room, "--json"}), 2, "nothing_to_resume");
  check_told(run(place, {"resume", "b" + room.substr(1)}), 2, "Did you mean " + room);
  check_told_json(run(place, {"resume", "zzzzzz", "--json"}), 2, "room_unknown");
}

TEST_CASE("I-15 a folder's unfinished discussion is not another folder's") {
  const Place place;
  begin_and_kill(place, {"ideate", "a quiz", "--json"}, 12);
  fs::create_directories(place.root / "elsewhere");
  const RunOptions elsewhere{.folder = place.root / "elsewhere"};
  check_told(run(place, {"resume"}, elsewhere), 2, "--all");
  CHECK(run(place, {"room", "list", "--json"}, elsewhere).out.empty());
  CHECK(run(place, {"room", "list", "--all", "--json"}, elsewhere).lines().size() == 1);
}

TEST_CASE("I-13 in a pipe Ctrl-C leaves at once and says how to go on") {
  for (const int signal : {SIGINT, SIGTERM}) {
    Place place;
    place.environment["FOLKMOOT_REHEARSAL_WORDS_PER_SECOND"] = "1";
    Program program(place, {"ideate", "a quiz", "--json"});
    for (int i = 0; i < 8; ++i) REQUIRE(program.line().has_value());
    program.send(signal);
    const Ran ran = program.wait();
    CHECK(ran.signal == 0);
    if (ran.status == 0) continue;  // it was over before the signal came
    CHECK(ran.status == 130);
    CHECK(lines_of(ran.err).size() == 1);
    CHECK(ran.err.contains("folkmoot resume a-quiz-"));
    CHECK(run(place, {"resume", "--json"}).status == 0);
  }
}

}  // namespace
}  // namespace fm::e2e
