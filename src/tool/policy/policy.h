// The policy: who may do what, when, and how that is known (P-61, S-2). One table of rules.
//
// A rule names roles, agents, projects, phases, stages and tools (none: any of them), and perhaps
// paths or commands; its outcome is allow, ask or deny. Of the rules that fit a call:
//   - deny wins, wherever it comes from;
//   - else the nearest origin decides: a person's answer, then the approved plan, the team, the
//     pack (kPack ... kPerson); within one origin a rule with a pattern before one without, and
//     there ask before allow;
//   - no rule: denied.
// Of a shell command every part is held to the rules, and the worst outcome is the command's. A
// child's rights are those of its own rules and of every ancestor's together (F-50). Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "tool/policy/command_pattern.h"

namespace fm {

enum class PolicyOutcome { kAllow, kAsk, kDeny };
enum class PolicyOrigin { kPack, kTeam, kPlan, kPerson };
std::string_view to_string(PolicyOutcome outcome);  // "allow", "ask", "deny"
std::string_view to_string(PolicyOrigin origin);    // "pack", "team", "plan", "person"

struct PolicyRule {
  std::string name;  // "builder-writes", for people
  PolicyOutcome outcome = PolicyOutcome::kDeny;
  std::vector<std::string> tools = {};
  std::vector<std::string> roles = {};
  std::vector<std::string> agents = {};
  std::vector<std::string> projects = {};
  std::vector<std::string> phases = {};
  std::vector<std::string> stages = {};
  std::vector<std::string> paths = {};     // globs from the lane: "src/**", "*.md"
  std::vector<std::string> commands = {};  // "ls", "git diff *": words, and what may follow them
  std::vector<std::string> exact_commands = {};  // the whole line, byte for byte
  std::vector<std::string> hosts = {};           // "docs.python.org", "*.example.org"
  std::optional<bool> sandboxed = {};            // only with, or only without a working sandbox
  PolicyOrigin origin = PolicyOrigin::kPack;
  std::string where = {};  // "policy.yaml:12", "your answer in gate g-3"
  std::string why = {};    // one sentence; may be empty
};

struct PolicyTable {
  std::vector<PolicyRule> rules;
  // S-4: which tools a stage has. A stage that is not in it allows nothing; no stages: no limit.
  std::vector<std::pair<std::string, std::vector<std::string>>> stages = {};
  std::vector<CarefulProgram> careful = {};  // of patterns that allow
};

// Who asks. `parent` is whoever made it: its rights are a limit too.
struct PolicyActor {
  std::string agent;
  std::string role;
  std::optional<std::vector<std::string>> actions_allowed = {};  // of its card (S-2)
  std::vector<PolicyActor> parent = {};                          // none or one
};

struct PolicyRequest {
  PolicyActor actor;
  std::string project = {};
  std::string phase = {};
  std::string stage = {};  // empty: a flow without stages
  std::string tool;
  std::string path = {};     // of the tools that have one; from the lane
  std::string command = {};  // of run_command
  std::string host = {};     // of web_fetch
  bool sandboxed = false;    // it would run in a sandbox that holds it in the lane, off the network
  std::string lane = {};     // the lane's folder: absolute paths in a command may lie below it
};

struct PolicyVerdict {
  PolicyOutcome outcome = PolicyOutcome::kDeny;
  std::string code = {};  // stage_tool_not_allowed, role_tool_not_allowed, approval_required, ...
  std::string rule = {};  // "builder-writes (policy.yaml:12)"; of a child, both
  std::string why = {};   // in plain words: which part, which rule
  std::vector<std::string> allowed = {};  // the tools that this agent may use now
  std::string hint = {};                  // what to do instead
};

PolicyVerdict decide(const PolicyTable& table, const PolicyRequest& request);

// The refusal, as the model gets it (S-2): error, tool, stage, role, allowed, hint.
std::string refusal_text(const PolicyRequest& request, const PolicyVerdict& verdict);

}  // namespace fm
