#include "tool/files/lane_folder.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "test/support/scratch_folder.h"
#include "tool/tool_result.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

struct Lane {
  Lane() {
    scratch.write("lane/src/a.py", "a\n");
    scratch.write("lane/.git/config", "[core]\n");
    scratch.write("lane/.folkmoot/brief.md", "b\n");
    scratch.write("outside/secret", "s\n");
    view.root = scratch.path() / "lane";
    view.access = LaneAccess::kWrite;
  }
  LaneFolder open() const {
    auto folder = LaneFolder::open(view);
    REQUIRE(folder.has_value());
    return std::move(*folder);
  }
  // The file's text, or the code of the refusal.
  std::string read(std::string_view path) const {
    const LaneFolder folder = open();
    const auto place = folder.find(path);
    if (!place) return place.error().code;
    const auto text = folder.read(*place);
    return text ? *text : text.error().code;
  }
  std::string write(std::string_view path, std::string_view text) const {
    const LaneFolder folder = open();
    const auto place = folder.find(path);
    if (!place) return place.error().code;
    const auto done = folder.write(*place, text);
    return done ? "" : done.error().code;
  }
  fs::path at(std::string_view path) const { return view.root / path; }
  ScratchFolder scratch;
  LaneView view;
};

TEST_CASE("P-60 a path is taken if it ends in the lane, relative or absolute") {
  const Lane lane;
  CHECK(lane.read("src/a.py") == "a\n");
  CHECK(lane.read("./src//./a.py") == "a\n");
  CHECK(lane.read(lane.at("src/a.py").string()) == "a\n");
  CHECK(lane.read("src/../src/a.py") == "path_outside");
  CHECK(lane.read("../outside/secret") == "path_outside");
  CHECK(lane.read((lane.scratch.path() / "outside/secret").string()) == "path_outside");
  CHECK(lane.read(lane.view.root.string() + "x/secret") ==
        "path_outside");  // a name that begins alike
  CHECK(lane.read("/etc/passwd") == "path_outside");
  CHECK(lane.read("src") == "path_is_folder");
  CHECK(lane.read("src/a.py/b") == "path_no_folder");
  CHECK(lane.read("none") == "path_not_found");
  CHECK(lane.read(std::string("a\0b", 3)) == "path_invalid");
  CHECK(lane.read(std::string(5'000, 'a')) == "path_invalid");
}

TEST_CASE("P-60 a link is followed inside the lane and refused where it leads out") {
  const Lane lane;
  fs::create_symlink("src/a.py", lane.at("inside"));
  fs::create_symlink("src", lane.at("folder"));
  fs::create_symlink("../src/a.py", lane.at("src/up"));
  fs::create_symlink(lane.at("src/a.py"), lane.at("absolute"));
  fs::create_symlink("../outside/secret", lane.at("out"));
  fs::create_symlink("/etc", lane.at("etc"));
  fs::create_symlink("src/../../outside", lane.at("round"));
  fs::create_symlink("loop", lane.at("loop"));
  CHECK(lane.read("inside") == "a\n");
  CHECK(lane.read("folder/a.py") == "a\n");
  CHECK(lane.read("src/up") == "a\n");
  CHECK(lane.read("absolute") == "a\n");
  CHECK(lane.read("out") == "path_link_outside");
  CHECK(lane.read("etc/passwd") == "path_link_outside");
  CHECK(lane.read("round/secret") == "path_link_outside");
  CHECK(lane.read("loop") == "path_invalid");
  CHECK(lane.write("out", "x") == "path_link_outside");
  CHECK(lane.write("etc/new", "x") == "path_link_outside");
  const auto refused = lane.open().find("out");
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().cause == "out is a link to ../outside/secret.");
  // What is written through a link is the file that it leads to; the link stays.
  CHECK(lane.write("inside", "b\n").empty());
  CHECK(fs::is_symlink(lane.at("inside")));
  CHECK(lane.read("src/a.py") == "b\n");
}

TEST_CASE("P-60 a link to a file that is not there makes it, in the lane only") {
  const Lane lane;
  fs::create_symlink("src/new", lane.at("to_new"));
  fs::create_symlink("../outside/new", lane.at("to_outside"));
  CHECK(lane.write("to_new", "n").empty());
  CHECK(lane.read("src/new") == "n");
  CHECK(lane.write("to_outside", "n") == "path_link_outside");
  CHECK_FALSE(fs::exists(lane.scratch.path() / "outside/new"));
}

TEST_CASE("P-60 what git and Folkmoot keep is off limits, by any way") {
  const Lane lane;
  fs::create_symlink(".git", lane.at("git"));
  fs::create_symlink(".git/config", lane.at("config"));
  for (const char* path :
       {".git", ".git/config", ".GIT/config", "git/config", "config", ".git/hooks/pre-commit",
        "sub/.git/config", ".folkmoot/brief.md", "./.folkmoot/x"}) {
    CAPTURE(path);
    CHECK(lane.read(path) == "path_off_limits");
    CHECK(lane.write(path, "x") == "path_off_limits");
  }
  CHECK(lane.read("src/.gitignore") == "path_not_found");
}

TEST_CASE("P-60 a pipe or socket is not opened, so nothing waits") {
  const Lane lane;
  REQUIRE(::mkfifo(lane.at("pipe").c_str(), 0600) == 0);
  CHECK(lane.read("pipe") == "path_no_file");
  CHECK(lane.write("pipe", "x") == "path_no_file");
}

TEST_CASE(
    "P-60 a file is written whole: its mode is kept, its folders are made, nothing else is left") {
  const Lane lane;
  lane.scratch.write("lane/run.sh", "#!/bin/sh\n");
  fs::permissions(lane.at("run.sh"), fs::perms(0750));
  CHECK(lane.write("run.sh", "#!/bin/bash\n").empty());
  CHECK(fs::status(lane.at("run.sh")).permissions() == fs::perms(0750));
  CHECK(lane.write("deep/er/new.txt", "n").empty());
  CHECK(lane.read("deep/er/new.txt") == "n");
  CHECK(lane.write("src/a.py/b", "n") == "path_no_folder");
  CHECK(lane.write("src", "n") == "path_is_folder");
  CHECK(lane.write("bad\nname", "n") == "path_invalid");
  CHECK(lane.write(std::string(300, 'n'), "n") == "path_invalid");
  CHECK(lane.write("huge", std::string(kFileBytes + 1, 'x')) == "file_too_large");
  fs::permissions(lane.at("run.sh"), fs::perms(0550));
  CHECK(lane.write("run.sh", "x") == "file_write_failed");
  for (const auto& each : fs::recursive_directory_iterator(lane.view.root))
    CHECK_FALSE(is_leftover(each.path().filename().string()));
}

TEST_CASE("P-60 another name of a file outside is not written through") {
  const Lane lane;
  fs::create_hard_link(lane.scratch.path() / "outside/secret", lane.at("hard"));
  CHECK(lane.write("hard", "mine").empty());
  CHECK(fs::file_size(lane.scratch.path() / "outside/secret") == 2);
}

TEST_CASE("P-60 a folder that is only looked at is not written in") {
  Lane lane;
  lane.view.access = LaneAccess::kLook;
  CHECK(lane.write("src/a.py", "x") == "lane_read_only");
  CHECK(lane.read("src/a.py") == "a\n");
  lane.view.root /= "gone";
  CHECK(LaneFolder::open(lane.view).error().code == "lane_missing");
}

TEST_CASE("P-60 names are shown on one line, whatever bytes they have") {
  CHECK(shown_name("a b/ü.txt") == "a b/ü.txt");
  CHECK(shown_name("a\nb\x1b[31m\x7f") == "a\\nb\\x1b[31m\\x7f");
  CHECK(shown_name("\xff") == "\\xff");
  CHECK(shown_name("x\xE2\x80\xAEy") == "x\\u{202e}y");  // turns what follows round
}

TEST_CASE("P-60 from a folder of the lane paths may go up, to be read and not to be written") {
  Lane lane;
  lane.scratch.write("lane/src/below/b.py", "b\n");
  lane.scratch.write("lane/src/.folkmoot/brief.md", "b\n");
  lane.scratch.write("lane/top.py", "top\n");
  lane.view.folder = "src";
  CHECK(lane.read("a.py") == "a\n");
  CHECK(lane.read("below/../a.py") == "a\n");
  CHECK(lane.read("../top.py") == "top\n");
  CHECK(lane.read("../src/a.py") == "a\n");
  CHECK(lane.read(lane.at("top.py").string()) == "top\n");
  CHECK(lane.read("../../outside/secret") == "path_outside");
  CHECK(lane.read("../.git/config") == "path_off_limits");
  CHECK(lane.read("../.folkmoot/brief.md") == "path_off_limits");
  CHECK(lane.read(".folkmoot/brief.md") == "path_off_limits");
  // Shown as they are named from there.
  CHECK(lane.open().find("../src/below/b.py")->path == "below/b.py");
  CHECK(lane.open().find("../top.py")->path == "../top.py");
  CHECK(lane.open().find("..")->path == "..");
  CHECK(lane.open().find("")->path.empty());
  CHECK(lane.write("new.py", "n\n") == "");
  CHECK(lane.read("../src/new.py") == "n\n");
  CHECK(lane.write("../top.py", "changed\n") == "path_outside");
  CHECK(lane.write(lane.at("other.py").string(), "n\n") == "path_outside");
  CHECK(lane.write("..named.py", "n\n") == "");
  lane.view.writes_anywhere = true;
  CHECK(lane.write("../top.py", "changed\n") == "");
  CHECK(lane.read("../top.py") == "changed\n");
}

}  // namespace
}  // namespace fm
