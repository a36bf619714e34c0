#include "work/git/repository.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "test/support/git_world.h"

namespace fm {
namespace {

RepositoryState state_of(GitWorld& world, const std::string& folder = {}) {
  return world.good(inspect(world.git(), folder.empty() ? world.repository_path() : folder));
}

TEST_CASE("a folder without a repository is no error") {
  GitWorld world;
  CHECK(state_of(world).kind == RepositoryKind::kNone);
  CHECK(world.code_of(find_repository(world.git(), world.repository_path())) == "repository_none");
}

TEST_CASE("an empty repository has a branch and no commit") {
  GitWorld world;
  world.shell("git init -q -b trunk");
  const RepositoryState state = state_of(world);
  CHECK(state.kind == RepositoryKind::kEmpty);
  CHECK(state.branch == "trunk");
  CHECK(state.head.empty());
}

TEST_CASE("a clean repository, also from a folder inside") {
  GitWorld world;
  world.begin();
  const RepositoryState state = state_of(world, world.repository_path() + "/folder");
  CHECK(state.kind == RepositoryKind::kNormal);
  CHECK(state.repository.toplevel == world.repository_path());
  CHECK(state.repository.common_dir == world.repository_path() + "/.git");
  CHECK(state.head == world.head());
  CHECK(state.branch == "main");
  CHECK(state.under_way == UnderWay::kNothing);
  CHECK_FALSE(state.dirty());
  CHECK_FALSE(state.shallow);
  CHECK_FALSE(state.lfs);
  CHECK_FALSE(std::filesystem::exists(world.repository_path() + "/pwn"));
}

TEST_CASE("staged, changed and untracked files are told apart; ignored ones are not there") {
  GitWorld world;
  world.begin();
  world.write(".gitignore", "*.log\n");
  world.write("x.log", "ignored");
  world.write("a.txt", "changed\n");
  world.write("b.txt", "staged\n");
  world.write("new/\xC3\xBC \"n\n.txt", "untracked");
  world.shell("git add b.txt && rm folder/c.txt");
  const std::string before = GitWorld::read(world.repository_path() + "/.git/index");
  const RepositoryState state = state_of(world);
  CHECK(state.staged.paths == std::vector<std::string>{"b.txt"});
  CHECK(state.changed.paths == std::vector<std::string>{"a.txt", "folder/c.txt"});
  CHECK(state.untracked.paths == std::vector<std::string>{".gitignore", "new/\xC3\xBC \"n\n.txt"});
  CHECK(GitWorld::read(world.repository_path() + "/.git/index") == before);
}

TEST_CASE("lists of paths are bounded, their counts are not") {
  GitWorld world;
  world.begin();
  for (int i = 0; i < 300; ++i) world.write("n" + std::to_string(i), "x");
  const RepositoryState state = state_of(world);
  CHECK(state.untracked.count == 300);
  CHECK(state.untracked.paths.size() == kMostListedPaths);
}

TEST_CASE("bare, detached and linked repositories") {
  GitWorld world;
  world.begin();
  world.shell("git clone -q --bare . ../bare && git worktree add -q --detach ../linked");
  const std::string above = std::filesystem::path(world.repository_path()).parent_path().string();
  const RepositoryState bare = state_of(world, above + "/bare");
  CHECK(bare.kind == RepositoryKind::kBare);
  CHECK(bare.repository.toplevel.empty());
  CHECK(bare.head == world.head());
  const RepositoryState linked = state_of(world, above + "/linked");
  CHECK(linked.kind == RepositoryKind::kNormal);
  CHECK(linked.branch.empty());
  CHECK(linked.repository.common_dir == world.repository_path() + "/.git");
  CHECK(linked.repository.git_dir != linked.repository.common_dir);
}

TEST_CASE("what stands open is seen: a rebase, a merge, a cherry-pick") {
  GitWorld world;
  world.begin();
  world.shell(
      "git switch -q -c other && echo other > b.txt && git commit -q -am other && "
      "git switch -q main && echo main > b.txt && git commit -q -am main");
  world.shell("git merge other >/dev/null || true");
  CHECK(state_of(world).under_way == UnderWay::kMerge);
  CHECK(state_of(world).conflicted.paths == std::vector<std::string>{"b.txt"});
  world.shell("git merge --abort && { git cherry-pick other >/dev/null 2>&1 || true; }");
  CHECK(state_of(world).under_way == UnderWay::kCherryPick);
  world.shell("git cherry-pick --abort && { git rebase other >/dev/null 2>&1 || true; }");
  const RepositoryState state = state_of(world);
  CHECK(state.under_way == UnderWay::kRebase);
  CHECK(state.branch.empty());
  CHECK(!state.head.empty());
}

TEST_CASE("a shallow clone and Git LFS are noticed") {
  GitWorld world;
  world.begin();
  world.shell(
      "git commit -q --allow-empty -m two && git clone -q --depth 1 \"file://$PWD\" ../shallow");
  const std::string above = std::filesystem::path(world.repository_path()).parent_path().string();
  CHECK(state_of(world, above + "/shallow").shallow);
  world.write("folder/.gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n");
  CHECK(state_of(world).lfs);
}

TEST_CASE("a changed submodule is refused, with what to do; a clean one is not") {
  GitWorld world;
  world.begin();
  world.shell(
      "git clone -q . ../lib && "
      "git -c protocol.file.allow=always submodule --quiet add ../lib \"sub module\" && "
      "git commit -q -m sub",
      {});
  RepositoryState state = state_of(world);
  REQUIRE(state.submodules.size() == 1);
  CHECK(state.submodules[0].path == "sub module");
  CHECK(state.submodules[0].present);
  CHECK_FALSE(state.submodules[0].changed);
  CHECK(check_workable(state).has_value());

  world.write("sub module/b.txt", "changed in it\n");
  state = state_of(world);
  CHECK(state.submodules[0].changed);
  const auto refused = check_workable(state);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "submodules_changed");
  CHECK(refused.error().message.contains("sub module"));
  world.shell("cd 'sub module' && git commit -q -am changed");
  CHECK(state_of(world).submodules[0].changed);
}

TEST_CASE("commits are made in the person's name, else in the program's") {
  GitWorld world;
  world.begin();
  CHECK(world.good(identity(world.git(), world.repository())).mail == "ada@example.org");
  world.shell("git config user.name 'B. Local'");
  CHECK(world.good(identity(world.git(), world.repository())).name == "B. Local");
  world.shell("git config user.email ''");
  CHECK(world.good(identity(world.git(), world.repository())).name == "Folkmoot");
}

TEST_CASE("git's version is known, and a machine without git is told so") {
  GitWorld world;
  CHECK(world.good(world.git().version()).starts_with("2."));
  Git none(world.loop(), world.commands(), {.environment = {{"PATH", "/nowhere"}}});
  CHECK(world.code_of(none.version()) == "git_missing");
}

}  // namespace
}  // namespace fm
