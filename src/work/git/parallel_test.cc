// Many lanes at once, beside a person who uses git too (F-54).
#include <doctest/doctest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "test/support/git_world.h"
#include "work/git/merge.h"
#include "work/git/snapshot.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

Task<Result<std::string>> whole_task(Git& git, Repository repository, std::string folder,
                                     std::string task, std::string base) {
  const Lane lane =
      CO_TRY(co_await make_lane(git, repository, folder, {"shop", task}, std::move(base)));
  for (int step = 1; step <= 3; ++step) {
    GitWorld::write_to(lane.path, task + ".txt", std::string(static_cast<std::size_t>(step), 'x'));
    CO_TRY(co_await snapshot(git, lane, "step " + std::to_string(step)));
  }
  const Snapshot done = CO_TRY(co_await final_commit(git, lane, "Do " + task));
  const MergedPart merged = CO_TRY(co_await merge_into(
      git, repository, "shop", {.commit = done.commit, .message = "Merge " + task}));
  CO_TRY(co_await remove_lane(git, lane));
  co_return merged.merged ? done.commit : "";
}

// Looks every 50 ms, as an editor does, with the lock that git takes to note what it saw.
class Poller {
 public:
  explicit Poller(GitWorld& world) : world_(world) { again(); }
  int looked() const { return looked_; }
  void stop() { timer_.reset(), task_.reset(); }

 private:
  void again() {
    timer_ = world_.loop().after(Millis(50), [this] {
      CommandSpec spec;
      spec.argv = {"git", "status", "--porcelain"};
      spec.folder = world_.repository_path();
      spec.environment = {{"PATH", "/usr/bin:/bin"}};
      task_ = std::make_unique<RunningTask>(
          start(world_.commands().run(std::move(spec), CancelToken()), [this](auto) {
            ++looked_;
            world_.loop().post([this] { again(); });
          }));
    });
  }

  GitWorld& world_;
  std::unique_ptr<Timer> timer_;
  std::unique_ptr<RunningTask> task_;
  int looked_ = 0;
};

TEST_CASE(
    "F-54 twelve lanes at once, a poller and locks of others: all succeed, none is surfaced") {
  GitWorld world;
  world.begin();
  world.good(open_integration(world.git(), world.repository(), "shop", world.head()));
  const Repository repository = world.repository();
  const std::string base = world.head();
  // Locks that somebody leaves for two seconds: of the index, of all refs, of the branch.
  const std::vector<fs::path> locks = {
      fs::path(repository.common_dir) / "index.lock",
      fs::path(repository.common_dir) / "packed-refs.lock",
      fs::path(repository.common_dir) / "config.lock",
      fs::path(repository.common_dir) / "refs/heads/folkmoot/shop.lock"};
  for (const fs::path& lock : locks) GitWorld::write_to(lock.parent_path(), lock.filename(), "");
  const auto later = world.loop().after(Millis(2'000), [&] {
    for (const fs::path& lock : locks) fs::remove(lock);
  });
  Poller poller(world);
  std::vector<RunningTask> running;
  std::vector<Error> errors;
  int ended = 0;
  constexpr int kLanes = 12;
  const auto task = [&](int number) -> Task<Result<std::string>> {
    return whole_task(world.git(), repository, world.lanes(), "task-" + std::to_string(number),
                      base);
  };
  for (int number = 0; number < kLanes; ++number)
    running.push_back(start(task(number), [&](auto outcome) {
      const Result<std::string>& result = *outcome;
      if (!result) errors.push_back(result.error());
      if (++ended == kLanes) world.loop().stop();
    }));
  while (ended < kLanes) world.loop().run();
  poller.stop();
  for (const Error& error : errors) {
    INFO(error.code, ": ", error.message, " ", error.cause);
    CHECK(error.code == "");
  }
  CHECK(poller.looked() > 0);
  CHECK(world.shell("git ls-tree --name-only folkmoot/shop | grep -c ^task-") == "12");
  CHECK(world.shell("git for-each-ref --format='%(refname)' refs/folkmoot | grep -c /steps") ==
        "12");
  CHECK(world.shell("git worktree list | wc -l") == "1");
  CHECK(world.shell("git status --porcelain").empty());
  world.shell("git fsck --no-dangling");
}

TEST_CASE("F-54 a lock that stays is told after a bounded time, with what to do") {
  GitWorld world;
  world.begin();
  Git git(world.loop(), world.commands(),
          {.environment = {{"PATH", "/usr/bin:/bin"}}, .lock_patience = Millis(300)});
  const Repository repository = world.repository();
  GitWorld::write_to(repository.common_dir, "refs/folkmoot/x.lock", "");
  const auto result = world.await(
      move_refs(git, repository, {{.ref = "refs/folkmoot/x", .to = world.head(), .from = ""}}));
  REQUIRE_FALSE(result);
  CHECK(result.error().code == "git_locked");
  CHECK(result.error().cause.contains("x.lock"));
}

TEST_CASE("a lock goes on to the next one when its task ends where it stands") {
  GitWorld world;
  GitLocks locks(world.loop());
  std::string order;
  const auto hold = [&](std::string name, Later<bool> until) -> Task<Result<bool>> {
    const GitLocks::Hold held = co_await locks.take("x");
    order += name;
    co_await until;
    co_return true;
  };
  const Later<bool> never;
  const Later<bool> now;
  now.resolve(true);
  auto first = std::make_unique<RunningTask>(start(hold("1", never), [](auto) {}));
  auto second = std::make_unique<RunningTask>(start(hold("2", Later<bool>()), [](auto) {}));
  const RunningTask third = start(hold("3", now), [&](auto) { world.loop().stop(); });
  CHECK(order == "1");
  second.reset();  // it only waited
  first.reset();   // it held
  while (!third.done()) world.loop().run();
  CHECK(order == "13");
}

}  // namespace
}  // namespace fm
