// A coding agent that the person has builds the demonstration's plan, with the real program: it is
// found on PATH, runs in the sandbox, and what it builds is tested, reviewed and merged (S-20,
// S-21).
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>

#include "base/json.h"
#include "test/e2e/program.h"

namespace fm::e2e {
namespace {

constexpr const char* kAnswers = "1: they call, 2: Sharp since 1962, 3: jo@sharp.example\nyes\n";
constexpr const char* kTest =
    "import unittest\\nclass Test(unittest.TestCase):\\n def test(self): pass\\n";

std::string script() {
  const std::string test = kTest;
  return "run Task 1.1:\nsay The diary.\nwrite booking.py x = 1\\n\nwrite tests/test_rules.py " +
         test + "\nwrite tests/test_booking.py " + test + "\nend\n" +
         "run Task 1.2:\nsay The page.\nwrite server.py y = 1\\n\nwrite tests/test_server.py " +
         test + "\nend\n" + "run Task 1.3:\nsay The notice.\nwrite notice.py z = 1\\n\nend\n";
}

// A home in which `codex` is there.
struct WithCodex {
  Place place;
  fs::path bin = place.root / "bin";

  WithCodex() {
    fs::create_directories(bin);
    fs::create_directories(place.home / ".codex");
    fs::copy_file(fs::path(std::getenv("FM_BINARY_DIR")) / "test/fake_agent", bin / "fake_agent");
    std::ofstream(bin / "script") << script();
    std::ofstream(bin / "codex") << "#!/bin/sh\nhere=$(dirname \"$0\")\nexec \"$here/fake_agent\" "
                                    "\"$here/script\" codex .codex \"$@\"\n";
    fs::permissions(bin / "codex", fs::perms::owner_all);
    place.environment["PATH"] = bin.string() + ":" + place.environment["PATH"];
    place.environment["OPENAI_API_KEY"] = "sk-of-the-person";
  }

  void let_team_build_with_it() const {
    const fs::path teams = place.home / ".config/folkmoot/teams";
    fs::create_directories(teams);
    std::ofstream(teams / "council.yaml")
        << read_file(fs::path(std::getenv("FM_SOURCE_DIR")) / "packs/default/teams/council.yaml")
        << "\nbuilder: {backend: exec, profile: codex}\n";
  }
};

TEST_CASE("S-20 a team says that codex builds, and the card of the plan says so") {
  const WithCodex with;
  with.let_team_build_with_it();
  const Ran begun = run(with.place, {"demo", "barber", "--plain"}, {.input = kAnswers});
  CAPTURE(begun.out);
  REQUIRE(begun.status == 3);
  CHECK(begun.out.contains("builder builds with codex, in its sandbox, with the network"));
}

TEST_CASE("S-20 S-21 the demonstration is built by the codex that is on PATH, as the person says") {
  const WithCodex with;
  const Place& place = with.place;
  const Ran begun = run(place, {"demo", "barber", "--plain"}, {.input = kAnswers});
  CAPTURE(begun.out);
  CAPTURE(begun.err);
  REQUIRE(begun.status == 3);
  CHECK(begun.out.contains("Build it with Codex"));
  constexpr std::string_view kLiesIn = "What is built lies in ";
  const auto at = begun.err.find(kLiesIn);
  REQUIRE(at != std::string::npos);
  const auto from = at + kLiesIn.size();
  const fs::path repository = begun.err.substr(from, begun.err.find(".\n", from) - from);
  const RunOptions there{.folder = repository};
  const auto room = parse_json(run(place, {"room", "list", "--json"}, there).lines().at(0));
  REQUIRE(room.has_value());
  const std::string id(text_at(*room, "id"));
  const Ran built = run(place, {"say", "--room", id, "Build it with Codex"}, there);
  CAPTURE(built.out);
  CAPTURE(built.err);
  REQUIRE(built.status == 3);
  CHECK(built.out.contains("Builder (1.1): shell booking.py"));
  CHECK(built.out.contains("3 of 3 tasks merged"));
  const Ran exported = run(place, {"room", "export", id}, there);
  CHECK(exported.out.contains("exec:codex"));
  CHECK_FALSE(exported.out.contains("sk-of-the-person"));
  // What it was started with, as it noted it itself.
  const std::string noted = read_file(place.home / ".codex/run-1.json");
  CHECK(noted.contains("OPENAI_API_KEY=sk-of-the-person"));
  CHECK(noted.contains("--skip-git-repo-check"));
  const Ran costs = run(place, {"costs", "--by", "model"}, there);
  CHECK(costs.out.contains("exec:codex"));
}

TEST_CASE("S-20 P-81 the coding agents are listed with what is there, and a check starts them") {
  const WithCodex with;
  const Ran listed = run(with.place, {"agents", "list", "--json"});
  CAPTURE(listed.err);
  CHECK(listed.status == 0);
  bool seen = false;
  for (const std::string& line : listed.lines()) {
    const auto row = parse_json(line);
    REQUIRE(row.has_value());
    if (text_at(*row, "coding_agent") != "codex") continue;
    seen = true;
    CHECK(bool_at(*row, "installed"));
    CHECK(text_at(*row, "version") == "9.9.9");
    CHECK_FALSE(bool_at(*row, "is_tried"));
  }
  CHECK(seen);
  CHECK(run(with.place, {"agents", "list"}).out.contains("9.9.9 (not tried; 0.171.0 was)"));
  const Ran checked = run(with.place, {"agents", "check", "--start"});
  CHECK(checked.status == 0);
  CHECK(checked.out.contains("logged in"));
  CHECK(checked.out.contains("npm install -g"));  // of those that are not there
  CHECK(run(with.place, {"doctor"}).out.contains("codex"));
  CHECK_FALSE(fs::exists(with.place.home / ".codex/run-1.json"));  // no model was asked
}

}  // namespace
}  // namespace fm::e2e
