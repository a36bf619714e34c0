#include "work/git/new_repository.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "test/support/git_world.h"

namespace fm {
namespace {

TEST_CASE("a folder without a repository becomes one of the files that were listed, no others") {
  GitWorld world;
  world.write("src/a.py", "a\n");
  world.write("\xC3\xBC \"x\n", "x\n");
  world.write(".gitignore", "build/\n");
  world.write("build/out", "ignored");
  world.write(".env", "KEY=1");
  world.write("movie.bin", std::string(6 << 20, 'x'));
  const InitPlan plan = world.good(plan_repository(world.git(), world.repository_path()));
  CHECK_FALSE(std::filesystem::exists(world.repository_path() + "/.git"));
  CHECK(plan.files == std::vector<std::string>{".gitignore", "src/a.py", "\xC3\xBC \"x\n"});
  REQUIRE(plan.left_out.size() == 2);
  CHECK(plan.left_out[0].path == ".env");
  CHECK(plan.left_out[1].path == "movie.bin");

  world.write("later.txt", "not listed");
  const Repository made = world.good(make_repository(world.git(), plan));
  CHECK(made.toplevel == world.repository_path());
  CHECK(world.shell("git status --porcelain") == "?? .env\n?? later.txt\n?? movie.bin");
  CHECK(world.shell("git rev-list --count HEAD") == "1");
  CHECK(world.shell("git symbolic-ref HEAD") == "refs/heads/main");
  const std::string head = world.head();
  world.good(make_repository(world.git(), plan));
  CHECK(world.head() == head);
  CHECK(world.code_of(plan_repository(world.git(), world.repository_path() + "/src")) ==
        "repository_exists");
}

TEST_CASE(
    "an empty folder becomes a repository with an empty commit; one that is not there does not") {
  GitWorld world;
  const InitPlan plan = world.good(plan_repository(world.git(), world.repository_path()));
  world.good(make_repository(world.git(), plan));
  CHECK(world.shell("git ls-tree HEAD").empty());
  CHECK(world.code_of(plan_repository(world.git(), world.repository_path() + "/gone")) ==
        "folder_missing");
}

TEST_CASE("after a crash between any two changes making a repository goes on") {
  for (int cut = 0; cut < 40; ++cut) {
    CAPTURE(cut);
    GitWorld world;
    world.write("a.txt", "a\n");
    const InitPlan plan = world.good(plan_repository(world.git(), world.repository_path()));
    world.crash_after(cut);
    const bool done = world.await(make_repository(world.git(), plan)).has_value();
    world.reopen();
    world.good(make_repository(world.git(), plan));
    CHECK(world.shell("git show HEAD:a.txt") == "a");
    CHECK(world.shell("git status --porcelain").empty());
    if (done) return;
  }
  FAIL("it was never done");
}

}  // namespace
}  // namespace fm
