#include "team/turn/task_prompt.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "team/looks/tool_exchange.h"
#include "team/pack/built_in.h"
#include "team/room/brief.h"
#include "team/spending/tokens.h"
#include "team/tasks/task_map.h"
#include "team/tasks/task_work_json.h"
#include "team/text/fence.h"
#include "team/turn/turn_facts.h"
#include "tool/tool.h"

namespace fm {
namespace {

constexpr std::size_t kMostDiff = 60'000;  // bytes shown of a change

struct TaskGround {
  const Project& project;
  TaskMap map;
  const MapTask* task;
  const TaskWork* work;  // null: nothing was made yet
};

std::string or_none(std::string text) { return text.empty() ? "none" : text; }

std::string quoted(const std::vector<std::string>& commands) {
  std::string text;
  for (const std::string& one : commands) text += (text.empty() ? "`" : ", `") + one + "`";
  return or_none(text);
}

// What else is built, so that two tasks fit together.
std::string other_tasks(const TaskGround& ground) {
  std::string text;
  for (const MapTask& other : ground.map.tasks) {
    if (other.id == ground.task->id) continue;
    const TaskWork* work = ground.project.work.find(other.id);
    const bool merged = work != nullptr && !work->merged.empty();
    const bool waits =
        std::ranges::find(other.dependencies, ground.task->id) != other.dependencies.end();
    text += fmt::format("- {} ({}): {}", other.id,
                        merged  ? "done; it is in your lane"
                        : waits ? "comes after yours"
                                : "at the same time, in another lane",
                        other.objective);
    if (!other.files.empty()) text += fmt::format(" Files: {}.", join(other.files, ", "));
    text += '\n';
  }
  return text.empty() ? text : "The other tasks of the plan:\n" + text;
}

std::string checks_text(const TaskWork& work) {
  std::string text;
  for (const CheckRecord* check : work.checks_of(work.tree)) {
    text += fmt::format("`{}`: {}\n", check->command,
                        check->passed()     ? "passed"
                        : check->status > 0 ? fmt::format("failed, exit status {}", check->status)
                                            : "did not end: " + check->why);
    if (check->output != nullptr && !check->output->empty()) text += fence(*check->output);
  }
  return or_none(text);
}

// What the newest round of reviews found, by whom; or what the checks did not pass.
std::string feedback_text(const TaskWork& work) {
  std::string text;
  for (const ReviewRecord* review : work.reviews_of(work.round)) {
    if (review->verdict == ReviewVerdict::kNone) continue;
    text += fmt::format("{}: {}\n{}", review->agent, to_string(review->verdict),
                        findings_text(review->findings));
  }
  return or_none(text);
}

std::string diff_text(const TaskWork& work) {
  if (work.diff == nullptr || work.diff->empty()) return "(nothing has changed)\n";
  std::string text(cut_bytes(*work.diff, kMostDiff));
  if (text.size() < work.diff->size()) text += "\n(the rest is not shown)\n";
  return fence(text);
}

PromptValues values_of(const TaskGround& ground, const TurnRequest& turn) {
  static const TaskWork kNone;
  const TaskWork& work = ground.work != nullptr ? *ground.work : kNone;
  PromptValues values{{"task", ground.task->id},
                      {"objective", ground.task->objective},
                      {"files", or_none(join(ground.task->files, ", "))},
                      {"acceptance", quoted(ground.task->acceptance)},
                      {"others", other_tasks(ground)},
                      {"checks", checks_text(work)},
                      {"diff", diff_text(work)},
                      {"feedback", feedback_text(work)}};
  for (const auto& [name, value] : turn.values) values.insert_or_assign(name, value);
  return values;
}

std::string system_text(const TeamSnapshot& snapshot, const Project& project) {
  const auto prompts = snapshot.prompts.find("agency");
  std::string text = prompts != snapshot.prompts.end() ? prompts->second.preamble() : "";
  if (text.empty())
    if (const Prompts* built_in = built_in_prompts("agency")) text = built_in->preamble();
  text += "\n=== the brief ===\n";
  if (const BriefRevision* brief = project.brief())
    text += brief_markdown(*brief->brief, BriefOrigin::kLeader, Closing::kNo);
  if (!snapshot.folder_digest.empty())
    text += "\n=== the folder, before the work began ===\n" + fence(snapshot.folder_digest);
  return text;
}

ModelMessage message_of(Role role, std::string text) {
  ModelMessage message;
  message.role = role;
  message.text = std::move(text);
  return message;
}

ToolExchange exchange_of(const SessionStep& step) {
  ToolExchange exchange{.said = step.said ? *step.said : "",
                        .reasoning = step.reasoning,
                        .written = step.written,
                        .notes = step.notes};
  for (const SessionSignature& one : step.signatures)
    exchange.signatures.push_back({one.opaque ? SignatureKind::kOpaque : SignatureKind::kSignature,
                                   one.value, one.text, one.of});
  for (const SessionCall& call : step.calls) {
    exchange.calls.push_back({call.id, call.name, call.arguments ? *call.arguments : "{}"});
    exchange.answers.push_back(
        {call.result != nullptr ? *call.result : "(it was not run)", call.failed});
  }
  return exchange;
}

Result<TaskText> text_of(const TeamSnapshot& snapshot, const TurnRequest& turn,
                         const PromptValues& values) {
  if (turn.task_before.empty()) return snapshot.task("agency", turn.task, values);
  const TaskText before = TRY(snapshot.task("agency", turn.task_before, values));
  TaskText text = TRY(snapshot.task("agency", turn.task, values));
  text.task = before.task + "\n\n" + text.task;
  if (text.format.empty()) text.format = before.format;
  return text;
}

// What the rehearsal goes by: what was agreed on, which task it is, and in which round.
JsonObject facts_of(const TaskGround& ground, const TurnRequest& turn) {
  JsonObject facts;
  add_project_facts(facts, ground.project);
  facts["work"] = ground.task->id;
  facts["review"] = ground.work != nullptr ? ground.work->round : 1;
  if (!turn.task_before.empty())
    facts["task_before"] = {{"task", turn.task_before}, {"round", turn.round}};
  return facts;
}

Error no_such_task(const std::string& task) {
  return {"plan_task_unknown", "The plan has no task " + task + ".",
          "It was changed since the work on it began.", "Start the work again."};
}

}  // namespace

Result<TurnPrompt> make_task_prompt(const TeamSnapshot& snapshot, const RoomView& view,
                                    const EffectCall& call, const TurnRequest& turn) {
  const Project* project = view.projects.find(turn.project);
  const bool planned = project != nullptr && !project->plans.empty();
  TaskGround ground{.project = planned ? *project : Project(),
                    .map = planned ? task_map_from_json(*project->plans.back().plan) : TaskMap(),
                    .task = nullptr,
                    .work = nullptr};
  ground.task = ground.map.find(turn.plan_task);
  if (ground.task == nullptr) return std::unexpected(no_such_task(turn.plan_task));
  ground.work = project->work.find(turn.plan_task);

  const auto profile = snapshot.profiles.find(turn.agent);
  const TaskText text = TRY(text_of(snapshot, turn, values_of(ground, turn)));
  TurnPrompt prompt;
  std::vector<ModelMessage>& messages = prompt.request.messages;
  messages.push_back(message_of(Role::kSystem, system_text(snapshot, *project)));
  std::string user;
  if (profile != snapshot.profiles.end())
    user += fmt::format("=== you are {} ===\n{}\n", turn.agent, profile->second.body);
  user += "=== your task ===\n" + text.task;
  if (!text.format.empty()) user += "\n" + text.format;
  const std::size_t stable = user.size();
  messages.push_back(message_of(Role::kUser, std::move(user)));
  messages.back().stable_ends = {stable};
  int round = turn.round;
  if (turn.session) {
    const AgentSession* session = view.sessions.find(call.flow->id);
    round = session == nullptr ? 1 : session->rounds + 1;
    if (session != nullptr)
      for (const SessionStep& step : session->steps) append_exchange(exchange_of(step), messages);
    prompt.request.tools = tool_specs();
  }
  prompt.tokens = estimate_tokens(messages, family_of(turn.model));
  const auto model = parse_model_name(turn.model);
  prompt.request.model = model ? model->model : turn.model;
  prompt.request.room = call.room.value;
  if (profile != snapshot.profiles.end())
    prompt.request.temperature_hundredths = profile->second.temperature_hundredths;
  prompt.request.purpose = {turn.agent, turn.task, round, facts_of(ground, turn)};
  return prompt;
}

Result<std::string> outside_prompt(const TeamSnapshot& snapshot, const RoomView& view,
                                   const TurnRequest& turn, const std::string& fault) {
  const Project* project = view.projects.find(turn.project);
  if (project == nullptr || project->plans.empty())
    return std::unexpected(no_such_task(turn.plan_task));
  TaskGround ground{.project = *project,
                    .map = task_map_from_json(*project->plans.back().plan),
                    .task = nullptr,
                    .work = project->work.find(turn.plan_task)};
  ground.task = ground.map.find(turn.plan_task);
  if (ground.task == nullptr) return std::unexpected(no_such_task(turn.plan_task));
  const TaskText how = TRY(snapshot.task("agency", "outside", {}));
  const TaskText what = TRY(snapshot.task("agency", turn.task, values_of(ground, turn)));
  std::string text = how.task;
  text += "\n=== the brief ===\n";
  if (const BriefRevision* brief = project->brief()) text += brief_markdown(*brief->brief);
  text += "\n=== your task ===\n" + what.task;
  if (!fault.empty())
    text += "\n" + TRY(snapshot.task("agency", "outside_again", {{"fault", fault}})).task;
  if (!how.format.empty()) text += "\n" + how.format;
  return text;
}

}  // namespace fm
