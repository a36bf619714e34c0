// Lanes of real projects: what is installed beside the sources is there, what the folder's
// configuration asks for is done, and nothing of either is anybody's change.
#include "team/agency/lane_setup.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "team/agency/folder_settings.h"
#include "test/support/git_world.h"
#include "work/git/snapshot.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

struct Yard : GitWorld {
  Yard() { view.folder = repository_path(); }

  // Anew, as after a restart. Whether a sandbox works is up to the machine, unless none may.
  enum class Sandbox { kAsHere, kNone };
  void open(Sandbox sandbox = Sandbox::kAsHere) {
    WorkshopOptions options;
    options.lanes = lanes();
    options.home = (root() / "home").string();
    const char* const path = std::getenv("PATH");
    options.environment = {{"PATH", path == nullptr ? "/usr/bin:/bin" : path},
                           {"HOME", options.home}};
    if (sandbox == Sandbox::kNone) {
      // All programs but the one that makes sandboxes.
      write_to(root(), "programs/keep", "");
      shell(
          "cd '" + (root() / "programs").string() +
          "' && IFS=:; for d in $PATH; do for p in \"$d\"/*; do n=${p##*/}; [ \"$n\" = bwrap ] || "
          "[ -e \"$n\" ] || ln -s \"$p\" \"$n\" 2>/dev/null; done; done; true");
      options.environment["PATH"] = (root() / "programs").string();
    }
    workshop.emplace(loop(), std::move(options));
  }

  void accept(WorktreeSettings settings) {
    project.work.settled = {settings.digest(), std::move(settings), RoomSeq{1}};
  }
  TaskGround ground() const {
    return {.view = &view, .project = &project, .work = nullptr, .task = "1.1"};
  }
  LaneWork work_in(const Lane& of) { return good(lane_work(*workshop, ground(), of)); }
  LaneReady prepare(const Lane& of) {
    return good(prepare_lane(*workshop, work_in(of), of.base, {}));
  }
  CommandEnd run(const Lane& of, const std::string& command) {
    return good(workshop->run_in_lane(
        {.work = work_in(of), .command = command, .time_limit = Millis(60'000)}, {}));
  }
  // Nothing of what was prepared is a change of the task.
  void check_unchanged(const Lane& of) {
    const Snapshot now = good(snapshot(git(), of, "step"));
    CHECK_FALSE(now.fresh);
    CHECK(now.left_out.empty());
  }

  RoomView view;
  Project project;
  std::optional<Workshop> workshop;
};

// Installed, ignored by git, and in no lane by itself.
void make_node_project(Yard& yard) {
  yard.write("package.json", R"({"name": "shop", "scripts": {"test": "node --test"}})");
  yard.write(".gitignore", "node_modules/\n");
  yard.write("shop.test.js",
             "const test = require('node:test');\n"
             "test('the dependency is there', () => {\n"
             "  if (require('pad')('x') !== '..x') throw new Error('not padded');\n});\n");
  yard.shell("git init -q && git add -A && git commit -q -m first");
  yard.write("node_modules/pad/package.json", R"({"name": "pad", "main": "index.js"})");
  yard.write("node_modules/pad/index.js", "module.exports = (s) => '..' + s;\n");
  yard.write("node_modules/.bin/padding", "#!/bin/sh\necho padded\n");
  yard.shell("chmod +x node_modules/.bin/padding");
}

void make_python_project(Yard& yard) {
  yard.write(".gitignore", ".venv/\n.env\n");
  yard.write("test_shop.py",
             "import os, unittest\nimport pad\n\n\n"
             "class Shop(unittest.TestCase):\n"
             "    def test_pad(self):\n        self.assertEqual(pad.pad('x'), '..x')\n\n"
             "    def test_env(self):\n"
             "        self.assertIn('KEY=of-the-person', open('.env').read())\n");
  yard.shell("git init -q && git add -A && git commit -q -m first");
  // Of the system: whoever runs the tests may have another one in a home that lanes do not see.
  yard.shell("PATH=/usr/bin:/bin:/usr/local/bin python3 -m venv --without-pip .venv");
  yard.shell(
      "site=$(echo .venv/lib/python3*/site-packages) && "
      "printf 'def pad(s):\\n    return \"..\" + s\\n' > \"$site/pad.py\"");
  yard.write(".env", "KEY=of-the-person\n");
}

TEST_CASE_FIXTURE(Yard, "A-5 commands in a lane see what npm has installed in the folder") {
  make_node_project(*this);
  for (const Sandbox sandbox : {Sandbox::kAsHere, Sandbox::kNone}) {
    open(sandbox);
    const Lane one = lane(sandbox == Sandbox::kNone ? "without" : "within");
    CHECK(prepare(one).records.empty());
    const CommandEnd tests = run(one, "node --test && padding");
    CHECK_MESSAGE(tests.ok(), tests.output);
    CHECK(tests.output.contains("padded"));
    check_unchanged(one);
    // What a command does to them the person's own do not have.
    run(one, "rm -rf node_modules/pad; echo x > node_modules/new; true");
    CHECK(fs::exists(repository_path() + "/node_modules/pad/index.js"));
    CHECK_FALSE(fs::exists(repository_path() + "/node_modules/new"));
    good(remove_lane(git(), one));
    CHECK(fs::exists(repository_path() + "/node_modules/pad/index.js"));
  }
}

TEST_CASE_FIXTURE(Yard,
                  "A-5 python3 in a lane is that of the folder's environment, with its .env") {
  make_python_project(*this);
  accept({.copy = {".env"}});
  for (const Sandbox sandbox : {Sandbox::kAsHere, Sandbox::kNone}) {
    open(sandbox);
    const Lane one = lane(sandbox == Sandbox::kNone ? "without" : "within");
    CHECK(prepare(one).not_copied.empty());
    const CommandEnd tests = run(one, "python3 -m unittest -q");
    CHECK_MESSAGE(tests.ok(), tests.output);
    check_unchanged(one);
    good(remove_lane(git(), one));
    CHECK(file(".env") == "KEY=of-the-person\n");
  }
}

TEST_CASE_FIXTURE(Yard, "A-5 a secret that was copied is in no commit, ignored or not") {
  begin();
  open();
  write(".env", "KEY=1\n");  // no rule ignores it
  accept({.copy = {".env", "../outside", "missing"}});
  const Lane one = lane("one");
  const LaneReady ready = prepare(one);
  CHECK(read(one.path + "/.env") == "KEY=1\n");
  REQUIRE(ready.not_copied.size() == 2);
  CHECK(warnings_of(ready).size() == 2);
  check_unchanged(one);
}

TEST_CASE_FIXTURE(Yard, "A-5 setup is run in order before anything else, and is nobody's change") {
  begin();
  open();
  accept({.setup = {"mkdir deps && echo one > deps/one", "cat deps/one && echo changed > a.txt"},
          .cleanup = {"echo over > ../" + std::string("left"), "false"}});
  const Lane one = lane("one");
  const std::string before = read(one.path + "/a.txt");
  const LaneReady ready = prepare(one);
  REQUIRE(ready.records.size() == 2);
  CHECK(ready.records[0].on == "setup");
  CHECK(ready.records[1].output->contains("one"));
  CHECK(read(one.path + "/deps/one") == "one\n");
  CHECK(read(one.path + "/a.txt") == before);  // a file of the commit is as it was
  check_unchanged(one);
  // Once more, as after a crash in the middle.
  shell("rm -r deps", one.path);
  CHECK(prepare(one).records.size() == 2);
  const auto failed = await(clean_up_lane(*workshop, work_in(one), {}));
  REQUIRE_FALSE(failed.empty());
  CHECK(failed.back().code == "cleanup_failed");
}

TEST_CASE_FIXTURE(Yard, "A-5 a setup that fails says which command, and what it said") {
  begin();
  open();
  accept({.setup = {"true", "echo no such registry; exit 7"}});
  const Lane one = lane("one");
  const auto ready = await(prepare_lane(*workshop, work_in(one), one.base, {}));
  REQUIRE_FALSE(ready);
  CHECK(ready.error().code == "setup_failed");
  CHECK(ready.error().message.contains("no such registry; exit 7"));
  CHECK(ready.error().cause.contains("exit status 7"));
  CHECK(ready.error().cause.contains("no such registry"));
}

TEST_CASE_FIXTURE(Yard, "A-5 a room of a folder in a repository works in that folder of a lane") {
  begin();
  write("folder/.folkmoot/config.yaml", "worktree: {copy: [.env, ../shared.env]}\n");
  write("folder/.env", "of the folder\n");
  write("shared.env", "of the top\n");
  open();
  view.folder = repository_path() + "/folder";
  const auto settings = read_folder_settings(view.folder);
  REQUIRE(settings);
  accept(settings->worktree);
  const Lane one = lane("one");
  const LaneReady ready = prepare(one);
  CHECK(ready.not_copied.empty());
  CHECK(work_in(one).below == "folder");
  CHECK(run(one, "pwd").output == one.path + "/folder\n");
  CHECK(run(one, "cat c.txt .env ../b.txt ../shared.env").output ==
        "c\nof the folder\nb\nof the top\n");
  if (await(workshop->sandbox()).works) {
    CHECK(run(one, "echo new > d.txt && cat d.txt").ok());
    CHECK_FALSE(run(one, "echo new > ../b.txt").ok());
    CHECK(read(one.path + "/b.txt") == "b\n");
  }
}

TEST_CASE_FIXTURE(Yard, "A-5 a plan that names files elsewhere may have them written") {
  begin();
  open();
  view.folder = repository_path() + "/folder";
  const Json plan = *parse_json(
      R"({"title":"x","tasks":[{"id":"1.1","objective":"o","files":["../b.txt"],"stages":[]},)"
      R"({"id":"1.2","objective":"o","files":["c.txt"],"stages":[]}]})");
  project.plans.push_back({.plan = std::make_shared<const Json>(plan)});
  const Lane one = lane("one");
  CHECK(work_in(one).writes_anywhere);
  TaskGround other = ground();
  other.task = "1.2";
  CHECK_FALSE(good(lane_work(*workshop, other, one)).writes_anywhere);
}

TEST_CASE_FIXTURE(Yard,
                  "A-5 what is installed nowhere is suggested, once, and only for what it is") {
  write("package-lock.json", "{}");
  const std::string home = (root() / "home").string();
  CHECK(suggested_setup(repository_path(), home).setup == std::vector<std::string>{"npm ci"});
  write("node_modules/x/index.js", "x");
  CHECK(suggested_setup(repository_path(), home).empty());
  write("go.sum", "x");
  const WorktreeSettings go = suggested_setup(repository_path(), home);
  CHECK(go.setup == std::vector<std::string>{"go mod download"});
  CHECK(go.caches == std::vector<std::string>{"~/go/pkg/mod"});
  CHECK(cache_folder(go.caches.front()));
  write_to(home, "go/pkg/mod/x", "x");
  CHECK(suggested_setup(repository_path(), home).empty());
}

TEST_CASE_FIXTURE(Yard, "P-63 a folder's settings are read through no link, and faults are told") {
  CHECK(read_folder_settings(repository_path())->worktree.empty());
  write_to(root(), "elsewhere/config.yaml", "worktree: {setup: [evil]}\n");
  shell("ln -s ../../elsewhere .folkmoot");
  const auto linked = read_folder_settings(repository_path());
  CHECK((!linked || linked->worktree.empty()));
  shell("rm .folkmoot");
  write(".folkmoot/config.yaml", "worktree: {setup: [a], copy: [/etc/passwd]}\n");
  const auto wrong = read_folder_settings(repository_path());
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().code == "config_invalid");
}

}  // namespace
}  // namespace fm
