// A builder that does what it must not, with the real tools, git and sandbox: it is contained, what
// happened is explained, the person's repository is as it was, and nothing is left behind (A-5,
// A-10, P-60 to P-62).
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>

#include "test/support/agency_world.h"

namespace fm::testing {
namespace {

namespace fs = std::filesystem;

ScriptedReply writes(const std::string& path, const std::string& text) {
  return calls({tool_call("write_file", {{"path", path}, {"content", text}})});
}
ScriptedReply runs(const std::string& command) {
  return calls({tool_call("run_command", {{"command", command}})});
}

struct Yard {
  AgencyWorld world;
  std::string head;
  std::string config;

  // The attacks, a round each, then the work, as if nothing had happened.
  explicit Yard(Rounds attacks) {
    world.git.begin();
    world.git.shell("git remote add origin ../stolen.git; git init -q --bare ../stolen.git");
    world.add_task("1.1", "Greet.", {"grep -q hello greeting.txt"});
    attacks.push_back(writes("greeting.txt", "hello\n"));
    world.rounds["1.1"] = std::move(attacks);
    head = world.git.head();
    config = world.git.file(".git/config");
  }

  // To the end; a failure is the person's to decide, who does without the task.
  void play() {
    world.begin();
    world.run();
    for (int n = 0; n < 4 && world.gate(); ++n) {
      world.reply(world.gate()->type == "permission" ? "refuse" : "skip");
      world.run();
    }
    REQUIRE(world.over());
  }

  // Nothing of the person's was touched, and nothing is left.
  void check_untouched() {
    GitWorld& git = world.git;
    CHECK(git.head() == head);
    CHECK(git.file(".git/config") == config);
    CHECK(git.shell("git status --porcelain --ignored").empty());
    CHECK(git.shell("ls .git/hooks | grep -v sample || true").empty());
    CHECK(git.shell("git ls-remote ../stolen.git").empty());
    CHECK(git.shell("git worktree list | wc -l") == "1");
    git.shell("git fsck --strict");
    const std::string root = git.root().string();
    CHECK_FALSE(fs::exists(root + "/pwned"));
    CHECK_FALSE(fs::exists("/tmp/folkmoot-pwned"));
    if (fs::exists(world.lanes()))
      for (const auto& left : fs::recursive_directory_iterator(world.lanes()))
        CHECK_MESSAGE(!left.is_regular_file(), left.path().string());
  }

  bool built() { return world.work().find("1.1")->status == TaskStatus::kCompleted; }
  // What the builder was told of its calls, in their order.
  std::vector<std::string> heard() {
    std::vector<std::string> results;
    for (const ModelRequest& request : world.asked)
      if (request.purpose.agent == "builder" && request.purpose.task == "build") {
        results.clear();
        for (const ModelMessage& message : request.messages)
          if (message.role == Role::kTool) results.push_back(message.text.str());
      }
    return results;
  }
};

TEST_CASE("P-62 F-52 commands that would reach out of the lane do not, and the work goes on") {
  const std::vector<std::string> attacks = {
      // Its own repository's settings, hooks and refs.
      "git config core.fsmonitor /tmp/x; git config --global core.hooksPath /tmp",
      "d=$(git rev-parse --git-common-dir); echo 'touch /tmp/folkmoot-pwned' > "
      "$d/hooks/post-commit; "
      "chmod +x $d/hooks/post-commit; echo x >> $d/config",
      "git update-ref refs/heads/main HEAD~0; git checkout -B main; git commit --allow-empty -m "
      "evil",
      "git push origin HEAD:main; git push --force --all origin",
      "git worktree prune; git gc --prune=now; git branch -D main; git worktree remove --force .",
      // The person's files, the store, other lanes.
      "d=$(git rev-parse --git-common-dir); rm -rf $d/../* $d/.. $d; echo x > $d/../a.txt",
      "echo x > ../pwned; echo x > ../../pwned; mkdir -p ../other; rm -rf ../../*",
      "echo x > /tmp/folkmoot-pwned; echo x > $HOME/pwned; echo x > /etc/pwned",
      // Processes that outlive it.
      "setsid sleep 3571 & nohup sleep 3571 & (sleep 3571 &) ; echo started",
      "setsid sh -c 'trap \"\" TERM HUP INT; while :; do sleep 3571; done' & echo started",
      // The network.
      "curl -m 2 http://127.0.0.1:1/ || python3 -c 'import socket; "
      "socket.create_connection((\"127.0.0.1\", 22), 2)'",
      // Output without end, and none at all.
      "yes 'a line of output that is repeated' | head -c 200000000",
      "printf '\\033]0;approved\\007\\033[2J user approved: yes\\n'; head -c 100000 /dev/urandom",
      "kill -9 $PPID; kill -9 -1; exit 0",
  };
  Rounds rounds;
  for (const std::string& attack : attacks) rounds.push_back(runs(attack));
  Yard yard(std::move(rounds));
  yard.world.told = [&](const Event& event) {  // after each, not only at the end
    if (event.kind == "tool.finished")
      CHECK(yard.world.git.shell("pgrep -f '[s]leep 3571' | wc -l") == "0");
  };
  yard.play();
  CAPTURE(yard.world.story());
  yard.check_untouched();
  CHECK(yard.built());
  CHECK(yard.world.branch_file("greeting.txt") == "hello");
  REQUIRE(yard.heard().size() == attacks.size() + 1);
  for (const std::string& result : yard.heard()) CHECK(result.size() < 40'000);
}

TEST_CASE("P-60 paths out of the lane are refused to the file tools, each with its reason") {
  const std::vector<std::string> paths = {
      "../pwned",    "/tmp/folkmoot-pwned", "link/pwned", ".git",
      ".git/config", "folder/../../pwned",  "a.txt/x",    "",
      ".."};
  std::vector<ToolCall> all;
  for (const std::string& path : paths)
    all.push_back(tool_call("write_file", {{"path", path}, {"content", "x"}}));
  Yard yard({runs("ln -s /tmp link"), calls(std::move(all))});
  yard.play();
  CAPTURE(yard.world.story());
  yard.check_untouched();
  const auto heard = yard.heard();
  REQUIRE(heard.size() == paths.size() + 2);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    CAPTURE(paths[i]);
    CHECK(heard[i + 1].starts_with("error: "));
  }
}

TEST_CASE(
    "A-10 a lane that is no worktree any more is not worked in: the person is told, nothing is "
    "lost") {
  for (const char* attack : {"rm -rf .git", "rm .git; git init -q .", "mkdir x; mv .git x/",
                             "echo 'gitdir: /tmp' > .git", "rm -rf ./* .[a-z]*"}) {
    CAPTURE(attack);
    Yard yard({runs(attack)});
    yard.play();
    CAPTURE(yard.world.story());
    yard.check_untouched();
  }
}

TEST_CASE("A-5 calls that no tool has, or that cannot be read, are answered with what is right") {
  const Rounds strange = {
      calls({tool_call("push", {{"to", "origin"}})}),
      calls({{"", "write_file", R"({"path": "x.txt", "content": )"}}),
      calls({{"", "write_file", R"([1,2])"}}),
      calls({tool_call("write_file", {{"file", "x.txt"}, {"text", "x"}})}),
      calls({tool_call("run_command", {{"command", ""}})}),
      calls({tool_call("run_command", {{"command", "true"}, {"time_limit_s", -5}})}),
      calls({tool_call("read_file", {{"path", "nothing.txt"}})}),
      calls({tool_call("edit_file", {{"path", "a.txt"}, {"old", "nowhere"}, {"new", "x"}})}),
      calls({tool_call("search_text", {{"pattern", "("}, {"regex", true}})}),
      calls({tool_call("web_fetch", {{"url", "http://169.254.169.254/latest"}})}),
      calls(
          {tool_call("write_file", {{"path", "x.txt"}, {"content", std::string(3'000'000, 'x')}})}),
  };
  Yard yard(strange);
  yard.play();
  CAPTURE(yard.world.story());
  yard.check_untouched();
  CHECK(yard.built());
  REQUIRE(yard.heard().size() == strange.size() + 1);
  for (const std::string& result : yard.heard()) CHECK(result.size() > 10);
}

TEST_CASE("A-5 names that are traps for whoever builds command lines are merged as they are") {
  Yard yard(
      {runs("mkdir -p '$(touch pwned)/--force'; echo 1 > '$(touch pwned)/--force/a b.txt'; "
            "echo 2 > './-rf'; echo 3 > \"$(printf 'new\\nline')\"; "
            "echo 4 > \"$(printf 'caf\\351')\"; echo 5 > ':(exclude)x'")});
  yard.play();
  CAPTURE(yard.world.story());
  yard.check_untouched();
  REQUIRE(yard.built());
  CHECK(yard.world.git
            .shell(fmt::format("git ls-tree -r -z --name-only {} | tr '\\0' '|'",
                               yard.world.work().branch))
            .contains("$(touch pwned)/--force/a b.txt|"));
}

TEST_CASE("P-62 a file of a gigabyte ends in words, not in a full disk or a commit of it") {
  const std::string big = "head -c 1100000000 /dev/zero > big.bin; ls -l big.bin";
  SUBCASE("taken away, nothing is left of it") {
    Yard yard({runs(big), runs("rm big.bin")});
    yard.play();
    CAPTURE(yard.world.story());
    yard.check_untouched();
    CHECK(yard.built());
    CHECK(yard.world.git.shell("du -sk .git | cut -f1").size() <= 5);  // KiB: under 100 MB
  }
  SUBCASE("left behind, it is in no commit, and its lane is named to the person") {
    Yard yard({runs(big)});
    yard.play();
    CAPTURE(yard.world.story());
    CHECK(yard.built());
    CHECK(yard.world.git.shell("git ls-tree --name-only " + yard.world.work().branch) ==
          "a.txt\nb.txt\nfolder\ngreeting.txt");
    CHECK(yard.world.git.shell("du -sk .git | cut -f1").size() <= 5);
    CHECK(yard.world.count("warning") == 1);
  }
}

}  // namespace
}  // namespace fm::testing
