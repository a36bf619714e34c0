#include "work/git/bring_in.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "test/support/git_world.h"
#include "work/git/hand_over.h"
#include "work/git/snapshot.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

// A project whose result changes a.txt's first line and adds new.txt.
struct Project {
  explicit Project(GitWorld& w) : world(w) {
    world.begin();
    world.good(open_integration(world.git(), world.repository(), "shop", world.head()));
    const Lane lane = world.lane("one");
    std::string text = GitWorld::read(lane.path + "/a.txt");
    text.replace(0, 6, "FIRST!");
    GitWorld::write_to(lane.path, "a.txt", text);
    GitWorld::write_to(lane.path, "new.txt", "new\n");
    commit = world.good(final_commit(world.git(), lane, "Do one")).commit;
    world.good(merge_into(world.git(), world.repository(), "shop",
                          {.commit = commit, .message = "Merge one"}));
  }

  BringInPlan plan(BringInWay way = BringInWay::kFastForwardOrMerge,
                   const std::string& branch = {}) const {
    return world.good(
        plan_bring_in(world.git(), world.repository(), "shop", branch, way, "Merge the shop"));
  }
  void bring(const BringInPlan& by) const {
    world.good(bring_in(world.git(), world.repository(), by));
  }
  std::string refused(const BringInPlan& by) const {
    return world.code_of(bring_in(world.git(), world.repository(), by));
  }

  GitWorld& world;
  std::string commit;
};

TEST_CASE("S-11 the result is brought in by a fast-forward; a plan alone changes nothing") {
  GitWorld world;
  const Project result(world);
  const std::string before = world.head();
  const BringInPlan plan = result.plan();
  CHECK(plan.kind == BringInKind::kFastForward);
  CHECK(plan.branch == "refs/heads/main");
  CHECK(plan.changes.size() == 2);
  CHECK(plan.in_the_way.empty());
  CHECK(world.head() == before);
  result.bring(plan);
  CHECK(world.head() == result.commit);
  CHECK(world.file("new.txt") == "new\n");
  CHECK(world.shell("git status --porcelain").empty());
  CHECK(result.plan().kind == BringInKind::kNothing);
  result.bring(plan);  // again: nothing
}

TEST_CASE("F-53 an uncommitted edit elsewhere survives byte for byte") {
  GitWorld world;
  const Project result(world);
  world.write("b.txt", "edit \r\n of mine");
  world.write("folder/c.txt", "staged\n");
  world.shell("git add folder/c.txt");
  world.write("untracked.txt", "mine\n");
  const std::string status = world.shell("git status --porcelain");
  result.bring(result.plan());
  CHECK(world.file("b.txt") == "edit \r\n of mine");
  CHECK(world.file("new.txt") == "new\n");
  CHECK(world.shell("git status --porcelain") == status);
}

TEST_CASE("F-53 an edit of the same file stops it before anything is touched, and is listed") {
  GitWorld world;
  const Project result(world);
  SUBCASE("a changed file") { world.write("a.txt", "mine\n"); }
  SUBCASE("a staged file") {
    world.write("a.txt", "mine\n");
    world.shell("git add a.txt");
  }
  SUBCASE("an untracked file") { world.write("new.txt", "mine\n"); }
  SUBCASE("a folder in a file's place") { world.write("new.txt/x", "mine\n"); }
  SUBCASE("an ignored file") {
    world.write("new.txt", "mine\n");
    world.shell("echo new.txt >> .git/info/exclude");
  }
  const std::string before = world.shell(
      "git status --porcelain; cat a.txt; cat new.txt/x || cat new.txt || true; git log -1");
  CHECK(result.refused(result.plan()) == "changes_overlap");
  CHECK(world.shell("git status --porcelain; cat a.txt; cat new.txt/x || cat new.txt || true; "
                    "git log -1") == before);
}

TEST_CASE("S-11 a branch that went on is merged by plumbing first, then brought in") {
  GitWorld world;
  const Project result(world);
  world.write("b.txt", "person\n");
  world.shell("git commit -q -am person");
  const std::string person = world.head();
  const BringInPlan plan = result.plan();
  CHECK(plan.kind == BringInKind::kMerge);
  CHECK(world.head() == person);
  CHECK(world.shell("git show " + plan.to + ":b.txt") == "person");  // what is to be tested
  result.bring(plan);
  CHECK(world.shell("git log -1 --format='%s|%P'") ==
        "Merge the shop|" + person + " " + result.commit);
  CHECK(world.file("new.txt") == "new\n");
  CHECK(world.file("b.txt") == "person\n");
  CHECK(world.shell("git status --porcelain").empty());
  CHECK(world.shell("git for-each-ref refs/folkmoot/shop/_incoming").empty());
}

TEST_CASE("S-11 a conflict with the person's commits is planned as one, and touches nothing") {
  GitWorld world;
  const Project result(world);
  std::string text = world.file("a.txt");
  world.write("a.txt", text.replace(0, 6, "PERSON"));
  world.shell("git commit -q -am person");
  const BringInPlan plan = result.plan();
  CHECK(plan.kind == BringInKind::kConflict);
  REQUIRE(plan.conflicts.size() == 1);
  CHECK(plan.conflicts[0].path == "a.txt");
  CHECK(result.refused(plan) == "merge_conflicts");
  CHECK(world.shell("git status --porcelain").empty());
}

TEST_CASE("a merge commit where one is wanted, and branches that are elsewhere or nowhere") {
  GitWorld world;
  const Project result(world);
  const std::string first = world.head();
  world.shell("git branch quiet && git worktree add -q -b linked ../linked");
  result.bring(result.plan(BringInWay::kAlwaysMergeCommit));
  CHECK(world.shell("git log -1 --format=%P") == first + " " + result.commit);
  result.bring(result.plan(BringInWay::kFastForwardOrMerge, "quiet"));
  CHECK(world.shell("git rev-parse quiet") == result.commit);
  const BringInPlan linked = result.plan(BringInWay::kFastForwardOrMerge, "linked");
  CHECK(!linked.checked_out.empty());
  result.bring(linked);
  CHECK(world.shell("git status --porcelain; cat new.txt", linked.checked_out) == "new");
  CHECK(world.code_of(plan_bring_in(world.git(), world.repository(), "shop", "none",
                                    BringInWay::kFastForwardOrMerge, "x")) == "branch_unknown");
  world.shell("git switch -q --detach");
  CHECK(world.code_of(plan_bring_in(world.git(), world.repository(), "shop", "",
                                    BringInWay::kFastForwardOrMerge, "x")) == "branch_unknown");
}

TEST_CASE("a plan that is out of date, and a repository that is busy, are refused") {
  GitWorld world;
  const Project result(world);
  const BringInPlan plan = result.plan();
  world.write("b.txt", "later\n");
  world.shell("git commit -q -am later");
  CHECK(result.refused(plan) == "ref_moved");
  world.shell(
      "git switch -q -c other HEAD^ && echo other > b.txt && git commit -q -am other && "
      "git switch -q main && { git merge other > /dev/null || true; }");
  CHECK(result.refused(result.plan()) == "repository_busy");
}

TEST_CASE("the result of an empty repository becomes its first commit") {
  GitWorld world;
  world.shell("git init -q");
  const std::string tree = world.shell("git mktree < /dev/null");
  const std::string base = world.shell("git commit-tree -m base " + tree);
  world.good(open_integration(world.git(), world.repository(), "shop", base));
  const Lane lane =
      world.good(make_lane(world.git(), world.repository(), world.lanes(), {"shop", "one"}, base));
  GitWorld::write_to(lane.path, "x", "x\n");
  const std::string commit = world.good(final_commit(world.git(), lane, "x")).commit;
  world.good(
      merge_into(world.git(), world.repository(), "shop", {.commit = commit, .message = "x"}));
  const BringInPlan plan = world.good(plan_bring_in(world.git(), world.repository(), "shop", "",
                                                    BringInWay::kFastForwardOrMerge, "x"));
  world.good(bring_in(world.git(), world.repository(), plan));
  CHECK(world.shell("git log --format=%s main; cat x; git status --porcelain") == "x\nbase\nx");
}

TEST_CASE("S-11 after a crash between any two changes bringing in goes on") {
  for (int cut = 0; cut < 80; ++cut) {
    CAPTURE(cut);
    GitWorld world;
    const Project result(world);
    world.write("b.txt", "mine\n");
    const BringInPlan plan = result.plan();
    const Repository repository = world.repository();
    world.crash_after(cut);
    const bool done = world.await(bring_in(world.git(), repository, plan)).has_value();
    world.reopen();
    result.bring(plan);
    CHECK(world.head() == result.commit);
    CHECK(world.shell("git status --porcelain") == " M b.txt");
    CHECK(world.file("b.txt") == "mine\n");
    if (done) return;
  }
  FAIL("it was never done");
}

TEST_CASE("the result as a patch applies elsewhere, binary files too, and overwrites no file") {
  GitWorld world;
  const Project result(world);
  const std::string file = (world.root() / "x.patch").string();
  world.good(write_patch(world.git(), world.repository(), "shop", file));
  world.shell("git apply --index ../../x.patch && git write-tree > ../tree");
  CHECK(world.shell("git diff --cached --name-only") == "a.txt\nnew.txt");
  CHECK(world.shell("cat ../tree") == world.shell("git rev-parse folkmoot/shop^{tree}"));
  CHECK(world.code_of(write_patch(world.git(), world.repository(), "shop", file)) == "file_exists");
}

TEST_CASE("what the person can push is a line to type, quoted; without a remote there is none") {
  GitWorld world;
  const Project result(world);
  CHECK(world.good(push_lines(world.git(), world.repository(), "shop", "t")).push.empty());
  world.shell("git remote add origin https://github.com/a/b.git");
  const PushLines lines =
      world.good(push_lines(world.git(), world.repository(), "shop", "It's $(done)"));
  CHECK(lines.push == "git push -u origin folkmoot/shop");
  CHECK(lines.pull_request == "gh pr create --head folkmoot/shop --title 'It'\\''s $(done)'");
}

TEST_CASE("hooks of the person that a merge would run are named, and not run") {
  GitWorld world;
  const Project result(world);
  world.write(".git/hooks/post-merge", "#!/bin/sh\ntouch ran\n");
  world.shell("chmod +x .git/hooks/post-merge");
  const BringInPlan plan = result.plan();
  CHECK(plan.hooks == std::vector<std::string>{"post-merge"});
  result.bring(plan);
  CHECK_FALSE(fs::exists(world.repository_path() + "/ran"));
}

}  // namespace
}  // namespace fm
