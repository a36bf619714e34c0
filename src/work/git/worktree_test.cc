#include "work/git/worktree.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "test/support/git_world.h"
#include "work/git/refs.h"
#include "work/git/snapshot.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

TEST_CASE("A-7 a lane is a worktree of its own at the base, and the person's folder stays clean") {
  GitWorld world;
  world.begin();
  const Lane lane = world.lane("Add a button");
  CHECK(GitWorld::read(lane.path + "/b.txt") == "b\n");
  CHECK(world.shell("git rev-parse HEAD", lane.path) == world.head());
  CHECK(world.shell("git status --porcelain", lane.path).empty());
  CHECK(world.shell("git status --porcelain").empty());
  CHECK(lane.path.starts_with(fs::canonical(world.lanes()).string()));
  world.good(verify_lane(world.git(), lane));
  CHECK(lane_from_json(to_json(lane)) == lane);
  CHECK(world.lane("Add a button") == lane);  // asked again, also after a crash
  CHECK_FALSE(fs::exists(world.root() / "pwn"));
}

TEST_CASE("F-58 names that look alike have folders of their own") {
  GitWorld world;
  world.begin();
  const Lane one = world.lane("feat/foo");
  const Lane two = world.lane("feat-foo");
  const Lane three = world.lane("Feat-Foo");
  CHECK(one.path != two.path);
  CHECK(two.path != three.path);
  CHECK(one.git_dir != two.git_dir);
  CHECK(world.good(list_lanes(world.git(), world.repository(), world.lanes())).size() == 3);
}

TEST_CASE("create means create: another base or a folder in use is refused, nothing half-made") {
  GitWorld world;
  world.begin();
  const std::string first = world.head();
  world.lane("one");
  world.shell("git commit -q --allow-empty -m second");
  CHECK(world.code_of(make_lane(world.git(), world.repository(), world.lanes(), {"shop", "one"},
                                world.head())) == "lane_exists");
  GitWorld::write_to(world.lanes(), "shop/two/mine.txt", "mine");
  CHECK(world.code_of(make_lane(world.git(), world.repository(), world.lanes(), {"shop", "two"},
                                first)) == "lane_exists");
  CHECK(GitWorld::read(world.lanes() + "/shop/two/mine.txt") == "mine");
  CHECK(
      world.good(list_refs(world.git(), world.repository(), task_ref("shop", "two", ""))).empty());
  CHECK(world.code_of(make_lane(world.git(), world.repository(), world.repository_path() + "/lanes",
                                {"shop", "x"}, first)) == "folder_inside_repository");
  CHECK(world.shell("git status --porcelain").empty());
}

TEST_CASE("a lane of a bare, and of a sparse repository has all files") {
  GitWorld world;
  world.begin();
  world.shell("git clone -q --bare . ../bare && git sparse-checkout set nothing");
  CHECK_FALSE(fs::exists(world.repository_path() + "/folder/c.txt"));
  CHECK(fs::exists(world.lane("sparse").path + "/folder/c.txt"));
  const std::string bare = fs::path(world.repository_path()).parent_path().string() + "/bare";
  const Repository repository = world.good(find_repository(world.git(), bare));
  const Lane lane = world.good(
      make_lane(world.git(), repository, world.lanes() + "2", {"shop", "bare"}, world.head()));
  CHECK(fs::exists(lane.path + "/folder/c.txt"));
}

TEST_CASE("F-55 a lane that is not what it was is refused, and repaired with its files kept") {
  GitWorld world;
  world.begin();
  Lane lane = world.lane("one");
  GitWorld::write_to(lane.path, "made.txt", "work\n");
  std::string expected = "lane_changed";
  SUBCASE("its .git file is gone") { fs::remove(lane.path + "/.git"); }
  SUBCASE("its .git file points to another repository") {
    const Lane other = world.lane("two");
    GitWorld::write_to(lane.path, ".git", "gitdir: " + other.git_dir + "\n");
  }
  SUBCASE("its .git file is a link") {
    fs::rename(lane.path + "/.git", lane.path + "/x");
    fs::create_symlink("x", lane.path + "/.git");
    fs::remove(lane.path + "/x");
    GitWorld::write_to(world.root(), "elsewhere", "gitdir: " + lane.git_dir + "\n");
    fs::remove(lane.path + "/.git");
    fs::create_symlink(world.root() / "elsewhere", lane.path + "/.git");
  }
  SUBCASE("a repository was made in it") {
    fs::remove(lane.path + "/.git");
    world.shell("git init -q", lane.path);
  }
  SUBCASE("it was moved elsewhere and put back, and git has it there") {
    world.shell("git worktree move -f -f '" + lane.path + "' '" + lane.path + "2'");
    fs::rename(lane.path + "2", lane.path);
  }
  SUBCASE("the repository has lost its record") { fs::remove_all(lane.git_dir); }
  CHECK(world.code_of(verify_lane(world.git(), lane)) == expected);
  CHECK(world.code_of(snapshot(world.git(), lane, "x")) == expected);
  lane = world.good(repair_lane(world.git(), lane));
  world.good(verify_lane(world.git(), lane));
  CHECK(GitWorld::read(lane.path + "/made.txt") == "work\n");
  CHECK(world.good(snapshot(world.git(), lane, "step")).changed.size() == 1);
  world.good(remove_lane(world.git(), lane));
}

TEST_CASE("F-55 a lane whose folder is gone comes back at its last snapshot") {
  GitWorld world;
  world.begin();
  Lane lane = world.lane("one");
  GitWorld::write_to(lane.path, "made.txt", "work\n");
  world.good(snapshot(world.git(), lane, "step"));
  fs::remove_all(lane.path);
  CHECK(world.code_of(verify_lane(world.git(), lane)) == "lane_missing");
  SUBCASE("with its record") {}
  SUBCASE("without") { fs::remove_all(lane.git_dir); }
  lane = world.good(repair_lane(world.git(), lane));
  world.good(verify_lane(world.git(), lane));
  CHECK(GitWorld::read(lane.path + "/made.txt") == "work\n");
  CHECK(world.shell("git status --porcelain", lane.path) == "?? made.txt");
}

TEST_CASE("F-53 S-18 removing a lane loses nothing: what is in no snapshot goes to a rescue ref") {
  GitWorld world;
  world.begin();
  const Lane lane = world.lane("one");
  GitWorld::write_to(lane.path, "untracked.txt", "untracked\n");
  GitWorld::write_to(lane.path, "a.txt", "edited\n");
  const RemovedLane removed = world.good(remove_lane(world.git(), lane));
  CHECK_FALSE(fs::exists(lane.path));
  CHECK_FALSE(fs::exists(lane.git_dir));
  REQUIRE(removed.rescued.starts_with("refs/folkmoot/rescue/shop/one/"));
  CHECK(world.shell("git show " + removed.rescued + ":untracked.txt") == "untracked");
  CHECK(world.shell("git show " + removed.rescued + ":a.txt") == "edited");
  CHECK(world.good(remove_lane(world.git(), lane)).rescued.empty());  // again: no error
  CHECK(world.shell("git worktree list --porcelain | grep -c ^worktree") == "1");
}

TEST_CASE(
    "S-18 a lane whose work is in its commits is removed without a rescue, and can come back") {
  GitWorld world;
  world.begin();
  const Lane lane = world.lane("one");
  GitWorld::write_to(lane.path, "made.txt", "work\n");
  world.good(snapshot(world.git(), lane, "step"));
  CHECK(world.good(remove_lane(world.git(), lane)).rescued.empty());
  const Lane again = world.lane("one");
  CHECK(GitWorld::read(again.path + "/made.txt") == "work\n");
}

TEST_CASE("S-18 what no commit can keep keeps the lane, unless the person lets it go") {
  GitWorld world;
  world.begin();
  const Lane lane = world.lane("one");
  world.shell("git init -q inner && echo x > inner/x", lane.path);
  CHECK(world.code_of(remove_lane(world.git(), lane)) == "lane_holds_more");
  CHECK(fs::exists(lane.path + "/inner/x"));
  world.good(remove_lane(world.git(), lane, Remains::kRemove));
  CHECK_FALSE(fs::exists(lane.path));
}

TEST_CASE("a lane with folders that were made read-only is removed; what links point to stays") {
  GitWorld world;
  world.begin();
  const Lane lane = world.lane("one");
  GitWorld::write_to(world.root(), "outside/kept.txt", "kept");
  fs::create_directory_symlink(world.root() / "outside", lane.path + "/link");
  world.shell(
      "echo node_modules > .gitignore && mkdir -p node_modules/x && echo y > node_modules/x/y "
      "&& chmod 500 node_modules/x",
      lane.path);
  world.good(remove_lane(world.git(), lane));
  CHECK_FALSE(fs::exists(lane.path));
  CHECK(GitWorld::read(world.root() / "outside/kept.txt") == "kept");
}

TEST_CASE(
    "S-18 leftovers are listed, with or without their folder; the person's worktrees are not") {
  GitWorld world;
  world.begin();
  world.shell("git worktree add -q --detach ../persons");
  const Lane one = world.lane("One of \"many\"\n");
  const Lane two = world.lane("two");
  fs::remove_all(two.path);
  world.shell("git worktree prune --expire=now");  // the person's: it takes no lane
  const auto lanes = world.good(list_lanes(world.git(), world.repository(), world.lanes()));
  REQUIRE(lanes.size() == 2);
  for (const FoundLane& found : lanes) {
    CHECK(found.present == (found.lane.path == one.path));
    CHECK((found.lane == one || found.lane == two));
    world.good(remove_lane(world.git(), found.lane));
  }
  CHECK(world.good(list_lanes(world.git(), world.repository(), world.lanes())).empty());
  CHECK(world.shell("git worktree list").contains("persons"));
}

TEST_CASE("after a crash between any two changes a lane is made whole, and removed whole") {
  for (int cut = 0; cut < 60; ++cut) {
    CAPTURE(cut);
    GitWorld world;
    world.begin();
    const Repository repository = world.repository();
    const std::string head = world.head();
    world.crash_after(cut);
    const bool done =
        world.await(make_lane(world.git(), repository, world.lanes(), {"shop", "one"}, head))
            .has_value();
    world.reopen();
    const Lane lane = world.lane("one");
    world.good(verify_lane(world.git(), lane));
    CHECK(world.shell("git status --porcelain", lane.path).empty());
    GitWorld::write_to(lane.path, "made.txt", "work\n");
    world.crash_after(cut);
    const bool removed = world.await(remove_lane(world.git(), lane)).has_value();
    world.reopen();
    world.good(remove_lane(world.git(), lane));
    const auto rescues = world.good(list_refs(world.git(), repository, "refs/folkmoot/rescue"));
    REQUIRE(!rescues.empty());
    CHECK(world.shell("git show " + rescues[0].ref + ":made.txt") == "work");
    CHECK_FALSE(fs::exists(lane.git_dir));
    world.shell("git fsck --no-dangling");
    if (done && removed) return;
  }
  FAIL("it was never done");
}

}  // namespace
}  // namespace fm
