#include "work/git/snapshot.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "test/support/git_world.h"
#include "work/git/refs.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

TEST_CASE("a snapshot holds what lies in the lane, with its counts; the same tree makes none") {
  GitWorld world;
  world.begin();
  const Lane lane = world.lane("one");
  const Snapshot nothing = world.good(snapshot(world.git(), lane, "nothing"));
  CHECK_FALSE(nothing.fresh);
  CHECK(nothing.commit == lane.base);

  GitWorld::write_to(lane.path, "new/\xC3\xBC \"\n.txt", "1\n2\n3\n");
  GitWorld::write_to(lane.path, "b.txt", std::string("\0binary", 7));
  fs::rename(lane.path + "/a.txt", lane.path + "/renamed.txt");
  fs::remove(lane.path + "/folder/c.txt");
  const Snapshot made = world.good(snapshot(world.git(), lane, "a step\n\nwith more words"));
  CHECK(made.fresh);
  REQUIRE(made.changed.size() == 4);
  CHECK(made.changed[0].path == "b.txt");
  CHECK(made.changed[0].binary);
  CHECK(made.changed[1].path == "folder/c.txt");
  CHECK(made.changed[1].kind == FileChange::Kind::kDeleted);
  CHECK(made.changed[1].deleted == 1);
  CHECK(made.changed[2].path == "new/\xC3\xBC \"\n.txt");
  CHECK(made.changed[2].added == 3);
  CHECK(made.changed[3].path == "renamed.txt");
  CHECK(made.changed[3].old_path == "a.txt");
  CHECK(stat_of(made.changed).added == 3);
  CHECK(world.shell("git rev-parse refs/folkmoot/shop/one/steps") == made.commit);
  CHECK(world.good(tree_of(world.git(), lane)) == made.tree);
  CHECK_FALSE(world.good(snapshot(world.git(), lane, "again")).fresh);
  CHECK(world.good(steps_of(world.git(), lane)).at(0).message == "a step");
  CHECK(world.shell("git status --porcelain").empty());
  CHECK(world.shell("git for-each-ref refs/heads --format='%(refname)'") == "refs/heads/main");
}

TEST_CASE("what the agent stages, hides or commits does not count, only what lies in the folder") {
  GitWorld world;
  world.begin();
  const Lane lane = world.lane("one");
  world.shell(
      "git update-index --assume-unchanged a.txt && git update-index --skip-worktree b.txt && "
      "echo hidden >> a.txt && echo hidden >> b.txt && echo x > x && git add x && "
      "git commit -q -m 'by the agent' && git switch -q -c its-own",
      lane.path);
  const Snapshot made = world.good(snapshot(world.git(), lane, "step"));
  CHECK(made.changed.size() == 3);
  CHECK(world.shell("git rev-parse " + made.commit + "^") == lane.base);
}

TEST_CASE("the tree's hash changes with every byte, and a time that is set back hides none") {
  GitWorld world;
  world.begin();
  const Lane lane = world.lane("one");
  GitWorld::write_to(lane.path, "half.txt", "half of the te");
  const std::string half = world.good(tree_of(world.git(), lane));
  world.shell(
      "touch -r half.txt ../stamp && printf 'half of the tE' > half.txt && "
      "touch -r ../stamp half.txt",
      lane.path);
  CHECK(world.good(tree_of(world.git(), lane)) != half);
  CHECK(world.good(steps_of(world.git(), lane)).empty());
}

TEST_CASE("a link out of the lane is kept as a link and never followed") {
  GitWorld world;
  world.begin();
  const Lane lane = world.lane("one");
  GitWorld::write_to(world.root(), "outside/secret.txt", "secret");
  fs::create_symlink(world.root() / "outside/secret.txt", lane.path + "/file");
  fs::remove_all(lane.path + "/folder");
  fs::create_directory_symlink(world.root() / "outside", lane.path + "/folder");
  const Snapshot made = world.good(snapshot(world.git(), lane, "step"));
  REQUIRE(made.changed.size() == 3);  // file, folder as a link, folder/c.txt gone
  CHECK(world.shell("git cat-file blob " + made.commit + ":folder") ==
        (world.root() / "outside").string());
  CHECK(world.shell("git ls-tree -r " + made.commit + " | grep -c ^120000") == "2");
  world.good(restore(world.git(), lane, lane.base));
  CHECK(GitWorld::read(lane.path + "/folder/c.txt") == "c\n");
  CHECK(GitWorld::read(world.root() / "outside/secret.txt") == "secret");
  world.good(restore(world.git(), lane, made.commit));
  CHECK(fs::is_symlink(lane.path + "/folder"));
  CHECK_FALSE(fs::exists(world.root() / "outside/c.txt"));
}

TEST_CASE("large new files and nested repositories are in no snapshot, and named") {
  GitWorld world;
  world.begin();
  const Lane lane = world.lane("one");
  world.shell("git init -q inner && echo x > inner/x && truncate -s 1G huge", lane.path);
  const Snapshot made = world.good(snapshot(world.git(), lane, "step"));
  CHECK_FALSE(made.fresh);
  REQUIRE(made.left_out.size() == 2);
  CHECK(made.left_out[0].path == "huge");
  CHECK(made.left_out[1].path == "inner/");
  const Restored restored = world.good(restore(world.git(), lane, lane.base));
  CHECK(restored.remains.size() == 2);
  CHECK(fs::exists(lane.path + "/inner/x"));
}

TEST_CASE("going back gives exactly that tree, keeps ignored files, and loses nothing") {
  GitWorld world;
  world.begin();
  const Lane lane = world.lane("one");
  GitWorld::write_to(lane.path, ".gitignore", "cache/\n");
  GitWorld::write_to(lane.path, "cache/x", "kept");
  const Snapshot first = world.good(snapshot(world.git(), lane, "first"));
  GitWorld::write_to(lane.path, "second.txt", "2\n");
  fs::remove(lane.path + "/a.txt");
  const Snapshot second = world.good(snapshot(world.git(), lane, "second"));
  GitWorld::write_to(lane.path, "unsaved.txt", "u\n");
  fs::remove(lane.path + "/b.txt");
  GitWorld::write_to(lane.path, "b.txt/now a folder", "x");

  const Restored restored = world.good(restore(world.git(), lane, first.commit));
  CHECK(world.good(tree_of(world.git(), lane)) == first.tree);
  CHECK_FALSE(fs::exists(lane.path + "/unsaved.txt"));
  CHECK(GitWorld::read(lane.path + "/cache/x") == "kept");
  CHECK(GitWorld::read(lane.path + "/b.txt") == "b\n");
  REQUIRE(!restored.rescued.empty());
  CHECK(world.shell("git show " + restored.rescued + ":unsaved.txt") == "u");
  CHECK(world.shell("git rev-parse " + restored.rescued + "^") == second.commit);
  CHECK(world.good(steps_of(world.git(), lane)).size() == 1);

  world.good(restore(world.git(), lane, restored.rescued));  // and there again
  CHECK(GitWorld::read(lane.path + "/unsaved.txt") == "u\n");
  world.good(restore(world.git(), lane, lane.base));
  CHECK(world.good(steps_of(world.git(), lane)).empty());
  CHECK(world.shell("git diff", lane.path).empty());
  // What was ignored stays so, also where the rule went: else the tree would be another one.
  CHECK(GitWorld::read(lane.path + "/cache/x") == "kept");
  CHECK_FALSE(world.good(snapshot(world.git(), lane, "nothing")).fresh);
  CHECK(world.code_of(restore(world.git(), lane, "refs/heads/none")) == "step_unknown");
}

TEST_CASE("at the end there is one commit onto the base, the same when asked again") {
  GitWorld world;
  world.begin();
  const Lane lane = world.lane("one");
  CHECK(world.code_of(final_commit(world.git(), lane, "Nothing")) == "lane_unchanged");
  GitWorld::write_to(lane.path, "x", "1\n");
  world.good(snapshot(world.git(), lane, "1"));
  GitWorld::write_to(lane.path, "x", "2\n");
  world.good(snapshot(world.git(), lane, "2"));
  const Snapshot done = world.good(final_commit(world.git(), lane, "Add x\n\nWith care."));
  CHECK(world.shell("git rev-list --count " + lane.base + ".." + done.commit) == "1");
  CHECK(world.shell("git log -1 --format=%an:%s:%b " + done.commit) ==
        "Ada Person:Add x:With care.");
  CHECK(done.changed.size() == 1);
  const Snapshot again = world.good(final_commit(world.git(), lane, "Add x"));
  CHECK(again.commit == done.commit);
  CHECK_FALSE(again.fresh);
}

TEST_CASE("a diff says all of its files, and bounds its text") {
  GitWorld world;
  world.begin();
  const Lane lane = world.lane("one");
  std::string long_text;
  for (int i = 0; i < 20'000; ++i) long_text += "line " + std::to_string(i) + "\n";
  GitWorld::write_to(lane.path, "long.txt", long_text);
  GitWorld::write_to(lane.path, "a.txt", "short\n");
  const Diff diff = world.good(diff_of(world.git(), lane, {.limit = 10'000}));
  CHECK(diff.files.size() == 2);
  CHECK(diff.cut);
  CHECK(diff.text.size() < 11'000);
  const Diff one = world.good(diff_of(world.git(), lane, {.paths = {"a.txt"}, .context = 1}));
  CHECK_FALSE(one.cut);
  CHECK(one.text.contains("+short\n"));
  CHECK(one.text.contains("-line 10\n"));
  CHECK_FALSE(one.text.contains("long.txt"));
}

TEST_CASE("after a crash between any two changes snapshots and going back are whole") {
  for (int cut = 0; cut < 60; ++cut) {
    CAPTURE(cut);
    GitWorld world;
    world.begin();
    const Lane lane = world.lane("one");
    GitWorld::write_to(lane.path, "x", "1\n");
    const Snapshot first = world.good(snapshot(world.git(), lane, "1"));
    GitWorld::write_to(lane.path, "x", "2\n");
    GitWorld::write_to(lane.path, "y", "unsaved\n");
    world.crash_after(cut);
    world.await(snapshot(world.git(), lane, "2"));
    world.reopen();
    world.good(snapshot(world.git(), lane, "2"));
    CHECK(world.good(steps_of(world.git(), lane)).size() == 2);
    world.crash_after(cut);
    const bool done = world.await(restore(world.git(), lane, first.commit)).has_value();
    world.reopen();
    world.good(restore(world.git(), lane, first.commit));
    CHECK(world.good(tree_of(world.git(), lane)) == first.tree);
    const auto rescues =
        world.good(list_refs(world.git(), lane.repository, "refs/folkmoot/rescue"));
    REQUIRE(!rescues.empty());
    CHECK(world.shell("git show " + rescues[0].ref + ":y") == "unsaved");
    if (done) return;
  }
  FAIL("it was never done");
}

}  // namespace
}  // namespace fm
