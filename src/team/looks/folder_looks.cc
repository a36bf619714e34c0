#include "team/looks/folder_looks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "team/looks/kept_back.h"
#include "team/text/fence.h"
#include "team/text/one_line.h"
#include "tool/policy/policy_request.h"
#include "tool/tool.h"
#include "tool/tool_action.h"
#include "tool/web/web_address.h"
#include "work/process/environment.h"

namespace fm {
namespace {

constexpr std::string_view kPhase = "conversation";  // rules of phases are about builders
constexpr std::size_t kWhatBytes = 160;
constexpr std::size_t kLeastBytes = 1'024;

template <class... Each>
struct Overloaded : Each... {
  using Each::operator()...;
};

std::string what_of(const ToolAction& action) {
  const std::string what =
      std::visit(Overloaded{[](const SearchText& a) { return a.pattern; },
                            [](const RunCommand& a) { return a.command; },
                            [](const FetchPage& a) { return shown_address(a.url); },
                            [](const auto& a) { return a.path; }},
                 action);
  std::string line = on_one_line(what, kWhatBytes);
  while (line.ends_with('/')) line.pop_back();
  return line == "." ? "" : line;
}

std::string web_refusal(const std::string& host) {
  return fmt::format(
      "error: approval_required\ntool: web_fetch\nwhy: pages of {0} are opened only when the "
      "person "
      "allows it, and in a talk they are not asked in the midst of a turn.\nhint: go on without "
      "it. "
      "If it matters, say which page you would read, and that they allow it with "
      "`web: {{allow: [{0}]}}` in their config.yaml.\n",
      host);
}

std::string build_refusal(const std::string& tool) {
  return fmt::format(
      "error: role_tool_not_allowed\ntool: {}\nwhy: in a talk agents only look; nothing is written "
      "or run before the person approves a plan, and then by builders.\nhint: look with read_file, "
      "list_files, search_text, git_diff or git_log, or say what should be done.\n",
      tool);
}

}  // namespace

FolderLooks::FolderLooks(Loop& loop, Options options)
    : options_(std::move(options)),
      commands_(loop),
      git_(loop, commands_, {.environment = command_environment(options_.environment, "/tmp", {})}),
      pool_(loop) {}

std::unique_ptr<LookTurn> FolderLooks::begin(std::filesystem::path folder, PolicyActor actor,
                                             std::string project, std::size_t most_bytes) {
  return std::make_unique<LookTurn>(*this, std::move(folder), std::move(actor), std::move(project),
                                    std::min(most_bytes, kMostLookBytes));
}

LookTurn::LookTurn(FolderLooks& looks, std::filesystem::path folder, PolicyActor actor,
                   std::string project, std::size_t most_bytes)
    : looks_(looks),
      actor_(std::move(actor)),
      project_(std::move(project)),
      place_{.root = folder,
             .access = LaneAccess::kLook,
             .redactor = looks.options_.redactor,
             .kept_back = kept_back_in},
      git_(looks.git_, looks.pool_, std::move(folder)),
      bytes_left_(most_bytes) {}

PolicyRequest LookTurn::request_of(const GivenCall& call) const {
  PolicyRequest request{.actor = actor_,
                        .project = project_,
                        .phase = std::string(kPhase),
                        .tool = call.name,
                        .lane = place_.root.string()};
  // Of a call that cannot be read nothing is run, whatever the policy says.
  if (const auto action = read_tool_action(call)) ask_for(request, *action);
  return request;
}

std::optional<std::string> LookTurn::refusal(const GivenCall& call) const {
  const auto kind = tool_kind(call.name);
  if (kind != ToolKind::kLooks && kind != ToolKind::kFetches) return build_refusal(call.name);
  const PolicyRequest request = request_of(call);
  const PolicyVerdict verdict = decide(looks_.options_.policy, request);
  if (verdict.outcome == PolicyOutcome::kAllow) return std::nullopt;
  const bool asks = verdict.outcome == PolicyOutcome::kAsk;
  if (asks && kind == ToolKind::kFetches) return web_refusal(request.host);
  std::string text = refusal_text(request, verdict);
  if (asks) text += "hint: in a talk nobody is asked in the midst of a turn; go on without it.\n";
  return text;
}

void LookTurn::note(const ToolCall& call, const GivenCall* given, bool failed) {
  Look look{.tool = on_one_line(call.name, kWhatBytes), .what = "", .failed = failed};
  if (given != nullptr) {
    look.tool = given->name;
    if (const auto action = read_tool_action(*given)) look.what = what_of(*action);
  }
  looked_.push_back(std::move(look));
}

// A turn is shown so much and no more: what it reads must leave room for its answer.
ToolAnswer LookTurn::shown(ToolAnswer answer) {
  answer.text = fence(answer.text);
  if (answer.text.size() > bytes_left_) {
    if (bytes_left_ < kLeastBytes)
      return {"You have been shown as much as one turn can hold. Answer with what you have.", true};
    answer.text = std::string(cut_bytes(answer.text, bytes_left_)) +
                  "\n[... cut: one turn is shown no more]\n";
    bytes_left_ = 0;
  } else {
    bytes_left_ -= answer.text.size();
  }
  return answer;
}

Task<ToolAnswer> LookTurn::answer(ToolCall call, CancelToken cancel) {
  const auto given = given_call(call);
  if (!given) {
    note(call, nullptr, true);
    const ToolResult result = tool_failure(given.error(), shown_name(call.name), place_.redactor);
    co_return shown({result.text, true});
  }
  ToolAnswer answer;
  if (auto refused = refusal(*given)) {
    answer = {std::move(*refused), true};
  } else {
    const ToolResult result = co_await run_tool(
        *given, place_, seen_, {.commands = &git_, .web = looks_.options_.web.get()}, looks_.pool_,
        cancel);
    answer = {result.text, !result.ok};
  }
  note(call, &*given, answer.failed);
  if (const auto found = watch_.note(*given, answer.text)) loop_ = found->words;
  co_return shown(std::move(answer));
}

}  // namespace fm
