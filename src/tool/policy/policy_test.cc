#include "tool/policy/policy.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "base/text.h"
#include "tool/policy/policy_file.h"
#include "tool/policy/policy_rows.h"

namespace fm {
namespace {

PolicyTable table_of(std::string_view text) {
  auto table = parse_policy(text, "policy.yaml", PolicyOrigin::kPack);
  REQUIRE_MESSAGE(table.has_value(), (table ? "" : table.error().message));
  return std::move(*table);
}

PolicyTable default_policy() {
  std::ostringstream text;
  text << std::ifstream(std::string(std::getenv("FM_SOURCE_DIR")) + "/packs/default/policy.yaml")
              .rdbuf();
  return table_of(text.str());
}

PolicyRequest command(std::string line, std::string role = "builder") {
  return {.actor = {.agent = role, .role = role},
          .project = "p1",
          .phase = "execution",
          .tool = "run_command",
          .command = std::move(line),
          .lane = "/lane"};
}

PolicyRequest file(std::string tool, std::string path, std::string role = "builder") {
  return {.actor = {.agent = role, .role = role},
          .project = "p1",
          .phase = "execution",
          .tool = std::move(tool),
          .path = std::move(path),
          .lane = "/lane"};
}

std::string outcome(const PolicyTable& table, const PolicyRequest& request) {
  return std::string(to_string(decide(table, request).outcome));
}

TEST_CASE(
    "F-49 a command line is allowed where each of its parts is, and asked for where one is not") {
  const PolicyTable table = table_of(
      "rules:\n"
      "  - name: list\n    allow: [run_command]\n    commands: [ls, cat, git status, git diff*]\n"
      "  - name: rest\n    ask: [run_command]\n"
      "careful:\n  - program: git\n    options: [--output]\n");
  for (const char* allowed :
       {"ls", "ls -la src", "cat 'a;b'", "git status --short && git diff", "ls | cat",
        "ls; cat a\ncat b", "(ls && cat a) || ls", "ls *.c", "ls 2>/dev/null", "ls 2>&1",
        "cat /lane/a", "LANG=C ls", "timeout 5 ls", "sh -c 'ls; cat a'"}) {
    CAPTURE(allowed);
    CHECK(outcome(table, command(allowed)) == "allow");
  }
  for (const char* asked : {"ls && rm x",
                            "ls;rm x",
                            "ls|xargs rm",
                            "ls $(rm x)",
                            "cat `rm x`",
                            "ls\nrm x",
                            "ls & rm x",
                            "cat <(rm x)",
                            "FOO=1 ls",
                            "ls > /etc/x",
                            "ls > x",
                            "git -c core.pager=rm diff",
                            "echo \"a && b\"",
                            "cat /etc/passwd",
                            "cat ../x",
                            "cat ~/.ssh/id_rsa",
                            "cat $HOME/x",
                            "xargs cat",
                            "git diff --output=/x",
                            "git diff --output=x",
                            "cat < /etc/passwd",
                            "sudo ls",
                            "sh -c \"$X\"",
                            "eval ls $X",
                            "/tmp/ls",
                            "ls &> x",
                            "PATH=. ls",
                            "env LD_PRELOAD=x ls",
                            "git push",
                            "l\\s && r\\m x",
                            "cat <<E\n$(rm x)\nE",
                            "ls 'a"}) {
    CAPTURE(asked);
    CHECK(outcome(table, command(asked)) == "ask");
  }
  const PolicyVerdict verdict = decide(table, command("ls && rm x"));
  CHECK(verdict.code == "approval_required");
  CHECK(verdict.why == "`rm x` has to be asked for.");
  CHECK(verdict.rule == "rest (policy.yaml:5)");
  CHECK(decide(table, command("FOO=1 ls")).why.contains("it sets FOO"));
}

TEST_CASE("P-61 what is on no list is denied, and deny wins wherever it comes from") {
  const PolicyTable empty;
  CHECK(outcome(empty, file("read_file", "a")) == "deny");
  PolicyTable table = table_of(
      "rules:\n"
      "  - name: looks\n    allow: [read_file]\n"
      "  - name: secrets\n    deny: [read_file]\n    paths: [\".env\", \"keys/**\"]\n");
  CHECK(outcome(table, file("read_file", "a.py")) == "allow");
  CHECK(outcome(table, file("read_file", "src/.env")) == "deny");
  CHECK(outcome(table, file("read_file", "./keys/a/b")) == "deny");
  CHECK(outcome(table, file("read_file", "/lane/keys/a")) == "deny");
  CHECK(outcome(table, file("read_file", "/etc/passwd")) == "deny");
  CHECK(outcome(table, file("read_file", "../x")) == "deny");
  CHECK(outcome(table, file("write_file", "a.py")) == "deny");
  table.rules.push_back(always_rule("builder", "p1", "read_file", "keys/**", "gate g-1"));
  CHECK(outcome(table, file("read_file", "keys/a")) == "deny");
}

TEST_CASE("P-61 a denied command is seen behind paths, options and other programs") {
  const PolicyTable table = table_of(
      "rules:\n"
      "  - name: all\n    allow: [run_command]\n"
      "  - name: no-push\n    deny: [run_command]\n    commands: [\"git push *\"]\n");
  for (const char* denied :
       {"git push", "git push origin main", "ls && git push", "git -C x push",
        "/usr/bin/git --no-pager push", "sh -c 'git push'", "env A=1 git push", "echo $(git push)",
        "git -c a=b push -f", "xargs git push", "g\"i\"t push"}) {
    CAPTURE(denied);
    CHECK(outcome(table, command(denied)) == "deny");
  }
  for (const char* asked : {"git $X", "$X push", "eval $X", "xargs git", "curl x | sh"}) {
    CAPTURE(asked);
    CHECK(outcome(table, command(asked)) == "ask");
  }
  CHECK(outcome(table, command("git pull && make")) == "allow");
}

TEST_CASE("F-48 always holds for one agent, project and pattern, and never over a deny") {
  PolicyTable table = table_of(
      "rules:\n"
      "  - name: ask\n    ask: [run_command]\n"
      "  - name: review\n    deny: [run_command]\n    roles: [review]\n    commands: [\"git push "
      "*\"]\n");
  table.rules.push_back(always_rule("build", "a", "run_command", "git *", "gate g-1"));
  PolicyRequest build = command("git push origin", "build");
  build.project = "a";
  CHECK(outcome(table, build) == "allow");
  PolicyRequest review = command("git push origin", "review");
  review.project = "a";
  CHECK(outcome(table, review) == "deny");
  build.project = "b";
  CHECK(outcome(table, build) == "ask");
  build.project = "a";
  build.command = "git push && rm x";
  CHECK(outcome(table, build) == "ask");
  build.tool = "web_fetch";
  build.command.clear();
  build.host = "example.org";
  CHECK(outcome(table, build) == "deny");
}

TEST_CASE(
    "F-50 a child may do no more than whoever it works for, and the refusal names both rules") {
  const PolicyTable table = table_of(
      "rules:\n"
      "  - name: looks\n    allow: [read_file]\n"
      "  - name: planner-looks\n    deny: [write_file]\n    roles: [planner]\n"
      "  - name: child-writes\n    allow: [write_file]\n    roles: [builder]\n");
  PolicyRequest request = file("write_file", "a.py");
  CHECK(outcome(table, request) == "allow");
  request.actor.parent.push_back({.agent = "plan", .role = "planner"});
  const PolicyVerdict verdict = decide(table, request);
  CHECK(verdict.outcome == PolicyOutcome::kDeny);
  CHECK(verdict.rule == "child-writes (policy.yaml:7); for plan: planner-looks (policy.yaml:4)");
  CHECK(verdict.allowed == std::vector<std::string>{"read_file"});
  CHECK(refusal_text(request, verdict).contains("builder works for plan"));
}

TEST_CASE(
    "S-2 stage, role and approval are checked in this order, and the refusal says what is "
    "allowed") {
  PolicyTable table = default_policy();
  table.stages = {{"plan", {"read_file"}}, {"build", {"read_file", "write_file", "run_command"}}};
  PolicyRequest request = file("write_file", "a.py");
  request.stage = "plan";
  CHECK(decide(table, request).code == "stage_tool_not_allowed");
  request.stage = "unknown";
  CHECK(decide(table, request).code == "stage_tool_not_allowed");
  request.stage = "build";
  CHECK(decide(table, request).outcome == PolicyOutcome::kAllow);
  request.actor.actions_allowed = {"read_file"};
  CHECK(decide(table, request).code == "role_tool_not_allowed");
  request.actor = {.agent = "rev", .role = "reviewer"};
  const PolicyVerdict verdict = decide(table, request);
  CHECK(verdict.code == "role_tool_not_allowed");
  CHECK(refusal_text(request, verdict) ==
        "error: role_tool_not_allowed\ntool: write_file\nstage: build\nrole: reviewer\n"
        "why: `a.py` is not allowed: no rule lets rev (reviewer) use write_file for this.\n"
        "allowed: read_file\nhint: Use what is allowed, or say what should be done.\n");
  request = command("make");
  request.stage = "build";
  CHECK(decide(table, request).code == "approval_required");
}

TEST_CASE("P-61 the defaults: all look, builders write and run in the sandbox, nobody else does") {
  const PolicyTable table = default_policy();
  for (const char* role : {"builder", "reviewer", "researcher", "leader", "tester"})
    for (const char* tool : {"read_file", "search_text", "git_diff"})
      CHECK(outcome(table, file(tool, "src/a.py", role)) == "allow");
  CHECK(outcome(table, file("edit_file", "src/a.py")) == "allow");
  for (const char* role : {"reviewer", "researcher", "leader", "tester"}) {
    CHECK(outcome(table, file("edit_file", "src/a.py", role)) == "deny");
  }
  PolicyRequest talk = file("edit_file", "src/a.py");
  talk.phase = "discovery";
  CHECK(outcome(table, talk) == "deny");
  PolicyRequest run = command("npm test && eval $X > out");
  CHECK(outcome(table, run) == "ask");
  run.sandboxed = true;
  CHECK(outcome(table, run) == "allow");
  CHECK(outcome(table, command("git status && ls")) == "allow");
  CHECK(outcome(table, command("ls", "reviewer")) == "deny");
  CHECK(outcome(table, command("pytest", "tester")) == "ask");
  PolicyRequest fetch = file("web_fetch", "");
  fetch.host = "example.org";
  CHECK(outcome(table, fetch) == "ask");
}

TEST_CASE("P-61 the commands of the approved plan are allowed exactly as they stand there") {
  PolicyTable table = default_policy();
  table.rules.push_back(plan_commands("p1", {"npm ci && npm test"}, "plan p1"));
  CHECK(outcome(table, command("npm ci && npm test")) == "allow");
  CHECK(outcome(table, command("npm ci")) == "ask");
  CHECK(outcome(table, command("npm ci && npm test; rm x")) == "ask");
  CHECK(outcome(table, command("npm ci && npm test", "reviewer")) == "allow");
  PolicyRequest other = command("npm ci && npm test");
  other.project = "p2";
  CHECK(outcome(table, other) == "ask");
}

TEST_CASE("P-52 a fault in a policy names its line and a cure") {
  std::vector<Error> faults;
  CHECK_FALSE(read_policy("rules:\n"
                          "  - name: a\n    allow: [read_fil]\n"
                          "  - name: a\n    allow: [read_file]\n    deny: [read_file]\n"
                          "  - allow: [read_file]\n    path: [x]\n",
                          "policy.yaml", PolicyOrigin::kTeam, faults)
                  .has_value());
  std::string all;
  for (const Error& fault : faults) all += fault.message + " " + fault.cure + "\n";
  CAPTURE(all);
  CHECK(all.contains("policy.yaml:3:"));
  CHECK(all.contains("`read_file`"));
  CHECK(all.contains("two rules of the name `a`"));
  CHECK(all.contains("one of allow, ask and deny"));
  CHECK(all.contains("has no name"));
  CHECK(all.contains("paths"));
}

TEST_CASE("P-61 the policy can be shown, and why a call is allowed or not") {
  const PolicyTable table = default_policy();
  const auto rows = policy_rows(table);
  REQUIRE(rows.size() == table.rules.size());
  CHECK(rows[2].rule == "sandboxed-commands");
  CHECK(rows[2].outcome == "allow");
  CHECK(rows[2].when == "phase execution; in a sandbox");
  CHECK(rows[2].origin.starts_with("pack, policy.yaml:"));
  const auto told = explain(table, command("ls && rm x"));
  REQUIRE(told.steps.size() == 2);
  CHECK(told.steps[0].part == "ls");
  CHECK(told.steps[0].outcome == "allow");
  CHECK(told.steps[1].part == "rm x");
  CHECK(told.steps[1].outcome == "ask");
}

}  // namespace
}  // namespace fm
