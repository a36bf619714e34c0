#include "tool/policy/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/json.h"
#include "base/text.h"
#include "tool/path_glob.h"
#include "tool/policy/policy_rows.h"
#include "tool/tool.h"

namespace fm {
namespace {

bool fits(const std::vector<std::string>& wanted, std::string_view value) {
  return wanted.empty() || std::ranges::find(wanted, value) != wanted.end();
}

bool has_pattern(const PolicyRule& rule) {
  return !rule.paths.empty() || !rule.commands.empty() || !rule.exact_commands.empty() ||
         !rule.hosts.empty();
}

// All but the patterns.
bool fits_call(const PolicyRule& rule, const PolicyActor& actor, const PolicyRequest& request,
               std::string_view tool) {
  return fits(rule.tools, tool) && fits(rule.roles, actor.role) && fits(rule.agents, actor.agent) &&
         fits(rule.projects, request.project) && fits(rule.phases, request.phase) &&
         fits(rule.stages, request.stage) &&
         (!rule.sandboxed || *rule.sandboxed == request.sandboxed);
}

std::string shown(const PolicyRule& rule) {
  return rule.where.empty() ? rule.name : fmt::format("{} ({})", rule.name, rule.where);
}

int rank(PolicyOutcome outcome) { return static_cast<int>(outcome); }

// One part of a call: a simple command, a path, a host, or the tool alone.
struct Part {
  std::string text;
  const SimpleCommand* command = nullptr;
};

// The rules that fit one part, and how one of them decides.
class PartJudge {
 public:
  PartJudge(const PolicyTable& table, const PolicyActor& actor, const PolicyRequest& request,
            std::string_view tool)
      : table_(table), actor_(actor), request_(request), tool_(tool) {}

  PolicyStep judge(const Part& part) {
    best_ = nullptr;
    why_not_.clear();
    bool maybe_denied = false;
    for (const PolicyRule& rule : table_.rules) {
      if (!fits_call(rule, actor_, request_, tool_)) continue;
      if (rule.outcome == PolicyOutcome::kDeny) {
        const DenyFit fit = denies(rule, part);
        if (fit == DenyFit::kYes) return step(part, PolicyOutcome::kDeny, &rule, rule.why);
        maybe_denied = maybe_denied || fit == DenyFit::kMaybe;
      } else if (applies(rule, part) && is_nearer(rule)) {
        best_ = &rule;
      }
    }
    if (best_ == nullptr)
      return step(part, PolicyOutcome::kDeny, nullptr,
                  fmt::format("no rule lets {} use {}{}", who(), tool_,
                              part.text.empty() ? "" : " for this"));
    if (maybe_denied)
      return step(part, PolicyOutcome::kAsk, best_, "it may be one of those that are denied");
    std::string why = best_->why;
    if (best_->outcome == PolicyOutcome::kAsk && !why_not_.empty())
      why = "it would be allowed, but " + why_not_;
    return step(part, best_->outcome, best_, std::move(why));
  }

  std::string who() const {
    return actor_.role.empty() || actor_.role == actor_.agent
               ? actor_.agent
               : fmt::format("{} ({})", actor_.agent, actor_.role);
  }

  // Whether the last judgement was made by a pattern for words.
  bool is_by_words() const {
    return best_ != nullptr && has_pattern(*best_) && !among_exact(*best_);
  }

 private:
  static PolicyStep step(const Part& part, PolicyOutcome outcome, const PolicyRule* rule,
                         std::string why) {
    return {.part = part.text,
            .outcome = std::string(to_string(outcome)),
            .rule = rule == nullptr ? std::string() : shown(*rule),
            .why = std::move(why)};
  }

  static bool fits_path(const PolicyRule& rule, std::string_view path) {
    return std::ranges::any_of(rule.paths,
                               [&](const auto& glob) { return PathGlob(glob).fits(path); });
  }
  static bool fits_host(const PolicyRule& rule, std::string_view host) {
    return std::ranges::any_of(rule.hosts, [&](const std::string& each) {
      return each == host || (each.starts_with("*.") && host.ends_with(each.substr(1)));
    });
  }

  DenyFit denies(const PolicyRule& rule, const Part& part) const {
    if (!has_pattern(rule)) return DenyFit::kYes;
    DenyFit fit = DenyFit::kNo;
    for (const std::string& pattern : rule.commands)
      if (part.command != nullptr) fit = std::max(fit, fits_denied(pattern, *part.command));
    const bool is_named = among_exact(rule) ||
                          (!request_.path.empty() && fits_path(rule, part.text)) ||
                          (!request_.host.empty() && fits_host(rule, part.text));
    return is_named ? DenyFit::kYes : fit;
  }

  bool among_exact(const PolicyRule& rule) const {
    return !request_.command.empty() &&
           std::ranges::find(rule.exact_commands, request_.command) != rule.exact_commands.end();
  }

  bool applies(const PolicyRule& rule, const Part& part) {
    if (!has_pattern(rule) || among_exact(rule)) return true;
    if (part.command == nullptr) return fits_path(rule, part.text) || fits_host(rule, part.text);
    const bool is_named = std::ranges::any_of(rule.commands, [&](const std::string& pattern) {
      return fits_command(pattern, *part.command);
    });
    if (!is_named || rule.outcome != PolicyOutcome::kAllow) return is_named;
    auto beyond = beyond_words(*part.command, request_.lane, table_.careful);
    if (beyond) why_not_ = std::move(*beyond);
    return !beyond;
  }

  bool is_nearer(const PolicyRule& rule) const {
    if (best_ == nullptr) return true;
    if (rule.origin != best_->origin) return rule.origin > best_->origin;
    if (has_pattern(rule) != has_pattern(*best_)) return has_pattern(rule);
    return rank(rule.outcome) > rank(best_->outcome);
  }

  const PolicyTable& table_;
  const PolicyActor& actor_;
  const PolicyRequest& request_;
  std::string_view tool_;
  const PolicyRule* best_ = nullptr;
  std::string why_not_;
};

PolicyOutcome outcome_of(std::string_view name) {
  if (name == "allow") return PolicyOutcome::kAllow;
  return name == "ask" ? PolicyOutcome::kAsk : PolicyOutcome::kDeny;
}

// What a command writes by itself, which is held to the rules for writing.
std::optional<PolicyStep> judge_redirections(const SimpleCommand& command, const PolicyTable& table,
                                             const PolicyActor& actor,
                                             const PolicyRequest& request) {
  for (const ShellRedirection& each : command.redirections) {
    const std::string part = each.sign + " " + each.target.text;
    if (!each.writes && each.sign != "<" && each.sign != "<>") continue;
    if (!each.target.is_fixed || leaves_lane(each.target.text, request.lane))
      return PolicyStep{
          part, "ask", {}, "it leads to a place outside of the lane, or to one that is not known"};
    if (!each.writes) continue;
    PolicyRequest writing = request;
    writing.path = each.target.text;
    writing.command.clear();
    PartJudge judge(table, actor, writing, "write_file");
    PolicyStep step = judge.judge({each.target.text});
    if (step.outcome == "allow") continue;
    return PolicyStep{part, "ask", step.rule, "it writes a file"};
  }
  return std::nullopt;
}

std::vector<PolicyStep> judge_command(const PolicyTable& table, const PolicyActor& actor,
                                      const PolicyRequest& request) {
  const ShellCommands read = read_shell(request.command);
  PartJudge judge(table, actor, request, request.tool);
  // A rule for any command has looked at no words, so it needs none to be understood: what holds
  // the command is the sandbox. So it is with a line that was allowed as a whole.
  const auto needs_words = [&](const PolicyStep& step) {
    return step.outcome == "allow" && judge.is_by_words();
  };
  std::vector<PolicyStep> steps;
  for (const SimpleCommand& command : read.commands) {
    PolicyStep step =
        judge.judge({command.words.empty() ? request.command : command.text(), &command});
    const bool by_words = needs_words(step);
    steps.push_back(std::move(step));
    if (!by_words) continue;
    if (auto writes = judge_redirections(command, table, actor, request))
      steps.push_back(std::move(*writes));
  }
  if (read.unsure.empty() && !steps.empty()) return steps;
  const SimpleCommand unknown{.words = {ShellWord{.text = "?", .is_fixed = false}},
                              .more_words = true};
  PolicyStep whole = judge.judge({request.command, &unknown});
  if (needs_words(whole)) whole.outcome = "ask";
  if (whole.outcome == "ask" && !read.unsure.empty()) whole.why = read.unsure.front();
  steps.push_back(std::move(whole));
  return steps;
}

std::vector<PolicyStep> judge_parts(const PolicyTable& table, const PolicyActor& actor,
                                    const PolicyRequest& request) {
  if (!request.command.empty()) return judge_command(table, actor, request);
  if (!request.path.empty() && leaves_lane(request.path, request.lane))
    return {{request.path, "deny", {}, "it lies outside of the lane"}};
  std::string path = request.path;
  if (!request.lane.empty() && path.starts_with(request.lane + "/"))
    path.erase(0, request.lane.size() + 1);
  while (path.starts_with("./")) path.erase(0, 2);
  PartJudge judge(table, actor, request, request.tool);
  return {judge.judge({request.host.empty() ? path : request.host})};
}

bool stage_has(const PolicyTable& table, const PolicyRequest& request, std::string_view tool) {
  if (request.stage.empty() || table.stages.empty()) return true;
  return std::ranges::any_of(table.stages, [&](const auto& stage) {
    return stage.first == request.stage &&
           std::ranges::find(stage.second, tool) != stage.second.end();
  });
}

bool card_has(const PolicyActor& actor, std::string_view tool) {
  return !actor.actions_allowed ||
         std::ranges::find(*actor.actions_allowed, tool) != actor.actions_allowed->end();
}

// Whether the tool can be used at all, for some path or command.
bool has_tool(const PolicyTable& table, const PolicyActor& actor, const PolicyRequest& request,
              std::string_view tool) {
  bool is_given = false;
  for (const PolicyRule& rule : table.rules) {
    if (!fits_call(rule, actor, request, tool)) continue;
    if (rule.outcome != PolicyOutcome::kDeny) {
      is_given = true;
    } else if (!has_pattern(rule)) {
      return false;
    }
  }
  return is_given && card_has(actor, tool) &&
         (actor.parent.empty() || has_tool(table, actor.parent.front(), request, tool));
}

// Of one actor alone.
PolicyExplanation explain_one(const PolicyTable& table, const PolicyActor& actor,
                              const PolicyRequest& request) {
  PolicyExplanation told;
  PolicyVerdict& verdict = told.verdict;
  const std::string who = PartJudge(table, actor, request, request.tool).who();
  if (!stage_has(table, request, request.tool)) {
    verdict.code = "stage_tool_not_allowed";
    verdict.why = fmt::format("{} is no tool of the stage {}.", request.tool, request.stage);
    return told;
  }
  if (!card_has(actor, request.tool)) {
    verdict.code = "role_tool_not_allowed";
    verdict.rule = fmt::format("actions_allowed of {}", actor.agent);
    verdict.why =
        fmt::format("{} is not among the actions that the card of {} allows.", request.tool, who);
    return told;
  }
  told.steps = judge_parts(table, actor, request);
  const PolicyStep* worst = nullptr;
  for (const PolicyStep& step : told.steps)
    if (worst == nullptr || rank(outcome_of(step.outcome)) > rank(outcome_of(worst->outcome)))
      worst = &step;
  verdict.outcome = outcome_of(worst->outcome);
  verdict.rule = worst->rule;
  const std::string what = worst->part.empty() ? request.tool : "`" + worst->part + "`";
  const std::string why = worst->why.empty() ? std::string() : ": " + worst->why;
  switch (verdict.outcome) {
    case PolicyOutcome::kAllow:
      verdict.why = fmt::format("{} is allowed{}", what, why);
      break;
    case PolicyOutcome::kAsk:
      verdict.code = "approval_required";
      verdict.why = fmt::format("{} has to be asked for{}", what, why);
      break;
    case PolicyOutcome::kDeny:
      verdict.code = "role_tool_not_allowed";
      verdict.why = fmt::format("{} is not allowed{}", what, why);
  }
  if (!verdict.why.ends_with('.')) verdict.why += '.';
  return told;
}

// A child's rights are its own and its parent's together (F-50).
PolicyExplanation explain_with_parents(const PolicyTable& table, const PolicyActor& actor,
                                       const PolicyRequest& request) {
  PolicyExplanation told = explain_one(table, actor, request);
  if (actor.parent.empty()) return told;
  const PolicyActor& parent = actor.parent.front();
  PolicyExplanation above = explain_with_parents(table, parent, request);
  for (PolicyStep& step : above.steps) {
    step.why = fmt::format("as {}: {}", parent.agent, step.why);
    told.steps.push_back(step);
  }
  if (rank(above.verdict.outcome) <= rank(told.verdict.outcome)) return told;
  const auto named = [](const std::string& rule) { return rule.empty() ? "no rule" : rule; };
  PolicyVerdict verdict = above.verdict;
  verdict.rule = fmt::format("{}; for {}: {}", named(told.verdict.rule), parent.agent,
                             named(above.verdict.rule));
  verdict.why = fmt::format("{} works for {}, whose rights are a limit. {}", actor.agent,
                            parent.agent, above.verdict.why);
  told.verdict = std::move(verdict);
  return told;
}

}  // namespace

std::string_view to_string(PolicyOutcome outcome) {
  switch (outcome) {
    case PolicyOutcome::kAllow:
      return "allow";
    case PolicyOutcome::kAsk:
      return "ask";
    case PolicyOutcome::kDeny:
      return "deny";
  }
  return {};
}

std::string_view to_string(PolicyOrigin origin) {
  switch (origin) {
    case PolicyOrigin::kPack:
      return "pack";
    case PolicyOrigin::kTeam:
      return "team";
    case PolicyOrigin::kPlan:
      return "plan";
    case PolicyOrigin::kPerson:
      return "person";
  }
  return {};
}

PolicyExplanation explain(const PolicyTable& table, const PolicyRequest& request) {
  PolicyExplanation told = explain_with_parents(table, request.actor, request);
  for (const ToolSpec& spec : tool_specs())
    if (stage_has(table, request, spec.name) && has_tool(table, request.actor, request, spec.name))
      told.verdict.allowed.push_back(spec.name);
  if (told.verdict.outcome == PolicyOutcome::kDeny)
    told.verdict.hint = told.verdict.allowed.empty()
                            ? "Say what should be done instead of doing it."
                            : "Use what is allowed, or say what should be done.";
  return told;
}

PolicyVerdict decide(const PolicyTable& table, const PolicyRequest& request) {
  return explain(table, request).verdict;
}

std::string refusal_text(const PolicyRequest& request, const PolicyVerdict& verdict) {
  std::string text = fmt::format("error: {}\ntool: {}\n", verdict.code, request.tool);
  if (!request.stage.empty()) text += fmt::format("stage: {}\n", request.stage);
  if (!request.actor.role.empty()) text += fmt::format("role: {}\n", request.actor.role);
  text += fmt::format("why: {}\nallowed: {}\n", verdict.why,
                      verdict.allowed.empty() ? "nothing" : join(verdict.allowed, ", "));
  if (!verdict.hint.empty()) text += fmt::format("hint: {}\n", verdict.hint);
  return text;
}

}  // namespace fm
