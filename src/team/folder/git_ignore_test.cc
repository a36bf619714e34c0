#include "team/folder/git_ignore.h"

#include <doctest/doctest.h>

#include <string>

#include "test/support/scratch_folder.h"

namespace fm {
namespace {

bool ignored_by(const std::string& rules, const std::string& path) {
  const ScratchFolder folder;
  folder.write(".gitignore", rules);
  return GitIgnore(folder.path(), {}).ignores(path, false);
}

// Against the whole path.
bool matches(const std::string& pattern, const std::string& path) {
  return ignored_by("/" + pattern + "\n", path);
}

TEST_CASE("P-24 patterns of .gitignore mean what they mean to git") {
  CHECK(matches("*.log", "a.log"));
  CHECK_FALSE(matches("*.log", "logs/a.log"));
  CHECK(matches("doc/*.txt", "doc/a.txt"));
  CHECK_FALSE(matches("doc/*.txt", "doc/b/a.txt"));
  CHECK(matches("**/a.txt", "a.txt"));
  CHECK(matches("**/a.txt", "x/y/a.txt"));
  CHECK_FALSE(matches("**/a.txt", "x/ba.txt"));
  CHECK(matches("a/**/z", "a/z"));
  CHECK(matches("a/**/z", "a/b/c/z"));
  CHECK(matches("a/**", "a/b/c"));
  CHECK(matches("file[0-9].?", "file7.c"));
  CHECK_FALSE(matches("file[!0-9].?", "file7.c"));
  CHECK(matches("[[:alpha:]_]*.key", "_x1.key"));
  CHECK_FALSE(matches("[[:alpha:]]*.key", "1x.key"));
  CHECK(matches("[]x]", "]"));
  CHECK_FALSE(matches("a[+-9]b", "a/b"));
  CHECK(matches("a[b", "a[b"));
  CHECK(matches("a.b+(c)", "a.b+(c)"));
  CHECK_FALSE(matches("a.b", "axb"));
  CHECK(ignored_by("\\#x\n", "#x"));
  CHECK(ignored_by("caf\xC3\xA9\n", "caf\xC3\xA9"));
}

TEST_CASE("P-24 a byte order mark before the first rule is no part of it") {
  CHECK(ignored_by("\xEF\xBB\xBFkeys.txt\n", "keys.txt"));
}

TEST_CASE("P-24 a pattern of many stars takes no more time than its length") {
  std::string pattern;
  for (int i = 0; i < 100; ++i) pattern += "a*";
  CHECK_FALSE(matches(pattern + "b", std::string(200, 'a')));
}

TEST_CASE("P-24 where rules are too many or too long to be read, what they are about is ignored") {
  std::string many;
  for (int i = 0; i < 2'100; ++i) many += "x" + std::to_string(i) + "\n";
  for (const std::string& rules :
       {many, std::string(70'000, '#') + "\na\n", std::string(500, 'y') + "\n"}) {
    const ScratchFolder folder;
    folder.write(".git/HEAD", "ref");
    folder.write("part/.gitignore", rules);
    GitIgnore ignored(folder.path(), {});
    CHECK(ignored.ignores_within("part/a.py"));
    CHECK_FALSE(ignored.ignores_within("b.py"));
  }
}

TEST_CASE("P-24 a worktree's, a submodule's and the person's own rules count too") {
  const ScratchFolder repository, worktree, submodule, home;
  repository.write(".git/info/exclude", "mine.txt\n");
  repository.write(".git/worktrees/w/commondir", "../..\n");
  repository.write(".git/modules/m/info/exclude", "theirs.txt\n");
  const std::string git = (repository.path() / ".git").string();
  worktree.write(".git", "gitdir: " + git + "/worktrees/w\n");
  submodule.write(".git", "gitdir: " + git + "/modules/m\n");
  home.write("ignore", "CLAUDE.md\n");
  CHECK(GitIgnore(worktree.path(), {}).ignores("mine.txt", false));
  CHECK(GitIgnore(submodule.path(), {}).ignores("theirs.txt", false));
  CHECK_FALSE(GitIgnore(submodule.path(), {}).ignores("mine.txt", false));
  const GitIgnore persons(worktree.path(), home.path() / "ignore");
  CHECK(persons.ignores("a/CLAUDE.md", false));
  CHECK_FALSE(GitIgnore(worktree.path(), {}).ignores("a/CLAUDE.md", false));
}

TEST_CASE("P-24 rules of a folder, of those below and above it, count as git has them") {
  const ScratchFolder top;
  top.write(".git/HEAD", "ref");
  top.write(".git/info/exclude", "mine.txt\n");
  top.write(".gitignore", "# logs\n*.log\n/only_here\nbuild_out/\n");
  top.write("part/.gitignore", "!keep.log\nlocal.*\n");
  top.write("part/deep/x", "");
  GitIgnore ignored(top.path(), {});
  CHECK(ignored.ignores_within("a.log"));
  CHECK(ignored.ignores_within("mine.txt"));
  CHECK(ignored.ignores_within("only_here"));
  CHECK_FALSE(ignored.ignores_within("part/only_here"));
  CHECK(ignored.ignores_within("build_out/a.c"));
  CHECK_FALSE(ignored.ignores("build_out", false));
  CHECK_FALSE(ignored.ignores_within("part/keep.log"));
  CHECK(ignored.ignores_within("part/other.log"));
  CHECK(ignored.ignores_within("part/deep/local.toml"));
  CHECK_FALSE(ignored.ignores_within("local.toml"));
  // Of a folder inside a repository, the rules above it count too.
  GitIgnore below(top.path() / "part", {});
  CHECK(below.ignores_within("other.log"));
  CHECK(below.ignores_within("local.toml"));
  CHECK_FALSE(below.ignores_within("keep.log"));
}

}  // namespace
}  // namespace fm
