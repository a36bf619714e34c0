#include "cli/terminal/line_history.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "cli/session/completion.h"
#include "test/support/room_script.h"
#include "test/support/scratch_folder.h"

namespace fm::cli {
namespace {

using Strings = std::vector<std::string>;

std::string path_in(const ScratchFolder& folder) { return (folder.path() / "history").string(); }

TEST_CASE("what was typed is there again, line ends inside it too, and only its owner reads it") {
  const ScratchFolder folder;
  LineHistory(path_in(folder)).add("one\ntwo");
  LineHistory(path_in(folder)).add("three");
  CHECK(LineHistory(path_in(folder)).lines() == Strings{"one\ntwo", "three"});
  struct stat facts{};
  REQUIRE(::stat(path_in(folder).c_str(), &facts) == 0);
  CHECK((facts.st_mode & 0777) == 0600);
}

TEST_CASE(
    "P-64 lines that begin with a space are not kept, nor keys, empty lines and repetitions") {
  const ScratchFolder folder;
  LineHistory history(path_in(folder), Redactor({"sk-0123456789"}));
  for (const char* line : {" secret", "", "hello", "hello", "use sk-0123456789 now"})
    history.add(line);
  history.add(std::string(LineHistory::kLongest + 1, 'x'));
  CHECK(LineHistory(path_in(folder)).lines() == Strings{"hello", "use *** now"});
}

TEST_CASE("the file keeps the last thousand lines") {
  const ScratchFolder folder;
  {
    LineHistory history(path_in(folder));
    for (int i = 0; i < 1100; ++i) history.add("line " + std::to_string(i));
  }
  const LineHistory again(path_in(folder));
  REQUIRE(again.lines().size() == LineHistory::kMost);
  CHECK(again.lines().front() == "line 100");
  CHECK(LineHistory(path_in(folder)).lines() == again.lines());
}

TEST_CASE("a torn or foreign line is passed over, and a folder in its place harms nothing") {
  const ScratchFolder folder;
  std::ofstream(path_in(folder)) << "\"one\"\nnot json\n{}\n\"two\"\n\"to";
  CHECK(LineHistory(path_in(folder)).lines() == Strings{"one", "two"});
  LineHistory elsewhere(folder.path().string());
  elsewhere.add("kept in memory");
  CHECK(elsewhere.lines() == Strings{"kept in memory"});
}

TEST_CASE("P-24 Tab knows the files of the folder after an @, folder by folder") {
  const ViewState view_state;
  const Strings paths = {"README.md", "my notes/plan.txt", "src/app.py", "src/deep/a.py"};
  CHECK(completions(view_state, "see @", paths) ==
        Strings{"@\"my notes/", "@README.md", "@all", "@src/", "@team"});
  CHECK(completions(view_state, "@src/", paths) == Strings{"@src/app.py", "@src/deep/"});
  CHECK(completions(view_state, "@src/d", paths) == Strings{"@src/deep/"});
  CHECK(completions(view_state, "src/", paths).empty());
}

TEST_CASE("Tab knows the commands at the beginning, agents anywhere, and projects after /switch") {
  testing::RoomScript script;
  script.create("x").tell(
      "flow.started",
      R"({"name":"chat","args":{"models":{"coder":"x:1","creative":"x:2","orchestrator":"x:3"}}})");
  script.in("p-1").tell("project.created", R"({"project":"p-1","goal":"x"})");
  ViewState view_state;
  for (const Event& event : script.events) view_state.apply(event);
  CHECK(completions(view_state, "/s") == Strings{"/status", "/switch"});
  CHECK(completions(view_state, "/brief").size() == 1);
  CHECK(completions(view_state, "say /s").empty());
  CHECK(completions(view_state, "and @c") == Strings{"@coder", "@creative"});
  CHECK(completions(view_state, "@o").empty());
  CHECK(completions(view_state, "/switch ") == Strings{"p-1"});
  CHECK(completions(view_state, "/new p").empty());
}

}  // namespace
}  // namespace fm::cli
