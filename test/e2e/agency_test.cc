// The demonstration that is built for real, with the real program, git, sandbox and commands, and
// without any model: from a wish to a program in the person's branch.
#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <vector>

#include "base/json.h"
#include "test/e2e/program.h"

namespace fm::e2e {
namespace {

constexpr const char* kAnswers = "1: they call, 2: Sharp since 1962, 3: jo@sharp.example\nyes\n";

std::string between(const std::string& text, std::string_view before, std::string_view after) {
  const auto from = text.find(before);
  REQUIRE(from != text.npos);
  const auto begin = from + before.size();
  return text.substr(begin, text.find(after, begin) - begin);
}

// Git of whoever runs the tests, in the repository that was built in.
std::string git(const Place& place, const fs::path& repository, Words arguments) {
  const Ran ran = run(place, arguments, {.program = "git", .folder = repository});
  CAPTURE(ran.err);
  CHECK(ran.status == 0);
  return ran.out;
}

// Up to the card that holds brief and plan.
std::string planned(const Place& place, fs::path& repository) {
  const Ran begun = run(place, {"demo", "barber", "--plain"}, {.input = kAnswers});
  CAPTURE(begun.out);
  CAPTURE(begun.err);
  REQUIRE(begun.status == 3);
  repository = between(begun.err, "What is built lies in ", ".\n");
  CHECK(begun.out.contains("The plan: Booking page for a barber shop"));
  CHECK(begun.out.contains("Nothing is built before you say yes."));
  CHECK(begun.out.contains("Build this? (yes, or say what to change)"));
  CHECK(lines_of(git(place, repository, {"for-each-ref"})).size() == 1);  // only their own branch
  const auto room =
      parse_json(run(place, {"room", "list", "--json"}, {.folder = repository}).lines().at(0));
  REQUIRE(room.has_value());
  return std::string(text_at(*room, "id"));
}

// The one that waits.
std::string open_gate(const Place& place, const RunOptions& there) {
  const Ran gates = run(place, {"gate", "list", "--json"}, there);
  REQUIRE(gates.lines().size() == 1);
  return std::string(text_at(*parse_json(gates.lines()[0]), "gate"));
}

void check_result(const Place& place, const fs::path& repository) {
  CHECK(git(place, repository, {"status", "--porcelain"}).empty());
  git(place, repository, {"fsck", "--strict"});
  CHECK(lines_of(git(place, repository, {"worktree", "list"})).size() == 1);
  const std::string files = git(place, repository, {"ls-files"});
  for (const char* file : {"booking.py", "page.html", "server.py", "notice.py"})
    CHECK(files.contains(file));
  CHECK(read_file(repository / "settings.py").contains("Sharp since 1962"));
  CHECK_FALSE(read_file(repository / "settings.py").contains("<<<<<<<"));
  const Ran tests =
      run(place, {"-m", "unittest", "-q"}, {.program = "python3", .folder = repository});
  CAPTURE(tests.err);
  CHECK(tests.status == 0);
  for (const auto& left : fs::recursive_directory_iterator(place.store().string() + "-lanes"))
    CHECK_MESSAGE(!left.is_regular_file(), left.path().string());
}

TEST_CASE("A-3 A-7 A-8 what was agreed on is built, reviewed, joined, tested and brought in") {
  const Place place;
  fs::path repository;
  const std::string room = planned(place, repository);
  const RunOptions there{.folder = repository};
  const std::string before = git(place, repository, {"rev-parse", "HEAD"});
  const Ran built = run(place, {"say", "--room", room, "yes"}, there);
  CAPTURE(built.out);
  CAPTURE(built.err);
  REQUIRE(built.status == 3);
  // Its tests failed first, one reviewer found what the tests did not, and two tasks met in a file.
  CHECK(built.out.contains("(exit status 1"));
  CHECK(built.out.contains("reviewer asks for changes in 1.1"));
  CHECK(built.out.contains("builder joins the two."));
  CHECK(built.out.contains("3 of 3 tasks merged"));
  CHECK(built.out.contains("`python3 -m unittest -q` passes"));
  // The person's own branch is untouched until they take it.
  CHECK(git(place, repository, {"rev-parse", "HEAD"}) == before);
  CHECK(git(place, repository, {"status", "--porcelain"}).empty());
  const std::string gate = open_gate(place, there);
  const Ran taken = run(place, {"gate", "answer", gate, "1"}, there);
  CAPTURE(taken.out);
  CAPTURE(taken.err);
  CHECK(taken.status == 0);
  CHECK((taken.out + taken.err).contains("in main now"));
  check_result(place, repository);
}

TEST_CASE("A-5 A-10 a kill -9 at any moment of the work loses nothing and merges nothing twice") {
  const Place place;
  fs::path repository;
  const std::string room = planned(place, repository);
  const RunOptions there{.folder = repository};
  Words command = {"say", "--room", room, "yes"};
  for (const char* mark : {"made booking.py", "asks for changes in 1.1", "joins the two"}) {
    Program program(place, command, there);
    bool seen = false;
    while (const auto line = program.line())
      if ((seen = line->contains(mark))) break;
    CHECK_MESSAGE(seen, mark);
    program.send(SIGKILL);
    program.wait();
    command = {"resume", room};
  }
  const Ran ended = run(place, command, there);
  CAPTURE(ended.out);
  CAPTURE(ended.err);
  REQUIRE(ended.status == 3);
  CHECK(ended.out.contains("3 of 3 tasks merged"));
  const std::string gate = open_gate(place, there);
  CHECK(run(place, {"gate", "answer", gate, "1"}, there).status == 0);
  check_result(place, repository);
  // Each task once, and one merge for the two that met.
  const std::string log = git(place, repository, {"log", "--format=%s"});
  for (const char* task : {"1.1: ", "1.2: ", "1.3: "}) {
    std::size_t found = 0;
    for (const std::string& line : lines_of(log)) found += line.starts_with(task);
    CHECK(found >= 1);
    CHECK(found <= 2);
  }
}

// The events of the room of that kind, whole.
std::vector<Json> events_of_kind(const Place& place, const RunOptions& there,
                                 const std::string& room, std::string_view kind) {
  std::vector<Json> found;
  for (const std::string& line : run(place, {"room", "show", room, "--json"}, there).lines()) {
    const auto event = parse_json(line);
    if (event && text_at(*event, "kind") == kind) found.push_back(*event);
  }
  return found;
}

TEST_CASE("A-3 A-5 settings of the folder that nobody approved are asked about, then used") {
  const Place place;
  fs::path repository;
  const std::string room = planned(place, repository);
  const RunOptions there{.folder = repository};
  // Whoever can write into the folder has changed it since the card was shown.
  fs::create_directories(repository / ".folkmoot");
  std::ofstream(repository / ".folkmoot/config.yaml")
      << "worktree:\n  setup: [\"mkdir -p installed && cp .env installed/\"]\n"
         "  copy: [.env]\n  cleanup: [\"test -f installed/.env\"]\nlimits: {agents: 1}\n";
  std::ofstream(repository / ".env") << "KEY=of-the-person\n";
  const Ran asked = run(place, {"say", "--room", room, "yes"}, there);
  CAPTURE(asked.out);
  CAPTURE(asked.err);
  REQUIRE(asked.status == 3);
  CHECK(asked.out.contains("have changed since you approved the plan"));
  CHECK_FALSE(asked.out.contains("made booking.py"));
  const Ran built = run(place, {"gate", "answer", open_gate(place, there), "use-settings"}, there);
  CAPTURE(built.out);
  CAPTURE(built.err);
  REQUIRE(built.status == 3);
  std::string out = built.out;
  if (!out.contains("3 of 3 tasks merged")) {  // files of theirs are not committed: what counts?
    const Ran based = run(place, {"gate", "answer", open_gate(place, there), "from-head"}, there);
    CAPTURE(based.out);
    CAPTURE(based.err);
    REQUIRE(based.status == 3);
    out = based.out;
  }
  CHECK(out.contains("3 of 3 tasks merged"));
  std::size_t setups = 0;
  for (const Json& event : events_of_kind(place, there, room, "check.finished")) {
    const Json* body = find_at(event, "body");
    if (text_at(*body, "on") != "setup") continue;
    ++setups;
    CHECK(int_at(*body, "status") == 0);
  }
  CHECK(setups >= 3);
  CHECK(events_of_kind(place, there, room, "worktree.settled").size() == 1);
  for (const Json& event : events_of_kind(place, there, room, "warning"))
    CHECK(text_at(*find_at(event, "body"), "code") != "cleanup_failed");
  // What was copied and installed is in no commit.
  const std::string files = git(place, repository, {"log", "--all", "--name-only", "--format="});
  CHECK_FALSE(files.contains(".env"));
  CHECK_FALSE(files.contains("installed"));
}

// All programs of the machine but the one that makes sandboxes.
std::string path_without_sandbox(const Place& place) {
  const fs::path programs = place.root / "programs";
  fs::create_directories(programs);
  const std::string path = place.environment.at("PATH");
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    std::error_code error;
    for (const auto& one : fs::directory_iterator(path.substr(at, end - at), error))
      if (one.path().filename() != "bwrap")
        fs::create_symlink(one.path(), programs / one.path().filename(), error);
    at = end + 1;
  }
  return programs.string();
}

TEST_CASE("P-62 where no sandbox works it is asked once for a project, not for each command") {
  Place place;
  place.environment["PATH"] = path_without_sandbox(place);
  fs::path repository;
  const std::string room = planned(place, repository);
  const RunOptions there{.folder = repository};
  const Ran asked = run(place, {"say", "--room", room, "yes"}, there);
  CAPTURE(asked.out);
  REQUIRE(asked.status == 3);
  CHECK(asked.out.contains("Commands run without a sandbox here. Allow that for this project?"));
  CHECK(asked.out.contains("There is no bubblewrap on this machine."));
  const Ran built =
      run(place, {"gate", "answer", open_gate(place, there), "allow-for-project"}, there);
  CAPTURE(built.out);
  CAPTURE(built.err);
  REQUIRE(built.status == 3);
  CHECK(built.out.contains("3 of 3 tasks merged"));
  CHECK_FALSE(built.out.contains("Allow it?"));
}

}  // namespace
}  // namespace fm::e2e
