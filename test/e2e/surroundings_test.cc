// Where the program runs: outputs that are closed or full, odd folders, languages, no home.
#include <doctest/doctest.h>
#include <signal.h>

#include "test/e2e/told.h"

namespace fm::e2e {
namespace {

TEST_CASE("I-15 a reader that goes away ends the program quietly, and the discussion can go on") {
  for (const bool json : {true, false}) {
    const Place place;
    Words words{"ideate", "head", "--preset", "full"};
    if (json) words.emplace_back("--json");
    Program program(place, words);
    REQUIRE(program.line().has_value());
    program.close_output();
    const Ran ran = program.wait();
    CHECK(ran.signal == 0);
    CHECK((ran.status == 130 || ran.status == 0));
    CHECK(ran.err.empty());
    const Ran resumed = run(place, {"resume", "--json"});
    if (ran.status == 130) CHECK(resumed.status == 0);
    CHECK(run(place, {"room", "show"}).out.contains("head"));
  }
}

TEST_CASE("E-8 an output that takes nothing does not end in success") {
  const Place place;
  const Ran ran = run(place, {"ideate", "full", "--json"}, {.output = "/dev/full"});
  CHECK(ran.status != 0);
  CHECK(ran.signal == 0);
  CHECK(run(place, {"resume"}).status == 0);
}

TEST_CASE("E-8 a list or export that could not be written is an error") {
  const Place place;
  CHECK(run(place, {"ideate", "a quiz", "--quiet"}).status == 0);
  for (const Words& words :
       {Words{"room", "list"}, Words{"room", "export", "a-quiz"}, Words{"version"}}) {
    const Ran ran = run(place, words, {.output = "/dev/full"});
    CHECK(ran.status == 1);
    CHECK(!ran.err.empty());
  }
}

TEST_CASE("E-8 a report that cannot be written is refused before anybody speaks") {
  const Place place;
  fs::create_directories(place.folder / "folder.html");
  place.write("file", "x");
  for (const char* option : {"--out", "--ideas"})
    for (const char* path : {"no/such/r.md", "folder.html/", "file/r.md", "/proc/r.md"}) {
      CAPTURE(path);
      const Ran ran = run(place, {"ideate", "a topic", option, path});
      CHECK((ran.status == 1 || ran.status == 2));
      check_told(ran, ran.status, "be written");
    }
  CHECK(run(place, {"room", "list", "--json"}).out.empty());
}

TEST_CASE("I-14 folders with odd names hold stores, rooms and reports") {
  for (const char* name : {"with space", "quo\"te' $HOME `x`", "ümläut 道", "line\nbreak", "-rf",
                           "back\\slash", "a'; DROP TABLE log; --"}) {
    CAPTURE(name);
    const Place place;
    const fs::path odd = place.folder / name;
    fs::create_directories(odd);
    const RunOptions inside{.folder = odd};
    const Ran ran = run(
        place,
        {"ideate", "odd", "--store", "its store", "--out", "r.html", "--ideas", "i.json", "--json"},
        inside);
    CHECK_MESSAGE(ran.status == 0, ran.err);
    CHECK(text(events_of(ran.lines()).front(), "folder") == odd.string());
    CHECK(fs::exists(odd / "r.html"));
    CHECK(fs::exists(odd / "i.json"));
    CHECK(fs::exists(odd / "its store/store.db"));
    const Ran list = run(place, {"room", "list", "--store", "its store"}, inside);
    CHECK(list.lines().size() == 1);
  }
}

TEST_CASE("I-14 languages and time zones change what is shown, never what is stored") {
  Place place;
  const auto idea_lines = [&](const char* topic) {
    const Ran ran = run(place, {"ideate", topic, "--json", "--new"});
    CHECK(ran.status == 0);
    return outcome(events_of(ran.lines()));
  };
  const std::string topic = "İstanbul için ılık FİKİR";
  const std::string expected = idea_lines(topic.c_str());
  for (const char* language : {"C", "tr_TR.UTF-8", "POSIX", "de_DE@euro", "nonsense"}) {
    place.environment["LC_ALL"] = language;
    place.environment["TZ"] = "Asia/Kathmandu";
    CHECK(idea_lines(topic.c_str()) == expected);
    CHECK(run(place, {"ideate", topic, "--min-score", "7.5", "--quiet"}).status == 0);
  }
  const auto row = parse_json(run(place, {"room", "list", "--json"}).lines().front());
  CHECK(text_at(*row, "updated_at").ends_with("Z"));
  place.environment["TZ"] = "no/such/zone";
  CHECK(run(place, {"room", "list"}).status == 0);
}

TEST_CASE("E-8 without a home the store must be named") {
  Place place;
  place.environment.erase("HOME");
  check_told(run(place, {"ideate", "a topic"}), 1, "Neither XDG_STATE_HOME nor HOME is set.");
  check_told_json(run(place, {"room", "list", "--json"}), 1, "store_no_home");
  CHECK(run(place, {"ideate", "a topic", "--quiet", "--store", "here"}).status == 0);
  CHECK(run(place, {"config", "show"}).status == 0);
  place.environment["XDG_STATE_HOME"] = (place.root / "state").string();
  CHECK(run(place, {"ideate", "a topic", "--quiet"}).status == 0);
  CHECK(fs::exists(place.root / "state/folkmoot/store.db"));
  place.environment = {{"HOME", place.home.string()}};  // not even a PATH
  CHECK(run(place, {"ideate", "a topic", "--quiet"}).status == 0);
}

TEST_CASE("P-15 a room is set aside when the program dies in it again and again") {
  Place place;
  place.environment["FOLKMOOT_REHEARSAL_WORDS_PER_SECOND"] = "1";
  std::string room;
  for (int i = 0; i < 12; ++i) {
    Program program(place, {"ideate", "doomed", "--json"});
    const auto line = program.line();
    if (!line) {
      const Ran ran = program.wait();
      check_told_json(ran, 1, "room_quarantined");
      CHECK(run(place, {"room", "list"}).out.contains("quarantined"));
      CHECK(run(place, {"room", "show", room}).status == 0);
      CHECK(run(place, {"ideate", "another", "--quiet"}).status == 0);  // others are not touched
      CHECK(run(place, {"resume", room, "--force", "--json"}).status == 0);
      return;
    }
    room = text_at(*parse_json(*line), "room");
    program.send(SIGKILL);
    program.wait();
  }
  MESSAGE("it went further each time: nothing to set aside");
}

}  // namespace
}  // namespace fm::e2e
