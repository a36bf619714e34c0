#include "work/git/base.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <string>

#include "test/support/git_world.h"
#include "work/git/refs.h"

namespace fm {
namespace {

Base base_of(GitWorld& world, BaseChoice choice, std::vector<std::string> anyway = {}) {
  return world.good(make_base(world.git(), world.repository(), "shop", choice, std::move(anyway)));
}

// Everything of the person that must not change: files, index, branches.
std::string everything(GitWorld& world) {
  return world.shell(
      "cat .git/index .git/HEAD | sha256sum; git for-each-ref refs/heads; "
      "find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0 stat -c '%n %i %Y %s' ; "
      "find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0 sha256sum");
}

TEST_CASE("the base is HEAD, recorded, and stays when the person goes on") {
  GitWorld world;
  world.begin();
  const std::string head = world.head();
  const Base base = base_of(world, BaseChoice::kHead);
  CHECK(base.commit == head);
  CHECK(base.branch == "main");
  world.shell("git commit -q --allow-empty -m later");
  CHECK(base_of(world, BaseChoice::kHead).commit == head);
  CHECK(world.shell("git rev-parse refs/folkmoot/shop/_base") == head);
}

TEST_CASE("a base with the person's changes holds them, and leaves the person's files alone") {
  GitWorld world;
  world.begin();
  world.write(".gitignore", "*.log\n");
  world.write("a.txt", "changed\n");
  world.write("b.txt", "staged\n");
  world.shell("git add b.txt && rm folder/c.txt && ln -s /etc/passwd link && chmod +x a.txt");
  world.write("b.txt", "staged, then changed\n");
  world.write("new folder/\xC3\xBC\n.txt", "untracked\n");
  world.write("x.log", "ignored");
  const std::string before = everything(world);

  const Base base = base_of(world, BaseChoice::kWithChanges);
  CHECK(everything(world) == before);
  CHECK(base.left_out.empty());
  const std::string commit = base.commit;
  CHECK(world.shell("git rev-parse " + commit + "^") == world.head());
  CHECK(world.shell("git show " + commit + ":a.txt") == "changed");
  CHECK(world.shell("git show " + commit + ":b.txt") == "staged, then changed");
  CHECK(world.shell("git ls-tree -r -z --name-only " + commit + " | tr '\\0' '|'") ==
        ".gitignore|a.txt|b.txt|link|new folder/\xC3\xBC\n.txt|");
  CHECK(world.shell("git ls-tree " + commit + " link").starts_with("120000"));
  CHECK(world.shell("git ls-tree " + commit + " a.txt").starts_with("100755"));
  CHECK(world.shell("git log -1 --format=%ae " + commit) == "ada@example.org");
}

TEST_CASE("P-64 new files that are large or look like secrets are left out and named") {
  GitWorld world;
  world.begin();
  world.write(".env", "PORT=1\n");
  world.write("deploy.yml", "password: hunter2hunter2\n");
  world.write("big.bin", std::string((5 << 20) + 1, 'x'));
  world.write("a.txt", "api_key = \"abcdefgh12345\"\n");  // in the repository already
  const Base base = base_of(world, BaseChoice::kWithChanges, {"deploy.yml"});
  REQUIRE(base.left_out.size() == 2);
  CHECK(base.left_out[0].path == ".env");
  CHECK(base.left_out[1].path == "big.bin");
  CHECK(base.left_out[1].why.contains("5 MiB"));
  CHECK(world.shell("git ls-tree -r --name-only " + base.commit) ==
        "a.txt\nb.txt\ndeploy.yml\nfolder/c.txt");
}

TEST_CASE("a clean folder gives HEAD itself as the base with changes") {
  GitWorld world;
  world.begin();
  CHECK(base_of(world, BaseChoice::kWithChanges).commit == world.head());
}

TEST_CASE("an empty repository gives an empty commit, or one of its files") {
  GitWorld world;
  world.shell("git init -q");
  const Base empty = base_of(world, BaseChoice::kHead);
  CHECK(world.shell("git ls-tree -r " + empty.commit).empty());
  CHECK(world.shell("git rev-list --count " + empty.commit) == "1");
  CHECK(world.shell("git for-each-ref refs/heads").empty());

  GitWorld other;
  other.shell("git init -q");
  other.write("a", "a");
  CHECK(other.shell("git ls-tree --name-only " + base_of(other, BaseChoice::kWithChanges).commit) ==
        "a");
}

TEST_CASE("in the middle of a rebase work begins at HEAD, and the person is told") {
  GitWorld world;
  world.begin();
  world.shell(
      "git switch -q -c other && echo other > b.txt && git commit -q -am other && "
      "git switch -q main && echo main > b.txt && git commit -q -am main && "
      "{ git rebase other >/dev/null 2>&1 || true; }");
  const Base base = base_of(world, BaseChoice::kWithChanges);
  CHECK(base.commit == world.head());
  REQUIRE(base.left_out.size() == 1);
  CHECK(base.left_out[0].why.contains("rebase"));
}

TEST_CASE("a nested repository is left out of the base and named") {
  GitWorld world;
  world.begin();
  world.shell("git init -q inner && cd inner && echo x > x && git add x && git commit -q -m x");
  const Base base = base_of(world, BaseChoice::kWithChanges);
  REQUIRE(base.left_out.size() == 1);
  CHECK(base.left_out[0].path == "inner/");
  CHECK(base.commit == world.head());
}

}  // namespace
}  // namespace fm
