#include "work/process/command.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <string>

#include "base/text.h"
#include "work/process/command_testing.h"

namespace fm {
namespace {

TEST_CASE_FIXTURE(CommandWorld, "a command's output, status and streams are told") {
  CommandEnd end = run(shell("echo out; echo err >&2; exit 7"));
  CHECK(end.ending == CommandEnding::kExited);
  CHECK(end.status == 7);
  CHECK_FALSE(end.ok());
  CHECK(end.output == "out\nerr\n");
  CHECK(end.output_bytes == 8);

  CommandSpec apart = shell("echo out; echo err >&2; pwd");
  apart.streams = OutputStreams::kApart;
  end = run(apart);
  CHECK(end.ok());
  CHECK(end.output == "out\n" + folder.path().string() + "\n");
  CHECK(end.errors == "err\n");
}

TEST_CASE_FIXTURE(CommandWorld, "F-13 a program that fails at once is told with its last lines") {
  CommandEnd end = run(command({"false"}));
  CHECK(end.status == 1);
  CommandSpec spec = shell("echo no auth; exit 3");
  end = run(spec);
  CHECK(end.output == "no auth\n");
  CHECK(describe(end, spec) == "It ended with exit status 3.");
  spec = shell("echo half; kill -SEGV $$");
  end = run(spec);
  CHECK(end.ending == CommandEnding::kSignal);
  CHECK(end.output == "half\n");
  CHECK(describe(end, spec) == "It was ended by signal 11 (Segmentation fault).");
}

TEST_CASE_FIXTURE(CommandWorld, "F-13 what cannot be started is an error that says why") {
  folder.write("data", "x");
  folder.write("script", "#!/no/such/interpreter\n");
  folder.write("empty", "echo hello\n");
  for (const char* name : {"script", "empty"})
    std::filesystem::permissions(folder.path() / name, std::filesystem::perms::owner_all);
  CHECK(error_of(command({"no-such-program"})) == "command_unknown_program");
  CHECK(error_of(command({"/no/such/program"})) == "command_unknown_program");
  CHECK(error_of(command({folder.path().string()})) == "command_unknown_program");
  CHECK(error_of(command({"./data"})) == "command_not_executable");
  CHECK(error_of(command({"./script"})) == "command_not_executable");
  CHECK(error_of(command({"./empty"})) == "command_not_executable");
  CHECK(error_of(command({})) == "command_invalid");
  CHECK(error_of(command({""})) == "command_invalid");
  CHECK(error_of(command({"echo", std::string("a\0b", 3)})) == "command_invalid");
  CommandSpec elsewhere = command({"true"});
  elsewhere.folder = folder.path() / "gone";
  CHECK(error_of(elsewhere) == "command_folder_missing");
  CommandSpec variable = command({"true"});
  variable.environment["A=B"] = "c";
  CHECK(error_of(variable) == "command_invalid");
  CHECK(commands->running() == 0);
}

TEST_CASE_FIXTURE(CommandWorld, "a program of the folder is not found by PATH, but by its path") {
  folder.write("ls", "#!/bin/sh\necho planted\n");
  std::filesystem::permissions(folder.path() / "ls", std::filesystem::perms::owner_all);
  CommandSpec spec = command({"ls"});
  for (const char* path : {"", ".", ":/no/such/folder:"}) {
    spec.environment["PATH"] = path;
    CHECK(error_of(spec) == "command_unknown_program");
  }
  spec.argv = {"./ls"};
  CHECK(run(spec).output == "planted\n");
}

TEST_CASE_FIXTURE(CommandWorld, "F-18 a program that reads its input to the end gets the end") {
  CHECK(run(shell("cat; echo done")).output == "done\n");
  CommandSpec spec = shell("cat; echo done");
  spec.input = "hello\n";
  CHECK(run(spec).output == "hello\ndone\n");
}

TEST_CASE_FIXTURE(CommandWorld,
                  "F-18 a program that says nothing for too long is ended, one that does is not") {
  CommandSpec spec = shell("echo begun; exec sleep 1000");
  spec.quiet_limit = Millis(100);
  CommandEnd end = run(spec);
  CHECK(end.ending == CommandEnding::kQuiet);
  CHECK(end.output == "begun\n");
  CHECK(describe(end, spec) == "It was ended: it had written nothing for 100 ms.");

  spec = shell("for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.1; done");
  spec.quiet_limit = Millis(600);
  CHECK(run(spec).ok());
}

TEST_CASE_FIXTURE(CommandWorld,
                  "F-20 a long input arrives whole, and an argument that long is refused") {
  std::string text;
  for (int i = 0; i < 100 * 1024; ++i) text += "\u00e9";
  CommandSpec spec = command({"sha256sum"});
  spec.input = text;
  folder.write("same", text);
  CHECK(run(spec).output.substr(0, 64) == run(command({"sha256sum", "same"})).output.substr(0, 64));

  spec = command({"cat"});
  spec.input = text;
  spec.output_limit = 1 << 20;
  CHECK(run(spec).output == text);

  CHECK(error_of(command({"echo", text})) == "command_too_long");
  spec = command({"true"});
  spec.environment["LONG"] = text;
  CHECK(error_of(spec) == "command_too_long");
  spec = command({"true"});
  for (int i = 0; i < 100; ++i) spec.argv.push_back(text.substr(0, 90'000));
  CHECK(error_of(spec) == "command_too_long");
}

TEST_CASE_FIXTURE(CommandWorld,
                  "a program that ends without reading its input is none the worse for it") {
  CommandSpec spec = command({"true"});
  spec.input = std::string(4 << 20, 'x');
  CHECK(run(spec).ok());
}

TEST_CASE_FIXTURE(CommandWorld, "F-21 endless output takes bounded memory and its end is kept") {
  CommandSpec spec =
      shell("head -c 67108864 /dev/zero; printf 'a\\377b\\n'; echo '{\"type\":\"result\"}'");
  spec.output_limit = 64 * 1024;
  rusage before{};
  ::getrusage(RUSAGE_SELF, &before);
  const CommandEnd end = run(spec);
  rusage after{};
  ::getrusage(RUSAGE_SELF, &after);
  CHECK(after.ru_maxrss - before.ru_maxrss < 16 * 1024);  // KiB
  CHECK(end.ok());
  CHECK(end.cut);
  CHECK(end.output_bytes == 67'108'864 + 4 + 18);
  CHECK(end.output.size() < 66 * 1024);
  CHECK(end.output.contains(" bytes left out here"));
  CHECK(
      end.output.ends_with("a\xff"
                           "b\n{\"type\":\"result\"}\n"));
}

TEST_CASE_FIXTURE(CommandWorld, "whoever listens hears the mark and the output while it grows") {
  HearingListener listener("ready\n", cancel);
  const CommandEnd end = run(shell("echo ready; exec sleep 1000"), &listener);
  CHECK(end.ending == CommandEnding::kCancelled);
  CHECK(listener.heard == "ready\n");
  CHECK(listener.mark.pid > 1);
  CHECK_FALSE(is_alive(listener.mark));
  CHECK(commands->running() == 0);
}

TEST_CASE_FIXTURE(CommandWorld, "a command that nobody wants when it starts is ended") {
  HearingListener listener;
  listener.wanted = false;
  CHECK(run(command({"sleep", "1000"}), &listener).ending == CommandEnding::kCancelled);
  cancel.cancel();
  CHECK(run(command({"sleep", "1000"})).ending == CommandEnding::kCancelled);
}

TEST_CASE_FIXTURE(CommandWorld, "a command over its time is ended, and what it said is told") {
  CommandSpec spec =
      shell("trap 'echo tidied; exit 0' TERM; echo begun; while :; do sleep 0.01; done");
  spec.time_limit = Millis(300);
  const CommandEnd end = run(spec);
  CHECK(end.ending == CommandEnding::kTimedOut);
  CHECK(end.output.starts_with("begun\n"));
  CHECK(end.output.contains("tidied\n"));
  CHECK(end.took >= Millis(300));
  CHECK(describe(end, spec) == "It was ended: it had not finished after 300 ms.");
}

TEST_CASE_FIXTURE(CommandWorld,
                  "no descriptor, ignored signal or blocked signal of ours reaches a command") {
  const int leaked = ::open("/dev/null", O_RDONLY);  // not closed on exec, as a library's may be
  REQUIRE(leaked > 2);
  std::signal(SIGINT, SIG_IGN);
  const CommandEnd end =
      run(shell("ls /proc/self/fd | tr '\\n' ' '; grep -E 'Sig(Blk|Ign)' /proc/self/status"));
  std::signal(SIGINT, SIG_DFL);
  ::close(leaked);
  // 3 is the folder that ls reads.
  CHECK(end.output == "0 1 2 3 SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

TEST_CASE_FIXTURE(CommandWorld, "limits of one process hold") {
  CommandSpec spec = shell("exec head -c 3000000 /dev/zero > big");
  spec.limits.file_bytes = 1'000'000;
  CommandEnd end = run(spec);
  CHECK(end.ending == CommandEnding::kSignal);
  CHECK(end.status == SIGXFSZ);
  CHECK(std::filesystem::file_size(folder.path() / "big") == 1'000'000);
  spec = shell("ulimit -c; ulimit -n; ulimit -n 1000 2>/dev/null || echo refused");
  spec.limits.open_files = 64;
  CHECK(run(spec).output.starts_with("0\n64\n"));
  spec = command({"python3", "-c", "x = bytearray(200_000_000); print('got it')"});
  CHECK(run(spec).output == "got it\n");
  spec.limits.data_bytes = 100'000'000;
  end = run(spec);
  CHECK(end.status == 1);
  CHECK(end.output.contains("MemoryError"));
}

TEST_CASE_FIXTURE(CommandWorld, "limits of all processes together hold") {
  CommandSpec spec = shell("for i in 1 2 3 4 5 6 7 8 9; do sleep 1000 & done; echo begun; wait");
  spec.limits.processes = 5;
  CommandEnd end = run(spec);
  CHECK(end.ending == CommandEnding::kOverLimits);
  CHECK(describe(end, spec).starts_with("It was ended: it went over its limits. It ran "));
  CHECK(end.why.ends_with(" processes at once; 5 are allowed."));
  spec = shell("python3 -c 'x = bytearray(150_000_000); input()' < /dev/zero & wait");
  spec.limits.memory_bytes = 100 << 20;
  end = run(spec);
  CHECK(end.ending == CommandEnding::kOverLimits);
  CHECK(end.why.ends_with("100 are allowed."));
  CHECK(end.unended.empty());
}

TEST_CASE_FIXTURE(CommandWorld, "many commands run side by side") {
  int ended = 0;
  std::vector<RunningTask> running;
  for (int i = 0; i < 40; ++i)
    running.push_back(
        start(commands->run(shell("sleep 0.05; echo " + std::to_string(i)), {}), [&, i](auto end) {
          CHECK(end.value()->output == std::to_string(i) + "\n");
          ++ended;
        }));
  run_until([&] { return ended == 40; });
  CHECK(commands->running() == 0);
}

}  // namespace
}  // namespace fm
