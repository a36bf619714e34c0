#include "flows/agency/agency.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "flows/agency/task.h"
#include "team/room/room.h"
#include "team/tasks/task_events.h"

namespace fm {
namespace {

constexpr GateOption kInit{"git-init", "Make it a git repository"};
constexpr GateOption kHead{"from-head", "Build on the last commit"};
constexpr GateOption kWithChanges{"with-changes", "Build on it with my changes"};
constexpr GateOption kNotNow{"not-now", "Not now"};
constexpr GateOption kUseThem{"use-settings", "Use them"};
constexpr GateOption kWithout{"without-settings", "Work without them"};
constexpr GateOption kAllowAll{"allow-for-project", "Allow for this project"};
constexpr GateOption kAskEach{"ask-for-each", "Ask me for each command"};
constexpr std::string_view kMeans =
    "A command of an agent can then read and change whatever you can: your files, your keys, the "
    "network. Allowed for the project, builders run any command; else you are asked about each one "
    "that does more than look.";

GateRequest base_gate(const Json& asked) {
  GateRequest gate;
  gate.type = "base";
  gate.question = text_at(asked, "question");
  if (text_at(asked, "asks") == "repository") {
    gate.offer(kInit);
  } else {
    gate.offer(kHead);
    gate.offer(kWithChanges);
  }
  gate.offer(kNotNow);
  gate.subject = asked;
  return gate;
}

// The folder's settings are not those that stood on the plan's card (S-13).
GateRequest changed_gate(const AgencyPtr& agency, const WorktreeSettings& now) {
  GateRequest gate;
  gate.type = "worktree";
  gate.question =
      "The folder's settings for worktrees have changed since you approved the plan. Use them?";
  gate.offer(kUseThem);
  gate.offer(kWithout);
  gate.offer(kNotNow);
  gate.subject = JsonObject{{"project", agency->args.project.value},
                            {"worktree", to_json(now)},
                            {"lines", worktree_lines(now)}};
  return gate;
}

// Asked once for a project, not for each command.
GateRequest unsandboxed_gate(const AgencyPtr& agency, const Json& settings) {
  GateRequest gate;
  gate.type = "no_sandbox";
  gate.question = "Commands run without a sandbox here. Allow that for this project?";
  gate.offer(kAllowAll);
  gate.offer(kAskEach);
  gate.offer(kNotNow);
  gate.subject = JsonObject{{"project", agency->args.project.value},
                            {"means", kMeans},
                            {"why", text_at(settings, "why")}};
  return gate;
}

NewEvent grant_without_sandbox(const AgencyPtr& agency) {
  NewEvent event;
  event.kind = "permission.granted";
  event.project = agency->args.project;
  event.body = {{"agent", ""}, {"tool", kNoSandbox}, {"pattern", ""}};
  return event;
}

FlowEnd not_now() { return FlowEnd::success(JsonObject{{"end", "interrupted"}}); }

Flow<bool> accept_settings(FlowHandle flow, AgencyPtr agency, Json settings) {
  const std::string digest(text_at(settings, "digest"));
  if (agency_project(flow, agency).accepted_worktree().digest == digest) co_return true;
  const Json* found = find_at(settings, "worktree");
  const WorktreeSettings now = found == nullptr ? WorktreeSettings() : worktree_from_json(*found);
  // What is gone from the file nobody has to be asked about.
  std::string said(kUseThem.id);
  if (!now.empty()) {
    const FlowHandle told = flow.at("told");
    co_await post_shown(told, {line_of(told, agency,
                                       "Each task's worktree, by .folkmoot/config.yaml as it is "
                                       "now:\n" +
                                           worktree_lines(now))});
    const Outcome answer = co_await flow.ask("gate", changed_gate(agency, now));
    said = answer.ok() ? text_at(answer.value, "answer") : std::string_view();
  }
  if (said != kUseThem.id && said != kWithout.id) co_return false;
  const WorktreeSettings chosen = said == kUseThem.id ? now : WorktreeSettings();
  co_await post_shown(flow.at("settled"), {worktree_settled(agency->args.project, digest, chosen)});
  co_return true;
}

Flow<bool> accept_no_sandbox(FlowHandle flow, AgencyPtr agency, Json settings) {
  if (bool_at(settings, "sandboxed")) co_return true;
  if (agency_project(flow, agency).work.may_run_without_sandbox()) co_return true;
  const FlowHandle told = flow.at("told");
  co_await post_shown(
      told,
      {line_of(told, agency,
               fmt::format("No sandbox works here: {}\n{}", text_at(settings, "why"), kMeans))});
  const Outcome answer = co_await flow.ask("gate", unsandboxed_gate(agency, settings));
  const std::string said(answer.ok() ? text_at(answer.value, "answer") : "");
  if (said == kAllowAll.id)
    co_await post_shown(flow.at("granted"), {grant_without_sandbox(agency)});
  co_return said == kAllowAll.id || said == kAskEach.id;
}

// What the work is done with: limits, the folder's settings, and whether a sandbox works.
Flow<std::optional<FlowEnd>> settle_ground(FlowHandle flow, AgencyPtr agency) {
  const Outcome settings = co_await flow.perform(
      "settings", {"work_settings", {{"project", agency->args.project.value}}});
  if (settings.error) co_return FlowEnd::failed(*settings.error);
  if (settings.interrupted) co_return not_now();
  agency->agent_slots =
      FlowSlots(static_cast<int>(int_at(settings.value, "agents", kAgentsAtOnce)));
  if (!co_await accept_settings(flow.at("worktree"), agency, settings.value)) co_return not_now();
  if (!co_await accept_no_sandbox(flow.at("sandbox"), agency, settings.value)) co_return not_now();
  co_return std::nullopt;
}

// What all tasks begin from. Where it is not clear, the person says so once.
Flow<std::optional<FlowEnd>> choose_base(FlowHandle flow, AgencyPtr agency) {
  JsonObject request{{"project", agency->args.project.value}};
  for (int go = 1; go <= 3; ++go) {
    const FlowHandle at = flow.at("try", go);
    const Outcome base = co_await at.perform("base", {"agency_base", request});
    if (base.error) co_return FlowEnd::failed(*base.error);
    if (base.interrupted) co_return not_now();
    if (text_at(base.value, "asks").empty()) {
      co_await at.catch_up("chosen");
      co_return std::nullopt;
    }
    const Outcome answer = co_await at.ask("gate", base_gate(base.value));
    const std::string chosen(answer.ok() ? text_at(answer.value, "answer") : "");
    if (chosen.empty() || chosen == kNotNow.id) co_return not_now();
    request["choice"] = chosen;
  }
  co_return not_now();
}

Flow<Nothing> all_tasks(FlowHandle flow, AgencyPtr agency) {
  std::vector<Flow<Nothing>> branches;
  for (const MapTask& task : agency->map.tasks)
    branches.push_back(do_task(flow.branch("task-" + task.id), agency, task.id));
  co_await flow.all(std::move(branches));
  agency->stop.give(flow);
  co_return Nothing();
}

Flow<Nothing> until_stopped(AgencyPtr agency) {
  co_await agency->stop.wait();
  co_return Nothing();
}

JsonObject result_of(const AgencyPtr& agency) {
  JsonArray done;
  JsonArray failed;
  JsonArray skipped;
  for (const auto& [task, end] : agency->ends) {
    if (end == TaskEnd::kDone) done.emplace_back(task);
    if (end == TaskEnd::kSkipped) skipped.emplace_back(task);
    if (end != TaskEnd::kDone && end != TaskEnd::kSkipped) failed.emplace_back(task);
  }
  std::string_view end = "done";
  if (agency->stopped_by == TaskEnd::kRevise) end = "revise";
  if (agency->stopped_by == TaskEnd::kInterrupted) end = "interrupted";
  if (end == "done" && done.empty()) end = "failed";
  JsonObject result{{"end", end},
                    {"done", std::move(done)},
                    {"failed", std::move(failed)},
                    {"skipped", std::move(skipped)}};
  if (!agency->words.empty()) result["words"] = agency->words;
  return result;
}

Flow<FlowEnd> agency_body(FlowHandle flow, JsonObject args) {
  auto agency = std::make_shared<Agency>();
  agency->args = agency_args(args);
  agency->models = agency->args.models;
  agency->fallbacks = agency->args.fallbacks;
  agency->steered = false;
  agency->in_plain_words = true;
  agency->allowed = text_at(args, "allowed");
  co_await flow.catch_up("begin");
  agency->map = task_map_from_json(*agency_project(flow, agency).plans.back().plan);
  if (auto end = co_await settle_ground(flow.at("ground"), agency)) co_return std::move(*end);
  if (auto end = co_await choose_base(flow.at("base"), agency)) co_return std::move(*end);
  const std::vector<FlowHandle> ways = {flow.branch("tasks"), flow.branch("stopped")};
  std::vector<Flow<Nothing>> branches;
  branches.push_back(all_tasks(ways[0], agency));
  branches.push_back(until_stopped(agency));
  co_await flow.race(ways, std::move(branches));
  if (flow.cancelled()) co_return FlowEnd::cancelled("the work was stopped");
  co_await flow.perform("tidy", {"lanes_end", {{"project", agency->args.project.value}}});
  co_return FlowEnd::success(result_of(agency));
}

}  // namespace

JsonObject to_args(const AgencyArgs& args) {
  JsonObject models;
  for (const auto& [agent, model] : args.models) models[agent] = model;
  JsonObject fallbacks;
  for (const auto& [agent, more] : args.fallbacks) fallbacks[agent] = to_json(more);
  JsonObject object{{"project", args.project.value},
                    {"leader", args.leader},
                    {"models", std::move(models)},
                    {"fallbacks", std::move(fallbacks)}};
  if (!args.coders.empty()) object["coders"] = to_json(args.coders);
  return object;
}

AgencyArgs agency_args(const JsonObject& args) {
  AgencyArgs read{.project = {std::string(text_at(args, "project"))},
                  .leader = std::string(text_at(args, "leader")),
                  .models = {},
                  .fallbacks = {},
                  .coders = coding_choices(args, "coders")};
  if (const Json* models = args.if_contains("models"); models != nullptr && models->is_object())
    for (const auto& entry : models->get_object())
      if (entry.value().is_string())
        read.models[std::string(entry.key())] = std::string(entry.value().get_string());
  if (const Json* more = args.if_contains("fallbacks"); more != nullptr && more->is_object())
    for (const auto& entry : more->get_object())
      read.fallbacks[std::string(entry.key())] = texts_at(*more, entry.key());
  return read;
}

const Project& agency_project(const FlowHandle& flow, const AgencyPtr& agency) {
  const Project* project = flow.view<RoomView>().projects.find(agency->args.project);
  FM_CHECK(project != nullptr && !project->plans.empty(), "an agency works on a project's plan");
  return *project;
}

const TaskWork* work_of(const FlowHandle& flow, const AgencyPtr& agency, const std::string& task) {
  return agency_project(flow, agency).work.find(task);
}

TaskStatus status_of(const FlowHandle& flow, const AgencyPtr& agency, const std::string& task) {
  const TaskWork* work = work_of(flow, agency, task);
  return work == nullptr ? TaskStatus::kNotStarted : work->status;
}

Flow<Nothing> post_shown(FlowHandle flow, std::vector<NewEvent> events) {
  co_await flow.post("post", std::move(events));
  co_await flow.catch_up("shown");
  co_return Nothing();
}

NewEvent line_of(const FlowHandle& flow, const AgencyPtr& agency, std::string text) {
  NewEvent event;
  event.kind = "message.posted";
  event.project = agency->args.project;
  event.body = {{"id", flow.derived_id('m', "line")},
                {"from", "folkmoot"},
                {"to", "team"},
                {"kind", "system"},
                {"marker", "command"},
                {"text", std::move(text)}};
  return event;
}

Flow<Nothing> change_task(FlowHandle flow, AgencyPtr agency, std::string task, TaskAct act,
                          std::string why, std::string line) {
  TaskChange change{.task = task,
                    .digest = "",
                    .from = status_of(flow, agency, task),
                    .act = act,
                    .stage = "",
                    .round = 0,
                    .attempt = 0,
                    .why = std::move(why)};
  std::vector<NewEvent> events = {task_changed(agency->args.project, change)};
  if (!line.empty()) events.push_back(line_of(flow, agency, std::move(line)));
  co_await post_shown(flow, std::move(events));
  co_return Nothing();
}

FlowDefinition agency_flow() { return {.name = "agency", .version = 1, .body = agency_body}; }

}  // namespace fm
