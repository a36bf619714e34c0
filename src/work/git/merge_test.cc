#include "work/git/merge.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "test/support/git_world.h"
#include "work/git/snapshot.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

// A lane of one commit that writes this file.
std::string work(GitWorld& world, const std::string& task, const std::string& file,
                 const std::string& text) {
  const Lane lane = world.lane(task);
  GitWorld::write_to(lane.path, file, text);
  return world.good(final_commit(world.git(), lane, "Do " + task)).commit;
}

Integration open(GitWorld& world) {
  return world.good(open_integration(world.git(), world.repository(), "shop", world.head()));
}

std::string tip(GitWorld& world) { return world.shell("git rev-parse folkmoot/shop"); }

TEST_CASE("S-11 the integration branch begins at the base, once, and takes nobody's place") {
  GitWorld world;
  world.begin();
  CHECK(open(world).tip == world.head());
  CHECK(open(world).ref == "refs/heads/folkmoot/shop");
  world.shell("git branch folkmoot/mine");
  CHECK(world.code_of(open_integration(world.git(), world.repository(), "mine", world.head())) ==
        "branch_exists");
}

TEST_CASE(
    "S-11 one lane goes in as its own commit, two are merged, and no working copy is touched") {
  GitWorld world;
  world.begin();
  open(world);
  world.write("b.txt", "not committed\n");
  const std::string one = work(world, "one", "one.txt", "1\n");
  const std::string two = work(world, "two", "two.txt", "2\n");
  const std::string status = world.shell("git status --porcelain; cat b.txt; git rev-parse HEAD");
  Train train = world.good(make_train(world.git(), world.repository(), "shop",
                                      {{.commit = one, .message = "Merge one"}}));
  CHECK(train.candidate == one);
  CHECK(tip(world) == train.base);  // it is tested first
  world.good(accept_train(world.git(), world.repository(), "shop", train));
  CHECK(tip(world) == one);

  train = world.good(make_train(world.git(), world.repository(), "shop",
                                {{.commit = one, .message = "Merge one"},
                                 {.commit = two, .message = "Merge two\n\nTested."}}));
  CHECK(train.parts.at(0).merged);
  CHECK(train.parts.at(1).merged);
  world.good(accept_train(world.git(), world.repository(), "shop", train));
  world.good(accept_train(world.git(), world.repository(), "shop", train));  // again: nothing
  CHECK(world.shell("git log -1 --format='%s|%P' folkmoot/shop") == "Merge two|" + one + " " + two);
  CHECK(world.shell("git ls-tree -r --name-only folkmoot/shop") ==
        "a.txt\nb.txt\nfolder/c.txt\none.txt\ntwo.txt");
  CHECK(world.shell("git status --porcelain; cat b.txt; git rev-parse HEAD") == status);
  CHECK(world.good(is_merged(world.git(), world.repository(), "refs/heads/folkmoot/shop", two)));
  CHECK(world.shell("git for-each-ref refs/folkmoot/shop/_candidate").empty());
  CHECK(world.shell("ls -A").find("merge_file") == std::string::npos);
}

TEST_CASE("S-11 a conflict leaves the branch as it was, and says where and what") {
  GitWorld world;
  world.begin();
  open(world);
  const std::string one = work(world, "one", "b.txt", "one\n");
  const std::string two = work(world, "two", "b.txt", "two\n");
  const std::string three = work(world, "three", "three.txt", "3\n");
  const Train train = world.good(make_train(world.git(), world.repository(), "shop",
                                            {{.commit = one, .message = "1"},
                                             {.commit = two, .message = "2"},
                                             {.commit = three, .message = "3"}}));
  CHECK(train.parts[0].merged);
  REQUIRE_FALSE(train.parts[1].merged);
  CHECK(train.parts[2].merged);  // the others go on without it
  REQUIRE(train.parts[1].conflicts.size() == 1);
  CHECK(train.parts[1].conflicts[0].path == "b.txt");
  CHECK(train.parts[1].conflicts[0].kind == "contents");
  CHECK(train.parts[1].conflicts[0].text.contains("<<<<<<< "));
  CHECK(train.parts[1].conflicts[0].text.contains("|||||||"));
  CHECK(train.parts[1].conflicts[0].text.contains("two\n"));

  world.good(accept_train(world.git(), world.repository(), "shop", train));
  const std::string before = tip(world);
  const MergedPart part = world.good(
      merge_into(world.git(), world.repository(), "shop", {.commit = two, .message = "2"}));
  CHECK_FALSE(part.merged);
  CHECK(tip(world) == before);
}

TEST_CASE("S-11 other kinds of conflict are named too") {
  GitWorld world;
  world.begin();
  open(world);
  const Lane gone = world.lane("gone");
  fs::remove(gone.path + "/b.txt");
  fs::remove(gone.path + "/folder/c.txt");
  GitWorld::write_to(gone.path, "bin", std::string("\0one", 4));
  const std::string one = world.good(final_commit(world.git(), gone, "1")).commit;
  const Lane kept = world.lane("kept");
  GitWorld::write_to(kept.path, "b.txt", "edited\n");
  GitWorld::write_to(kept.path, "bin", std::string("\0two", 4));
  const std::string two = world.good(final_commit(world.git(), kept, "2")).commit;
  const Train train =
      world.good(make_train(world.git(), world.repository(), "shop",
                            {{.commit = one, .message = "1"}, {.commit = two, .message = "2"}}));
  REQUIRE(train.parts[1].conflicts.size() == 2);
  CHECK(train.parts[1].conflicts[0].kind == "modify/delete");
  CHECK(train.parts[1].conflicts[1].path == "bin");
  CHECK(train.parts[1].conflicts[1].text.empty());
}

TEST_CASE("a file that only gathers lines is merged as the repository says") {
  GitWorld world;
  world.begin();
  world.write(".gitattributes", "b.txt merge=union\n");
  world.shell("git add -A && git commit -q -m attributes");
  open(world);
  const std::string one = work(world, "one", "b.txt", "b\none\n");
  const std::string two = work(world, "two", "b.txt", "b\ntwo\n");
  const Train train =
      world.good(make_train(world.git(), world.repository(), "shop",
                            {{.commit = one, .message = "1"}, {.commit = two, .message = "2"}}));
  CHECK(train.parts[1].merged);
  CHECK(world.shell("git show " + train.candidate + ":b.txt") == "b\none\ntwo");
}

TEST_CASE("files that a merge deletes and its task did not declare are told (report 151)") {
  GitWorld world;
  world.begin();
  open(world);
  const Lane lane = world.lane("one");
  fs::remove(lane.path + "/a.txt");
  fs::remove(lane.path + "/folder/c.txt");
  fs::rename(lane.path + "/b.txt", lane.path + "/folder/d.txt");
  const std::string one = world.good(final_commit(world.git(), lane, "1")).commit;
  const auto part = world.good(
      merge_into(world.git(), world.repository(), "shop",
                 {.commit = one, .message = "1", .declared = std::vector<std::string>{"folder/"}}));
  CHECK(part.merged);
  CHECK(part.deleted == std::vector<std::string>{"a.txt", "b.txt"});
}

TEST_CASE("S-11 a branch that moved since, or that is checked out, is left as it is") {
  GitWorld world;
  world.begin();
  open(world);
  const std::string one = work(world, "one", "one.txt", "1\n");
  const Train train = world.good(
      make_train(world.git(), world.repository(), "shop", {{.commit = one, .message = "1"}}));
  world.shell("git worktree add -q ../elsewhere folkmoot/shop");
  CHECK(world.code_of(accept_train(world.git(), world.repository(), "shop", train)) ==
        "branch_checked_out");
  world.shell("cd ../elsewhere && git commit -q --allow-empty -m person && git switch -q --detach");
  const std::string there = tip(world);
  CHECK(world.code_of(accept_train(world.git(), world.repository(), "shop", train)) == "ref_moved");
  CHECK(tip(world) == there);
}

TEST_CASE("a clone that is too shallow to merge is told so, with what to do") {
  GitWorld world;
  world.begin();
  world.shell(
      "git switch -q -c other && git commit -q --allow-empty -m o1 && git switch -q main && "
      "git commit -q --allow-empty -m m1 && "
      "git clone -q --depth 1 --no-single-branch \"file://$PWD\" ../shallow");
  const std::string shallow = fs::path(world.repository_path()).parent_path().string() + "/shallow";
  const Repository repository = world.good(find_repository(world.git(), shallow));
  const auto merged = world.await(
      merge_trees(world.git(), repository, "refs/heads/main", "refs/remotes/origin/other"));
  REQUIRE_FALSE(merged);
  CHECK(merged.error().code == "shallow_history");
  CHECK(merged.error().cure.contains("unshallow"));
}

TEST_CASE("S-11 a resolver gets the merge with its markers, and its commit has both parents") {
  GitWorld world;
  world.begin();
  open(world);
  const std::string one = work(world, "one", "b.txt", "one\n");
  const std::string two = work(world, "two", "b.txt", "two\n");
  world.good(merge_into(world.git(), world.repository(), "shop", {.commit = one, .message = "1"}));
  const auto made = [&] {
    return world.good(make_conflict_lane(world.git(), world.repository(), world.lanes(),
                                         {"shop", "resolve two"}, two));
  };
  const ConflictLane conflict = made();
  CHECK(conflict.conflicts.size() == 1);
  CHECK(GitWorld::read(conflict.lane.path + "/b.txt").contains("<<<<<<<"));
  CHECK(made().lane == conflict.lane);
  CHECK(world.code_of(final_commit(world.git(), conflict.lane, "Merge two")) ==
        "conflict_markers_left");
  GitWorld::write_to(conflict.lane.path, "b.txt", "one\ntwo\n");
  made();  // asked again after a crash, work in it stays
  const Snapshot done = world.good(final_commit(world.git(), conflict.lane, "Merge two"));
  CHECK(world.shell("git log -1 --format=%P " + done.commit) == one + " " + two);
  world.good(merge_into(world.git(), world.repository(), "shop",
                        {.commit = done.commit, .message = "not needed"}));
  CHECK(tip(world) == done.commit);
  CHECK(world.good(is_merged(world.git(), world.repository(), "refs/heads/folkmoot/shop", two)));
}

TEST_CASE("S-11 a crash between any two changes leaves the branch as it was or merged") {
  for (int cut = 0; cut < 80; ++cut) {
    CAPTURE(cut);
    GitWorld world;
    world.begin();
    open(world);
    const std::string base = tip(world);
    const std::string one = work(world, "one", "one.txt", "1\n");
    const std::string two = work(world, "two", "two.txt", "2\n");
    const Repository repository = world.repository();
    const std::vector<MergePart> parts{{.commit = one, .message = "1"},
                                       {.commit = two, .message = "2"}};
    world.crash_after(cut);
    auto train = world.await(make_train(world.git(), repository, "shop", parts));
    const bool accepted =
        train && world.await(accept_train(world.git(), repository, "shop", *train));
    world.reopen();
    CHECK(((tip(world) == base) || (train && tip(world) == train->candidate)));
    train = world.good(make_train(world.git(), repository, "shop", parts));
    world.good(accept_train(world.git(), repository, "shop", *train));
    CHECK(world.shell("git rev-list --count --merges folkmoot/shop") == "1");  // never twice
    CHECK(world.shell("git ls-tree -r --name-only folkmoot/shop").contains("one.txt\ntwo.txt"));
    world.shell("git fsck --no-dangling");
    if (accepted) return;
  }
  FAIL("it was never done");
}

TEST_CASE("after a crash between any two changes a resolver's lane has its markers") {
  for (int cut = 0; cut < 40; ++cut) {
    CAPTURE(cut);
    GitWorld world;
    world.begin();
    open(world);
    const std::string one = work(world, "one", "b.txt", "one\n");
    const std::string two = work(world, "two", "b.txt", "two\n");
    world.good(
        merge_into(world.git(), world.repository(), "shop", {.commit = one, .message = "1"}));
    const Repository repository = world.repository();
    world.crash_after(cut);
    const bool done = world
                          .await(make_conflict_lane(world.git(), repository, world.lanes(),
                                                    {"shop", "both"}, two))
                          .has_value();
    world.reopen();
    const ConflictLane made = world.good(
        make_conflict_lane(world.git(), repository, world.lanes(), {"shop", "both"}, two));
    CHECK(GitWorld::read(made.lane.path + "/b.txt").contains("<<<<<<<"));
    CHECK(tip(world) == one);
    if (done) return;
  }
  FAIL("it was never done");
}

}  // namespace
}  // namespace fm
