// Nothing that a repository names is ever run: by each function of work/git, against each way to
// name a program.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "test/support/git_world.h"
#include "work/git/base.h"
#include "work/git/bring_in.h"
#include "work/git/merge.h"
#include "work/git/plumbing/git_settings.h"
#include "work/git/snapshot.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

// A repository whose configuration, hooks and attributes name a program that leaves a file.
class Trap {
 public:
  explicit Trap(GitWorld& world) : world_(world) {
    world.begin();
    GitWorld::write_to(
        world.root(), "trap",
        "#!/bin/sh\necho \"$0 $@\" >> '" + (world.root() / "sprung").string() + "'\ncat\nexit 0\n");
    fs::permissions(world.root() / "trap", fs::perms::owner_all);
    const std::string attributes =
        "* filter=evil diff=evil merge=evil\n*.lfs filter=a=b.c diff=evil merge=evil\n";
    world.write(".gitattributes", attributes);
    world.shell("git add -A && git commit -q -m attributes");
    set_in(world.repository_path());
  }

  // In the configuration that counts in this folder, and as hooks.
  void set_in(const std::string& folder) const {
    const std::string trap = (world_.root() / "trap").string();
    std::string script;
    for (const char* key :
         {"core.fsmonitor", "filter.evil.clean", "filter.evil.smudge", "filter.a=b.c.clean",
          "filter.a=b.c.smudge", "filter.a=b.c.process", "diff.evil.textconv", "diff.evil.command",
          "diff.external", "merge.evil.driver", "core.pager", "core.editor", "core.sshCommand",
          "gpg.program", "core.askPass"})
      script += "git config '" + std::string(key) + "' '" + trap + "'\n";
    script +=
        "git config filter.evil.required true\ngit config commit.gpgSign true\n"
        "git config core.hooksPath hooks.evil\ngit config merge.default evil\n";
    script +=
        "for place in hooks.evil \"$(git rev-parse --git-common-dir)/hooks\"\ndo mkdir -p "
        "\"$place\"\n";
    script +=
        "for hook in pre-commit commit-msg prepare-commit-msg post-commit post-checkout "
        "post-merge pre-merge-commit reference-transaction post-index-change pre-auto-gc "
        "post-rewrite fsmonitor-watchman\ndo cp '" +
        trap + "' \"$place/$hook\"\ndone\ndone\n";
    // Setting a trap springs it.
    world_.shell(script + "rm -f '" + sprung() + "'", folder);
  }

  std::string sprung() const { return (world_.root() / "sprung").string(); }
  std::string what_ran() const { return GitWorld::read(sprung()); }

 private:
  GitWorld& world_;
};

TEST_CASE("A-7 no hook, filter, textconv, fsmonitor, driver or signer of a repository ever runs") {
  GitWorld world;
  const Trap trap(world);
  Git& git = world.git();
  const Repository repository = world.repository();
  world.write("a.txt", "changed by the person\n");
  world.write("new.lfs", "new\n");
  world.good(inspect(git, world.repository_path()));
  CHECK(trap.what_ran() == "");
  const Base base = world.good(make_base(git, repository, "shop", BaseChoice::kWithChanges));
  CHECK(trap.what_ran() == "");
  world.good(open_integration(git, repository, "shop", base.commit));
  const auto make = [&](const std::string& task) {
    return world.good(make_lane(git, repository, world.lanes(), {"shop", task}, base.commit));
  };
  std::vector<std::string> commits;
  for (const std::string task : {"one", "two"}) {
    const Lane lane = make(task);
    CHECK(GitWorld::read(lane.path + "/b.txt") == "b\n");
    GitWorld::write_to(lane.path, task + ".lfs", task + "\n");
    GitWorld::write_to(lane.path, "b.txt", "b\nby " + task + "\n");
    GitWorld::write_to(lane.path, "a.txt", "lines\n");
    const Snapshot step = world.good(snapshot(git, lane, "step"));
    CHECK(step.changed.size() == 3);
    world.good(diff_of(git, lane, {}));
    world.good(restore(git, lane, base.commit));
    world.good(restore(git, lane, step.commit));
    commits.push_back(world.good(final_commit(git, lane, "Do " + task)).commit);
    CHECK(trap.what_ran() == "");
  }
  const Train train = world.good(
      make_train(git, repository, "shop",
                 {{.commit = commits[0], .message = "1"}, {.commit = commits[1], .message = "2"}}));
  // Merged as text, by git itself: a driver that does nothing would say that one side is right.
  REQUIRE(train.parts[1].conflicts.size() == 1);
  CHECK(train.parts[1].conflicts[0].path == "b.txt");
  CHECK(train.parts[1].conflicts[0].text.contains("by one"));
  CHECK(train.parts[1].conflicts[0].text.contains("by two"));
  world.good(accept_train(git, repository, "shop", train));
  const ConflictLane conflict =
      world.good(make_conflict_lane(git, repository, world.lanes(), {"shop", "both"}, commits[1]));
  world.good(remove_lane(git, conflict.lane));
  CHECK(trap.what_ran() == "");

  world.shell(
      "git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c filter.evil.clean= "
      "-c filter.evil.smudge= -c filter.evil.required=false stash -q -u");
  fs::remove(trap.sprung());
  const BringInPlan plan = world.good(
      plan_bring_in(git, repository, "shop", "", BringInWay::kAlwaysMergeCommit, "Bring in"));
  world.good(bring_in(git, repository, plan));
  CHECK(world.file("one.lfs") == "one\n");
  CHECK(trap.what_ran() == "");
}

TEST_CASE("F-55 a repository that an agent makes inside its lane, or instead of it, runs nothing") {
  GitWorld world;
  const Trap trap(world);
  const Lane lane = world.lane("one");
  world.shell("git init -q inner && cd inner && echo x > x && git add x && git commit -q -m x",
              lane.path);
  trap.set_in(lane.path + "/inner");
  world.good(snapshot(world.git(), lane, "1"));
  world.shell("rm .git && git init -q .", lane.path);
  trap.set_in(lane.path);
  CHECK(world.code_of(snapshot(world.git(), lane, "2")) == "lane_changed");
  const Lane repaired = world.good(repair_lane(world.git(), lane));
  world.good(snapshot(world.git(), repaired, "3"));
  world.good(remove_lane(world.git(), repaired, Remains::kRemove));
  CHECK(trap.what_ran() == "");
}

TEST_CASE("a filter of the person's own configuration writes the person's files, and only those") {
  GitWorld world;
  world.begin();
  world.write(".gitattributes", "*.up filter=up\n");
  world.shell(
      "git add -A && git commit -q -m attributes && "
      "git config --global filter.up.smudge 'tr a-z A-Z' && "
      "git config --global filter.up.clean 'tr A-Z a-z'");
  world.good(open_integration(world.git(), world.repository(), "shop", world.head()));
  const Lane lane = world.lane("one");
  GitWorld::write_to(lane.path, "x.up", "quiet Text\n");
  const std::string one = world.good(final_commit(world.git(), lane, "x")).commit;
  world.good(merge_into(world.git(), world.repository(), "shop", {.commit = one, .message = "x"}));
  CHECK(world.shell("git cat-file blob " + one + ":x.up") == "quiet Text");  // not through it
  std::string expected;
  SUBCASE("as it is") { expected = "QUIET TEXT\n"; }
  SUBCASE("but not what the repository makes of it") {
    world.shell("git config filter.up.smudge 'touch pwn; cat'");
    expected = "QUIET TEXT\n";
  }
  const BringInPlan plan = world.good(plan_bring_in(world.git(), world.repository(), "shop", "",
                                                    BringInWay::kFastForwardOrMerge, "x"));
  world.good(bring_in(world.git(), world.repository(), plan));
  CHECK(world.file("x.up") == expected);
  CHECK_FALSE(fs::exists(world.repository_path() + "/pwn"));
}

TEST_CASE("programs are taken away by name, whatever the name holds") {
  using std::string_view_literals::operator""sv;
  const std::string_view listing =
      "local\0filter.a=b.c.clean\nevil\nline\0global\0filter.lfs.smudge\ngit-lfs smudge\0"
      "local\0filter.lfs.smudge\nevil\0global\0diff.renames\ntrue\0local\0merge.x y.driver\nevil\0"
      "local\0filter.empty.required\0"sv;
  const auto value = [&](const GitSettings& settings, std::string_view key) {
    std::string last = "(none)";
    for (const auto& setting : settings)
      if (setting.first == key) last = setting.second;
    return last;
  };
  const GitSettings none = without_programs(listing);
  CHECK(value(none, "filter.a=b.c.clean") == "");
  CHECK(value(none, "filter.a=b.c.process") == "");
  CHECK(value(none, "filter.lfs.smudge") == "");
  CHECK(value(none, "filter.empty.required") == "false");
  CHECK(value(none, "diff.renames") == "(none)");
  CHECK(value(none, "merge.x y.driver").starts_with("git merge-file"));
  const GitSettings persons = with_persons_filters(listing);
  CHECK(value(persons, "filter.lfs.smudge") == "git-lfs smudge");
  CHECK(value(persons, "filter.a=b.c.clean") == "");
}

}  // namespace
}  // namespace fm
