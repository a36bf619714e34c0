// That nothing a command started outlives it, and nothing else is touched.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "work/process/command.h"
#include "work/process/command_testing.h"
#include "work/process/process_tree.h"

namespace fm {
namespace {

// Starts a process that ignores TERM and HUP in a session of its own, and writes its number down.
constexpr const char* kStubborn =
    "setsid sh -c 'trap \"\" TERM HUP; echo $$ > stubborn; while :; do sleep 1000; done' & ";

class TreeWorld : public CommandWorld {
 public:
  // 0: it is not written yet.
  pid_t written(const std::string& name) const {
    pid_t pid = 0;
    std::ifstream(folder.path() / name) >> pid;
    return pid;
  }
};

// Somebody's own process, which looks like one of ours.
class Stranger {
 public:
  Stranger() {
    pid = ::fork();
    if (pid == 0) {
      ::setsid();
      ::execl("/bin/sleep", "sleep", "1000", nullptr);
      ::_exit(127);
    }
  }
  ~Stranger() {
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
  }
  pid_t pid = 0;
};

TEST_CASE_FIXTURE(TreeWorld,
                  "F-16 S-18 a command's whole tree is ended, and nobody else's process") {
  const Stranger stranger;
  HearingListener listener("ready", cancel);
  const CommandEnd end =
      run(shell(std::string(kStubborn) + "while [ ! -s stubborn ]; do sleep 0.01; done; "
                                         "echo ready; sleep 1000"),
          &listener);
  CHECK(end.ending == CommandEnding::kCancelled);
  CHECK(end.unended.empty());
  CHECK(written("stubborn") > 0);
  CHECK_FALSE(runs(written("stubborn")));
  CHECK(runs(stranger.pid));
}

TEST_CASE_FIXTURE(
    TreeWorld,
    "F-16 a server that a command leaves behind is ended with it, its parents being gone") {
  const CommandEnd end =
      run(shell("(setsid sh -c 'echo $$ > left; exec sleep 1000' &) ; while [ ! -s left ]; do "
                "sleep 0.01; done"));
  CHECK(end.ok());
  CHECK_FALSE(runs(written("left")));
}

TEST_CASE_FIXTURE(TreeWorld, "a grandchild that keeps the output open does not keep the command") {
  const CommandEnd end = run(shell("sleep 1000 & echo $! > kept; echo done"));
  CHECK(end.ok());
  CHECK(end.output == "done\n");
  CHECK_FALSE(runs(written("kept")));
}

TEST_CASE_FIXTURE(TreeWorld, "a shell whose command is ended does not go on with the next one") {
  HearingListener listener("ready", cancel);
  run(shell("echo ready; sleep 1000; echo x > next"), &listener);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "next"));
}

TEST_CASE_FIXTURE(TreeWorld, "a stopped process is ended too") {
  HearingListener listener("ready", cancel);
  const CommandEnd end =
      run(shell("sleep 1000 & echo $! > stopped; kill -STOP $!; echo ready; wait"), &listener);
  CHECK(end.unended.empty());
  CHECK_FALSE(runs(written("stopped")));
}

TEST_CASE_FIXTURE(TreeWorld, "S-18 a task that is destroyed ends its command") {
  RunningTask running =
      start(commands->run(shell("echo $$ > leader; sleep 1000"), {}), [](auto) { FAIL("gone"); });
  run_until([&] { return written("leader") > 0; });
  running.reset();
  run_until([&] { return commands->running() == 0; });
  CHECK_FALSE(runs(written("leader")));
}

TEST_CASE_FIXTURE(TreeWorld, "S-18 a normal stop leaves no process") {
  RunningTask running =
      start(commands->run(shell(std::string(kStubborn) + "echo $$ > leader; sleep 1000"), {}),
            [](auto) {});
  run_until([&] { return written("leader") > 0 && written("stubborn") > 0; });
  running.reset();
  commands.reset();
  CHECK_FALSE(runs(written("leader")));
  CHECK_FALSE(runs(written("stubborn")));
}

// What a kill -9 of a Folkmoot leaves: the leader is ended by the kernel, the others are there.
TEST_CASE_FIXTURE(TreeWorld,
                  "S-18 after a kill -9 what a command started is found by its mark and ended") {
  const pid_t other = ::fork();
  if (other == 0) {
    {
      CommandWorld killed;
      CommandSpec spec = shell(std::string(kStubborn) + "echo $$ > leader; sleep 1000");
      spec.mark = "of-the-killed";
      const RunningTask running = start(killed.commands->run(spec, {}), [](auto) {});
      killed.run_until([&] { return written("leader") > 0 && written("stubborn") > 0; });
      folder.write("ready");
      killed.run_until([] { return false; });
    }
    ::_exit(1);
  }
  run_until([&] { return std::filesystem::exists(folder.path() / "ready"); });
  const auto mark = mark_of(written("leader"), "of-the-killed");
  REQUIRE(mark);
  CHECK(is_alive(*mark));
  const auto kept = mark_from_json(to_json(*mark));
  REQUIRE(kept == mark);
  const Stranger stranger;
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  run_until([&] { return !is_alive(*kept); });
  CHECK(runs(written("stubborn")));
  CHECK(wait(commands->end_tree(*kept, Millis(100))).empty());
  CHECK_FALSE(runs(written("stubborn")));
  CHECK(runs(stranger.pid));
  CHECK(wait(commands->end_tree(*kept)).empty());
}

TEST_CASE_FIXTURE(TreeWorld, "35 a mark whose number is another process's now ends nobody") {
  const Stranger stranger;
  auto mark = mark_of(stranger.pid, "");
  REQUIRE(mark);
  CHECK(is_alive(*mark));
  ProcessMark earlier = *mark;
  --earlier.start_ticks;
  CHECK_FALSE(is_alive(earlier));
  ProcessMark before = *mark;
  before.boot = "another";
  CHECK_FALSE(is_alive(before));
  for (const ProcessMark& other : {earlier, before}) {
    CHECK(wait(commands->end_tree(other, Millis(0))).empty());
    CHECK(runs(stranger.pid));
  }
  auto entry = read_process(stranger.pid);
  REQUIRE(entry);
  --entry->start_ticks;
  CHECK_FALSE(send_signal(*entry, SIGKILL));
  CHECK(runs(stranger.pid));
}

TEST_CASE("a mark that is none is not read as one") {
  CHECK_FALSE(mark_from_json(JsonObject{}));
  CHECK_FALSE(mark_from_json(JsonObject{{"pid", 0}, {"start_ticks", 5}}));
  CHECK_FALSE(mark_from_json(JsonObject{{"pid", -1}, {"start_ticks", 5}}));
  CHECK_FALSE(mark_from_json(JsonObject{{"pid", 1}, {"start_ticks", 5}}));
}

TEST_CASE_FIXTURE(TreeWorld, "a program may have any name") {
  std::filesystem::create_symlink("/bin/sleep", folder.path() / ") 1 (");
  HearingListener listener("ready", cancel);
  const CommandEnd end = run(shell("'./) 1 (' 1000 & echo $! > odd; echo ready; wait"), &listener);
  CHECK(end.unended.empty());
  CHECK_FALSE(runs(written("odd")));
}

}  // namespace
}  // namespace fm
