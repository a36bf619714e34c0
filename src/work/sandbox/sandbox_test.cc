#include "work/sandbox/sandbox.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

#include "work/sandbox/sandbox_testing.h"

namespace fm {
namespace {

// A script that prints the number of each of these that succeeds, and then "end".
std::string attempts(const std::vector<std::string>& lines) {
  std::string script;
  for (std::size_t i = 0; i < lines.size(); ++i)
    script += "{ " + lines[i] + "; } >/dev/null 2>&1 && echo done " + std::to_string(i) + "\n";
  return script + "echo end";
}

TEST_CASE_FIXTURE(
    SandboxWorld,
    "P-62 a command works in its lane, with toolchains, caches and a home of its own") {
  for (const RunAs who : everybody()) {
    CommandEnd end =
        run(inside("pwd; cat code; echo new > made; mkdir -p sub && echo x > sub/y; "
                   "\"$HOME/.tool/bin/tool\"; cat $HOME/cache/fetched; echo; "
                   "echo more > $HOME/cache/more; echo x > $HOME/.rc && cat $HOME/.rc; "
                   "echo y > $TMPDIR/t && cat $TMPDIR/t; exit 5",
                   who));
    CHECK(end.output == plan.lane + "\nof atool works\npackage\nx\ny\n");
    CHECK(end.status == 5);
    CHECK(text_of("home/repo/.folkmoot/lanes/a/made") == "new\n");
    CHECK(text_of("home/cache/more") == "more\n");
    CHECK_FALSE(std::filesystem::exists(at("home/.rc")));
  }
}

TEST_CASE_FIXTURE(SandboxWorld,
                  "P-62 homes, the store, other lanes and temporary files of others are hidden") {
  for (const RunAs who : everybody()) {
    CHECK(output_of("ls -A $HOME | sort; ls -A $HOME/repo $HOME/repo/.folkmoot/lanes; ls -A /run "
                    "/root /home /tmp /var/tmp 2>&1 | grep -v ':$' | sort -u",
                    who) ==
          ".tool\ncache\nrepo\nstore\n" + plan.home + "/repo:\n.folkmoot\n.git\n\n" + plan.home +
              "/repo/.folkmoot/lanes:\na\n\n" + folder.path().filename().string() + "\n");
    CHECK(output_of(
              attempts({"cat " + at("home/.ssh/id_ed25519"), "cat " + at("home/store/log.db"),
                        "cat " + at("home/repo/README"), "cat ../b/code", "grep -q . /etc/shadow",
                        "cat /proc/" + std::to_string(::getpid()) + "/environ"}),
              who) == "end\n");
  }
}

TEST_CASE_FIXTURE(SandboxWorld,
                  "P-62 nothing outside of the lane can be written, and nothing mounted again") {
  for (const RunAs who : everybody()) {
    CHECK(
        output_of(attempts({"echo x >> /etc/passwd", "touch /usr/x", "touch /x", "touch /var/x",
                            "touch ../x", "touch " + at("home/.tool/x"), "touch /dev/x",
                            "touch /run/x", "touch /sys/x", "mount -o remount,rw /",
                            "mount -o remount,rw,bind /", "mount -t tmpfs none /mnt", "umount /tmp",
                            "umount $HOME", "umount -l " + at("home"), "chroot / true"}),
                  who) == "end\n");
  }
}

TEST_CASE_FIXTURE(
    SandboxWorld,
    "P-62 the repository's settings and hooks, and the lane's .git, cannot be changed") {
  for (const RunAs who : everybody()) {
    CHECK(output_of(attempts({"cat .git", "cat $HOME/repo/.git/config"}), who) ==
          "done 0\ndone 1\nend\n");
    CHECK(output_of(attempts({"echo x >> $HOME/repo/.git/config",
                              "echo x > $HOME/repo/.git/hooks/pre-commit",
                              "echo x >> $HOME/repo/.git/hooks/post-commit",
                              "rm $HOME/repo/.git/hooks/post-commit", "mv $HOME/repo/.git x",
                              "echo gitdir: /elsewhere > .git", "rm -f .git", "mv .git other",
                              "ln -sf /elsewhere .git", "cp code .git", "rm -rf .git && mkdir .git",
                              "mv ../a ../c"}),
                    who) == "end\n");
    CHECK(text_of("home/repo/.folkmoot/lanes/a/.git").starts_with("gitdir: /"));
    CHECK(text_of("home/repo/.git/config") == "[core]\n");
  }
}

TEST_CASE_FIXTURE(SandboxWorld,
                  "P-62 a lane whose .git became a link is refused, and one that is gone") {
  namespace fs = std::filesystem;
  fs::remove(at("home/repo/.folkmoot/lanes/a/.git"));
  fs::create_symlink(at("home/.ssh"), at("home/repo/.folkmoot/lanes/a/.git"));
  CommandSpec spec = shell("true");
  const auto error_in = [&](const std::string& lane) {
    plan.lane = lane;
    const auto wrapped = in_sandbox(spec, plan, state);
    return wrapped ? "none" : wrapped.error().code;
  };
  CHECK(error_in(plan.lane) == "sandbox_unusable");
  CHECK(error_in(at("home/gone")) == "sandbox_unusable");
  CHECK(error_in(at("home/repo/README")) == "sandbox_unusable");
  CHECK(error_in("/") == "sandbox_unusable");
  CHECK(error_in("") == "sandbox_unusable");
  spec.folder = at("home/repo/gone");
  CHECK(error_in(at("home/repo/.folkmoot/lanes/b")) == "command_folder_missing");
  spec.argv = {"no-such-program"};
  CHECK(error_in(at("home/repo/.folkmoot/lanes/b")) == "command_unknown_program");
}

TEST_CASE_FIXTURE(SandboxWorld,
                  "P-62 there are no capabilities, no namespaces below, and no other processes") {
  for (const RunAs who : everybody()) {
    CHECK(
        output_of(
            attempts({"unshare -U true", "unshare -Ur true", "unshare -m true", "unshare -n true",
                      "bwrap --ro-bind / / true", "kill -0 " + std::to_string(::getpid()),
                      "grep -E 'Cap(Eff|Prm|Bnd|Amb)' /proc/self/status | grep -v 0000000000000000",
                      "grep NoNewPrivs /proc/self/status | grep -v 1", "nsenter -t 1 -m true"}),
            who) == "end\n");
    CHECK(output_of("ls /proc | grep -c '^[0-9]'", who).size() == 2);  // fewer than ten
  }
}

// A program that the kernel runs for it outside is the oldest way out of a container that is
// root's.
TEST_CASE_FIXTURE(SandboxWorld, "P-62 the kernel's settings cannot be changed, as root neither") {
  for (const RunAs who : everybody()) {
    const std::string before = output_of("cat /proc/sys/kernel/core_pattern", who);
    CHECK_FALSE(before.empty());
    CHECK(output_of(
              "for file in /proc/sys/kernel/core_pattern /proc/sys/kernel/hostname "
              "/proc/sys/vm/overcommit_memory /proc/sysrq-trigger /proc/mtrr "
              "/sys/kernel/uevent_helper /sys/fs/cgroup/*/release_agent "
              "/sys/fs/cgroup/pids/cgroup.procs; do\n"
              "  [ -e $file ] && (cat $file > $file) 2>/dev/null && echo written: $file\n"
              "done; find /proc/sys -maxdepth 3 -type f -writable 2>/dev/null | head -3; echo end",
              who) == "end\n");
    CHECK(output_of("cat /proc/sys/kernel/core_pattern", who) == before);
  }
}

TEST_CASE_FIXTURE(SandboxWorld,
                  "P-62 there is no network unless it is allowed, but its own loopback") {
  const std::string look =
      "tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' ' | sort | tr '\\n' ' '";
  const CommandSpec outside = shell(look);
  for (const RunAs who : everybody()) {
    plan.network = Network::kNone;
    CHECK(output_of(look, who) == "lo ");
    plan.network = Network::kAllowed;
    CHECK(output_of(look, who) == run(outside).output);
  }
}

// Docker's, D-Bus's and the session's lie in /run, tmux's and ssh-agent's in /tmp, ours in the
// store.
TEST_CASE_FIXTURE(SandboxWorld, "P-62 nobody's socket can be reached, wherever it is bound") {
  std::filesystem::create_directories(at("visible/deep"));
  plan.read_only.push_back(at("visible"));
  const std::vector<std::string> paths{at("tmux"), at("home/store/owner"), at("visible/daemon"),
                                       at("visible/deep/agent"), at("home/.ssh/agent")};
  std::vector<Descriptor> listening;
  for (const std::string& path : paths) listening.push_back(listen_at(path));
  const std::string reach =
      "import socket, sys\n"
      "for path in sys.argv[1:]:\n"
      "  try:\n"
      "    socket.socket(socket.AF_UNIX).connect(path.replace('@', '\\0'))\n"
      "    print('reached', path)\n"
      "  except OSError: pass\n";
  // One without a path, as D-Bus and X have: of the network, so it is there where that is allowed.
  const std::string abstract = "@folkmoot-test-" + std::to_string(::getpid());
  listening.push_back(listen_at(abstract));
  std::string script = "python3 -c \"$REACH\"";
  for (const std::string& path : paths) script += " '" + path + "'";
  for (const char* path :
       {"/run/docker.sock", "/var/run/docker.sock", "/run/dbus/system_bus_socket"})
    script += std::string(" ") + path;
  CommandSpec outside = shell(script);
  outside.environment["REACH"] = reach;
  CHECK(run(outside).output.contains("reached " + at("visible/daemon")));  // the test can fail
  const std::string abstract_too = " " + abstract;
  outside.argv.back() += abstract_too;
  CHECK(run(outside).output.ends_with("reached " + abstract + "\n"));
  for (const RunAs who : everybody())
    for (const Network network : {Network::kNone, Network::kAllowed}) {
      plan.network = network;
      CommandSpec spec =
          inside(script + (network == Network::kNone ? abstract_too : "") + "; echo end", who);
      spec.environment["REACH"] = reach;
      CHECK(run(spec).output == "end\n");
    }
}

TEST_CASE_FIXTURE(SandboxWorld, "P-62 what a command uses up is limited") {
  for (const RunAs who : everybody()) {
    CommandEnd end =
        run(inside("head -c 1G /dev/zero > big; echo $?; stat -c %s big; rm big", who));
    CHECK(end.output.ends_with("\n153\n67108864\n"));  // 128 + SIGXFSZ

    plan.temporary_bytes = 4 << 20;
    end =
        run(inside("for place in /tmp $HOME /dev/shm; do head -c 8M /dev/zero > $place/big; "
                   "stat -c %s $place/big; done",
                   who));
    CHECK(end.output.ends_with("4194304\n"));
    CHECK(end.output.contains("No space left"));

    end = run(
        inside("exec python3 -c 'import time; x = bytearray(700 << 20); time.sleep(1000)'", who));
    CHECK(end.ending == CommandEnding::kOverLimits);
    CHECK(end.why.contains("512 are allowed"));
    CHECK(end.unended.empty());

    plan.time_limit = Millis(300);
    end = run(inside("echo begun; sleep 1000", who));
    CHECK(end.ending == CommandEnding::kTimedOut);
    CHECK(end.output == "begun\n");
    plan.time_limit = Millis(60'000);

    CommandSpec spec = inside("yes", who);
    spec.time_limit = Millis(300);
    end = run(spec);
    CHECK(end.cut);
    CHECK(end.output.size() < spec.output_limit + 100);
  }
}

TEST_CASE_FIXTURE(SandboxWorld,
                  "P-62 a fork bomb in a sandbox is ended, and all its processes with it") {
  if (!state.holds_processes) {
    MESSAGE("not tried here: nothing holds back root's processes");
    return;
  }
  for (const RunAs who : everybody())
    for (const char* bomb : {"bomb() { bomb | bomb & }; bomb; sleep 1000",
                             "exec python3 -c 'import os\nwhile 1:\n  try:\n    os.fork()\n"
                             "    os.setsid()\n  except OSError: pass'"}) {
      plan.time_limit = Millis(20'000);
      CommandSpec spec = inside(bomb, who);
      HearingListener listener;
      const CommandEnd end = run(spec, &listener);
      CHECK_FALSE(end.ok());
      CHECK(end.unended.empty());
      CHECK_FALSE(is_alive(listener.mark));
    }
}

TEST_CASE_FIXTURE(
    SandboxWorld,
    "F-16 in a sandbox nothing is left of what left its session, its parents and its environment") {
  for (const RunAs who : everybody()) {
    const CommandEnd end =
        run(inside("(setsid env -i /bin/sh -c 'trap \"\" TERM HUP; while :; do echo x >> ticks; "
                   "sleep 0.01; done' &); while [ ! -s ticks ]; do sleep 0.01; done",
                   who));
    CHECK(end.ok());
    CHECK(end.unended.empty());
    const std::string file = plan.lane + "/ticks";
    const auto size = std::filesystem::file_size(file);
    CHECK(run(shell("sleep 0.1; stat -c %s " + file)).output == std::to_string(size) + "\n");
    std::filesystem::remove(file);
  }
}

TEST_CASE_FIXTURE(SandboxWorld,
                  "F-16 S-18 after a kill -9 nothing is left of a sandbox, whatever was in it") {
  const std::string ticks = plan.lane + "/ticks";
  const pid_t other = ::fork();
  if (other == 0) {
    CommandWorld killed;
    const RunningTask running =
        start(killed.commands->run(inside("trap '' TERM HUP; setsid env -i /bin/sh -c 'while :; do "
                                          "echo x >> ticks; sleep 0.01; done' & wait"),
                                   {}),
              [](auto) {});
    killed.run_until([] { return false; });
    ::_exit(1);
  }
  run_until([&] { return std::filesystem::exists(ticks); });
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  // It ticks a hundred times a second; once it has not for a while, it is gone.
  CommandSpec look = shell(
      "old=; new=0; until [ \"$old\" = $new ]; do old=$new; sleep 0.3; "
      "new=$(stat -c %s " +
      ticks + "); done; echo gone");
  look.time_limit = Millis(20'000);
  CHECK(run(look).output == "gone\n");
}

TEST_CASE_FIXTURE(SandboxWorld, "a command in a sandbox may tidy up before it is ended") {
  HearingListener listener("ready", cancel);
  const CommandEnd end =
      run(inside("trap 'echo tidied; exit 0' TERM; echo ready; while :; do sleep 0.01; done"),
          &listener);
  CHECK(end.ending == CommandEnding::kCancelled);
  CHECK(end.output.ends_with("tidied\n"));  // a shell may say before it that its sleep was ended
}

TEST_CASE_FIXTURE(SandboxWorld, "P-62 where there is no sandbox that is said, with what to do") {
  CommandSpec spec = shell("true");
  const auto with_program = [&](const std::string& script) {
    folder.write("bin/bwrap", "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(at("bin/bwrap"), std::filesystem::perms(0755));
    return wait(probe_sandbox(*commands, {{"PATH", at("bin")}}));
  };
  const SandboxState missing = wait(probe_sandbox(*commands, {{"PATH", "/no/such/folder"}}));
  CHECK_FALSE(missing.works);
  CHECK(missing.why_not.code == "sandbox_missing");
  const auto wrapped = in_sandbox(spec, plan, missing);
  REQUIRE_FALSE(wrapped);
  CHECK(wrapped.error().code == "sandbox_unusable");
  CHECK(wrapped.error().cure.contains("bubblewrap"));
  CHECK(with_program("echo 'bwrap: Unknown option --disable-userns' >&2; exit 1").why_not.code ==
        "sandbox_too_old");
  CHECK(with_program("echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1")
            .why_not.code == "sandbox_refused");
  CHECK(with_program("echo 'bwrap: No permissions to create new namespace' >&2; exit 1")
            .why_not.code == "sandbox_refused");
  CHECK(with_program("exit 3").why_not.code == "sandbox_failed");
  CHECK(with_program("exit 0").works);

  // Without it the limits hold all the same.
  spec = within_limits(shell("ulimit -f; echo begun; sleep 1000"), plan);
  spec.time_limit = Millis(200);
  spec = within_limits(spec, plan);
  const CommandEnd end = run(spec);
  CHECK(end.ending == CommandEnding::kTimedOut);
  CHECK(end.output == "131072\nbegun\n");
}

TEST_CASE_FIXTURE(SandboxWorld, "P-62 dependencies are shown in a lane, to be read only") {
  folder.write("home/repo/node_modules/pad/index.js", "pad");
  folder.write("home/repo/vendor/x", "of the person");
  std::filesystem::create_directories(at("home/repo/.folkmoot/lanes/a/node_modules"));
  folder.write("home/repo/.folkmoot/lanes/a/vendor/x", "of the lane");
  std::filesystem::create_directory_symlink("/etc", at("home/repo/.folkmoot/lanes/a/venv"));
  plan.placed = {{at("home/repo/node_modules"), plan.lane + "/node_modules"},
                 {at("home/repo/vendor"), plan.lane + "/vendor"},
                 {at("home/repo/node_modules"), plan.lane + "/venv"},
                 {at("home/repo/node_modules"), plan.lane + "/missing/node_modules"},
                 {at("home/store"), at("home/repo/.folkmoot/lanes/b")},
                 {at("gone"), plan.lane + "/gone"}};
  for (const RunAs who : everybody()) {
    CHECK(output_of("cat node_modules/pad/index.js vendor/x; ls venv/pad 2>/dev/null; "
                    "echo x 2>/dev/null > node_modules/pad/index.js || echo kept",
                    who) == "padof the lanekept\n");
    CHECK(text_of("home/repo/node_modules/pad/index.js") == "pad");
  }
}

TEST_CASE_FIXTURE(SandboxWorld, "P-62 of a lane only the part that is worked in can be written") {
  std::filesystem::create_directories(at("home/repo/.folkmoot/lanes/a/part"));
  plan.part = plan.lane + "/part";
  for (const RunAs who : everybody())
    CHECK(output_of("cat code; echo x > part/made && cat part/made; "
                    "echo y 2>/dev/null > code || echo kept; mkdir new 2>/dev/null || echo none",
                    who) == "of ax\nkept\nnone\n");
  plan.part = at("home");
  CommandSpec spec = shell("true");
  spec.folder = plan.lane;
  const auto wrapped = in_sandbox(std::move(spec), plan, state);
  REQUIRE_FALSE(wrapped);
  CHECK(wrapped.error().code == "sandbox_unusable");
}

}  // namespace
}  // namespace fm
