// The commands of the agency, each as its user types it, with the real program, git and sandbox:
// policy, run, merge, rewind. No model: demo mode builds its demonstration.
#include <doctest/doctest.h>

#include <csignal>
#include <fstream>

#include "base/json.h"
#include "test/e2e/program.h"

namespace fm::e2e {
namespace {

constexpr const char* kWish = "Build a booking page for a barber shop";

std::string git(const Place& place, const fs::path& repository, Words arguments) {
  const Ran ran = run(place, arguments, {.program = "git", .folder = repository});
  CAPTURE(ran.err);
  CHECK(ran.status == 0);
  return ran.out;
}

// What the demonstration begins with, in a repository of its own.
fs::path repository_of(const Place& place) {
  const Ran begun = run(place, {"demo", "barber", "--plain"});
  REQUIRE(begun.status == 3);
  const std::string said = "What is built lies in ";
  const auto from = begun.err.find(said);
  REQUIRE(from != begun.err.npos);
  const auto begin = from + said.size();
  return begun.err.substr(begin, begun.err.find(".\n", begin) - begin);
}

Json json_of(const Ran& ran) {
  CAPTURE(ran.out);
  CAPTURE(ran.err);
  REQUIRE(!ran.lines().empty());
  const auto json = parse_json(ran.lines().front());
  REQUIRE(json.has_value());
  return *json;
}

TEST_CASE("P-61 the policy is shown, and why a call is allowed, asked about or denied") {
  const Place place;
  const Ran shown = run(place, {"policy", "show"});
  CHECK(shown.status == 0);
  CHECK(shown.out.contains("builders-write"));
  CHECK(shown.out.contains("policy.yaml:"));
  const Ran why = run(place, {"policy", "why", "run_command", "ls && git push", "--no-sandbox"});
  CHECK(why.status == 0);
  CHECK(why.out.contains("`git push` has to be asked for"));
  CHECK(why.out.contains("Rule: other-commands (policy.yaml:"));
  CHECK(why.out.contains("Its parts:"));
  const Json denied = json_of(
      run(place, {"policy", "why", "write_file", "src/a.py", "--agent", "reviewer", "--json"}));
  CHECK(text_at(denied, "outcome") == "deny");
  const Ran unknown = run(place, {"policy", "why", "run_command", "ls", "--agent", "bilder"});
  CHECK(unknown.status == 2);
  CHECK(unknown.err.contains("Did you mean builder?"));
  CHECK_FALSE(fs::exists(place.store()));  // looking leaves nothing behind
}

TEST_CASE("S-13 S-11 run builds with a yes in advance, and merge takes the result along") {
  const Place place;
  const fs::path repository = repository_of(place);
  const RunOptions there{.folder = repository};
  const std::string before = git(place, repository, {"rev-parse", "HEAD"});

  const Ran planned = run(place, {"run", kWish, "--model", "rehearsal"}, there);
  CAPTURE(planned.out);
  CAPTURE(planned.err);
  REQUIRE(planned.status == 3);
  CHECK(planned.out.contains("The plan: Booking page for a barber shop"));
  CHECK(planned.err.contains("Build this?"));
  const Ran early = run(place, {"merge"}, there);
  CHECK(early.status == 1);
  CHECK(early.err.contains("is not finished"));

  const Ran built = run(place, {"run", kWish, "--model", "rehearsal", "--yes"}, there);
  CAPTURE(built.out);
  CAPTURE(built.err);
  REQUIRE(built.status == 0);
  CHECK(built.out.contains("3 of 3 tasks merged"));
  // A yes to the result is none to one's own branch.
  CHECK(git(place, repository, {"rev-parse", "HEAD"}) == before);

  const Ran lines = run(place, {"merge", "--push"}, there);
  CHECK(lines.status == 0);
  CHECK(lines.out.contains("has no remote"));
  git(place, repository, {"remote", "add", "origin", "https://github.com/shop/site.git"});
  const Ran push = run(place, {"merge", "--push"}, there);
  CHECK(push.out.contains("Nothing was pushed. To do it:"));
  CHECK(push.out.contains("git push -u origin folkmoot/"));
  CHECK(push.out.contains("gh pr create"));

  const std::string patch = (place.root / "shop.patch").string();
  CHECK(run(place, {"merge", "--patch", patch}, there).status == 0);
  git(place, repository, {"apply", "--check", patch});
  const Ran again = run(place, {"merge", "--patch", patch}, there);
  CHECK(again.status == 1);
  CHECK(again.err.contains("is there already"));

  // A branch that went on in the same file is left as it is.
  std::ofstream(repository / "booking.py") << "mine\n";
  git(place, repository, {"add", "booking.py"});
  git(place, repository,
      {"-c", "user.name=Ana", "-c", "user.email=ana@example.org", "commit", "-qm", "mine"});
  const Ran conflict = run(place, {"merge"}, there);
  CHECK(conflict.status == 1);
  CHECK(conflict.err.contains("booking.py"));
  CHECK(conflict.err.contains("git merge folkmoot/"));
  CHECK(git(place, repository, {"status", "--porcelain"}).empty());
  git(place, repository, {"reset", "-q", "--hard", "HEAD~1"});

  const Ran merged = run(place, {"merge"}, there);
  CAPTURE(merged.err);
  CHECK(merged.status == 0);
  CHECK(merged.out.contains("is in main now"));
  CHECK(git(place, repository, {"ls-files"}).contains("booking.py"));
  CHECK(run(place, {"merge"}, there).out.contains("is in main already"));
}

TEST_CASE("S-11 F-53 merge is the yes to a review, and leaves what is not committed as it is") {
  const Place place;
  const fs::path repository = repository_of(place);
  const RunOptions there{.folder = repository};
  REQUIRE(
      run(place, {"build", kWish, "--model", "rehearsal"}, {.input = "yes\n", .folder = repository})
          .status == 3);
  std::ofstream(repository / "booking.py") << "mine\n";
  const Ran refused = run(place, {"merge"}, there);
  CHECK(refused.status == 1);
  CHECK(refused.err.contains("booking.py"));
  CHECK(read_file(repository / "booking.py") == "mine\n");
  CHECK(run(place, {"gate", "list", "--json"}, there).lines().size() >= 1);
  fs::remove(repository / "booking.py");
  const Ran merged = run(place, {"merge"}, there);
  CAPTURE(merged.out);
  CAPTURE(merged.err);
  CHECK(merged.status == 0);
  CHECK(merged.out.contains("is in main now"));
  const Json project = json_of(run(place, {"project", "status", "--json"}, there));
  CHECK(text_at(project, "phase") == "idle");
}

TEST_CASE("A-5 A-9 rewind lists the snapshots of a paused task, and brings its worktree back") {
  const Place place;
  const fs::path repository = repository_of(place);
  const RunOptions there{.folder = repository};
  const Ran planned = run(place, {"build", kWish, "--model", "rehearsal"}, there);
  REQUIRE(planned.status == 3);
  {
    Program program(place, {"say", "yes", "--room", "build"}, there);
    bool seen = false;
    while (const auto line = program.line())
      if ((seen = line->contains("made booking.py"))) break;
    CHECK(seen);
    program.send(SIGKILL);
    program.wait();
  }
  const Ran at_work = run(place, {"rewind", "1.1", "0"}, there);
  CHECK(at_work.status == 1);
  CHECK(at_work.err.contains("is being worked on"));
  run(place, {"say", "/pause", "--room", "build"}, there);
  const Json history = json_of(run(place, {"rewind", "1.1", "--json"}, there));
  const JsonArray& steps = find_at(history, "steps")->as_array();
  REQUIRE(steps.size() >= 2);
  CHECK(bool_at(steps.back(), "is_now"));
  CHECK(canonical(steps[1]).contains("booking.py"));
  const fs::path lane = std::string(text_at(history, "folder"));
  CHECK(fs::exists(lane / "booking.py"));

  const Ran back = run(place, {"rewind", "1.1", "0"}, there);
  CAPTURE(back.err);
  CHECK(back.status == 0);
  CHECK(back.out.contains("as it was when it began"));
  CHECK_FALSE(fs::exists(lane / "booking.py"));
  CHECK(back.out.contains("git show refs/folkmoot/rescue/"));
  const Ran beyond = run(place, {"rewind", "1.1", "77"}, there);
  CHECK(beyond.status == 1);
  CHECK(beyond.err.contains("has no step 77"));
  CHECK(run(place, {"rewind", "9.9"}, there).err.contains("Those that were: 1.1"));
}

}  // namespace
}  // namespace fm::e2e
