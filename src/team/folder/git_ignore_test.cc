#include "team/folder/git_ignore.h"

#include <doctest/doctest.h>

#include <string>

#include "test/support/scratch_folder.h"

namespace fm {
namespace {

TEST_CASE("P-24 patterns of .gitignore mean what they mean to git") {
  CHECK(matches_ignore_pattern("*.log", "a.log"));
  CHECK_FALSE(matches_ignore_pattern("*.log", "logs/a.log"));
  CHECK(matches_ignore_pattern("doc/*.txt", "doc/a.txt"));
  CHECK_FALSE(matches_ignore_pattern("doc/*.txt", "doc/b/a.txt"));
  CHECK(matches_ignore_pattern("**/a.txt", "a.txt"));
  CHECK(matches_ignore_pattern("**/a.txt", "x/y/a.txt"));
  CHECK_FALSE(matches_ignore_pattern("**/a.txt", "x/ba.txt"));
  CHECK(matches_ignore_pattern("a/**/z", "a/z"));
  CHECK(matches_ignore_pattern("a/**/z", "a/b/c/z"));
  CHECK(matches_ignore_pattern("a/**", "a/b/c"));
  CHECK(matches_ignore_pattern("file[0-9].?", "file7.c"));
  CHECK_FALSE(matches_ignore_pattern("file[!0-9].?", "file7.c"));
  CHECK(matches_ignore_pattern("\\#x", "#x"));
}

TEST_CASE("P-24 a pattern of many stars takes no more time than its length") {
  std::string pattern;
  for (int i = 0; i < 100; ++i) pattern += "a*";
  CHECK_FALSE(matches_ignore_pattern(pattern + "b", std::string(200, 'a')));
}

TEST_CASE("P-24 rules of a folder, of those below and above it, count as git has them") {
  const ScratchFolder top;
  top.write(".git/HEAD", "ref");
  top.write(".git/info/exclude", "mine.txt\n");
  top.write(".gitignore", "# logs\n*.log\n/only_here\nbuild_out/\n");
  top.write("part/.gitignore", "!keep.log\nlocal.*\n");
  top.write("part/deep/x", "");
  GitIgnore ignored(top.path());
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
  GitIgnore below(top.path() / "part");
  CHECK(below.ignores_within("other.log"));
  CHECK(below.ignores_within("local.toml"));
  CHECK_FALSE(below.ignores_within("keep.log"));
}

}  // namespace
}  // namespace fm
