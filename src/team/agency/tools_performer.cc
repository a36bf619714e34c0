#include "team/agency/tools_performer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "team/agency/lane_hands.h"
#include "team/agency/lane_setup.h"
#include "team/agency/project_policy.h"
#include "team/looks/tool_exchange.h"
#include "team/tasks/task_events.h"
#include "team/tasks/task_map.h"
#include "team/text/one_line.h"
#include "tool/policy/policy_request.h"
#include "tool/run/run_tool.h"
#include "tool/tool.h"
#include "tool/tool_action.h"
#include "tool/watch/loop_watch.h"
#include "work/git/snapshot.h"
#include "work/git/worktree.h"

namespace fm {
namespace {

struct Answer {
  std::string answer;
  std::string reason;
};

// One call of the step: what the model sent, and what became of it.
struct Called {
  std::string id;
  std::string name;
  Result<GivenCall> call = std::unexpected(Error());
  PolicyVerdict verdict = {};
};

Result<GivenCall> given(const SessionCall& sent) {
  return given_call({sent.id, sent.name, sent.arguments ? *sent.arguments : ""});
}

std::map<std::string, Answer> answers_of(const EffectCall& call) {
  std::map<std::string, Answer> answers;
  if (const Json* list = call.request.if_contains("answers"); list != nullptr && list->is_array())
    for (const Json& one : list->get_array())
      answers[std::string(text_at(one, "call"))] = {std::string(text_at(one, "answer")),
                                                    std::string(text_at(one, "reason"))};
  return answers;
}

const AgentSession* session_of(const EffectCall& call) {
  return static_cast<const RoomView*>(call.view.get())->sessions.find(call.flow->id);
}

std::string text_argument(const GivenCall& call, std::string_view key) {
  const Json* value = call.arguments.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : "";
}

PolicyRequest request_of(const TaskGround& ground, const std::string& agent,
                         const std::string& role, const LaneWork& work, const GivenCall& call,
                         bool sandboxed) {
  PolicyRequest request{.actor = {.agent = agent, .role = role},
                        .project = ground.project->id.value,
                        .phase = "execution",
                        .tool = call.name,
                        .sandboxed = sandboxed,
                        .lane = work.lane.path};
  // Of a call that cannot be read nothing is run, whatever the policy says.
  if (const auto action = read_tool_action(call)) ask_for(request, *action);
  // The policy has paths as they are from the lane.
  if (!work.below.empty() && !request.path.empty() && !request.path.starts_with('/'))
    request.path = (std::filesystem::path(work.below) / request.path).lexically_normal().string();
  return request;
}

// What a person is asked, in words, with all of what would be done.
JsonObject question_about(const Called& one, const PolicyVerdict& verdict,
                          const PolicyRequest& request) {
  const std::string command = text_argument(*one.call, "command");
  const std::string path = text_argument(*one.call, "path");
  const std::string url = text_argument(*one.call, "url");
  std::string what = one.name;
  if (!command.empty())
    what = "run `" + command + "`";
  else if (!url.empty())
    what = "open " + url;
  else if (!path.empty())
    what = one.name + " " + path;
  return {{"call", one.id},
          {"tool", one.name},
          {"what", what},
          {"pattern", !command.empty() ? command : !url.empty() ? request.host : path},
          {"why", verdict.why},
          {"exact", one.call->arguments}};
}

NewEvent of_task(std::string kind, const TaskGround& ground, const std::string& agent,
                 JsonObject body) {
  NewEvent event;
  event.kind = std::move(kind);
  event.body = std::move(body);
  event.body["task"] = ground.task;
  event.by = {Actor::kAgent, agent};
  event.project = ground.project->id;
  return event;
}

NewEvent finished(const TaskGround& ground, const std::string& agent, const Called& one,
                  const ToolResult& result) {
  JsonObject body{{"call", one.id},
                  {"tool", one.name},
                  {"ok", result.ok},
                  {"text", result.text},
                  {"summary", result.summary}};
  if (!result.files.empty()) body["files"] = to_json(result.files);
  if (result.lines_added + result.lines_removed > 0) {
    body["added"] = result.lines_added;
    body["removed"] = result.lines_removed;
  }
  return of_task("tool.finished", ground, agent, std::move(body));
}

NewEvent refused(const TaskGround& ground, const std::string& agent, const Called& one,
                 std::string code, std::string hint) {
  return of_task("tool.refused", ground, agent,
                 {{"call", one.id},
                  {"tool", one.name},
                  {"code", std::move(code)},
                  {"hint", std::move(hint)},
                  {"summary", one.name + " was refused"}});
}

// What the session has done before, so that going in circles shows.
LoopWatch watch_of(const AgentSession& session) {
  LoopWatch watch;
  for (const SessionStep& step : session.steps)
    for (const SessionCall& sent : step.calls) {
      if (!sent.done || sent.result == nullptr) continue;
      if (const auto call = given(sent)) watch.note(*call, *sent.result);
    }
  return watch;
}

}  // namespace

std::vector<NewEvent> ToolsPerformer::announce(const EffectCall& call) {
  const AgentSession* session = session_of(call);
  auto ground = ground_of(call);
  std::vector<NewEvent> events;
  if (session == nullptr || session->last() == nullptr || !ground ||
      call.request.contains("answers"))
    return events;
  for (const SessionCall& one : session->last()->calls)
    events.push_back(of_task("tool.called", *ground, session->agent,
                             {{"call", one.id},
                              {"tool", one.name},
                              {"args", on_one_line(one.arguments ? *one.arguments : "", 400)}}));
  return events;
}

Task<Result<Performed>> ToolsPerformer::run(EffectCall call, TaskGround ground) {
  Git& git = workshop_.git();
  const AgentSession* session = session_of(call);
  if (session == nullptr || session->last() == nullptr || ground.work == nullptr)
    co_return fail("lane_missing", "There is nothing to be run, or nowhere to run it.");
  const std::string agent = session->agent;
  const Lane lane =
      CO_TRY(co_await workshop_.lane_of(ground.project->work.repository, ground.work->lane));
  CO_TRY(co_await verify_lane(git, lane));
  const auto snapshot_of_team = CO_TRY(workshop_.options().snapshot(*call.flow));
  const auto profile = snapshot_of_team->profiles.find(agent);
  const std::string role =
      profile == snapshot_of_team->profiles.end() || profile->second.role.empty()
          ? agent
          : profile->second.role;
  // Where none works, the person said once whether that is well here.
  const bool sandboxed =
      (co_await workshop_.sandbox()).works || ground.project->work.may_run_without_sandbox();
  const LaneWork work = CO_TRY(co_await lane_work(workshop_, ground, lane));

  // All of the step is judged before any of it is done.
  const PolicyTable rules = project_policy(workshop_.options().policy, *ground.project);
  const std::map<std::string, Answer> answers = answers_of(call);
  std::vector<Called> calls;
  JsonArray asks;
  for (const SessionCall& sent : session->last()->calls) {
    Called& one = calls.emplace_back(Called{.id = sent.id, .name = sent.name, .call = given(sent)});
    if (!one.call) continue;
    one.name = one.call->name;
    const PolicyRequest request = request_of(ground, agent, role, work, *one.call, sandboxed);
    one.verdict = decide(rules, request);
    if (one.verdict.outcome == PolicyOutcome::kAsk && !answers.contains(one.id))
      asks.push_back(question_about(one, one.verdict, request));
  }
  if (!asks.empty()) co_return done_with(JsonObject{{"asks", std::move(asks)}});

  // Begun once already: back to what was there, so that nothing is done twice.
  if (call.attempt > 1 && !ground.work->commit.empty())
    CO_TRY(co_await restore(git, lane, ground.work->commit));

  LoopWatch watch = watch_of(*session);
  LaneHands hands(workshop_, work);
  const LaneView place{.root = lane.path,
                       .access = LaneAccess::kWrite,
                       .redactor = workshop_.options().redactor,
                       .folder = work.below,
                       .writes_anywhere = work.writes_anywhere};
  CO_TRY(co_await see_again(*session, place, call.cancel));
  SeenFiles& seen = seen_[call.flow->id.value];
  std::vector<NewEvent> events;
  std::string loop;
  bool only_looks = true;
  std::vector<std::string> summaries;
  for (const Called& one : calls) {
    if (!one.call) {
      events.push_back(
          finished(ground, agent, one, tool_failure(one.call.error(), one.name, place.redactor)));
      continue;
    }
    if (one.verdict.outcome == PolicyOutcome::kDeny) {
      events.push_back(refused(
          ground, agent, one, one.verdict.code,
          refusal_text(request_of(ground, agent, role, work, *one.call, sandboxed), one.verdict)));
      continue;
    }
    const auto answer = answers.find(one.id);
    if (answer != answers.end() && answer->second.answer == "refuse") {
      events.push_back(
          refused(ground, agent, one, "refused_by_person",
                  "The person refused it." + (answer->second.reason.empty()
                                                  ? std::string()
                                                  : " They say: " + answer->second.reason)));
      continue;
    }
    only_looks = only_looks && tool_kind(one.name) == ToolKind::kLooks;
    const ToolResult result = co_await run_tool(
        *one.call, place, seen, {.commands = &hands, .web = workshop_.options().web.get()},
        workshop_.pool(), call.cancel);
    if (call.cancel.cancelled()) {
      Performed performed;
      performed.outcome.interrupted = true;
      co_return performed;
    }
    if (const auto found = watch.note(*one.call, result.text)) loop = found->words;
    summaries.push_back(result.summary);
    events.push_back(finished(ground, agent, one, result));
  }
  // A round that only looked has changed nothing: git need not be asked.
  Snapshot now{.commit = ground.work->commit, .tree = ground.work->tree, .fresh = false};
  if (!only_looks)
    now = CO_TRY(co_await snapshot(
        git, lane, fmt::format("{}: {}", ground.task, on_one_line(join(summaries, "; "), 200))));
  if (now.fresh)
    events.push_back(lane_changed(ground.project->id, {.task = ground.task,
                                                       .to = "stepped",
                                                       .path = "",
                                                       .base = "",
                                                       .branch = "",
                                                       .commit = now.commit,
                                                       .tree = now.tree}));
  for (const LeftOut& one : now.left_out)
    if (left_out_[call.flow->id.value].insert(one.path).second)
      events.push_back(of_task(
          "session.noted", ground, agent,
          {{"text", fmt::format("{} will be in no commit: {}. Delete it, or add it to .gitignore; "
                                "what needs it fails once your work is merged.",
                                one.path, one.why)}}));
  JsonObject value{{"commit", now.commit}, {"changed", now.fresh}};
  if (loop.empty() && watch.is_close())
    events.push_back(of_task("session.noted", ground, agent,
                             {{"text",
                               "You have done the same several times with the same result. "
                               "Once more, and it counts as going in circles."}}));
  if (!loop.empty()) {
    value["loop"] = loop;
    events.push_back(
        of_task("session.noted", ground, agent,
                {{"text", "You have done this without anything new coming of it: " + loop +
                              ". Do something else, or say what stands in the way."}}));
  }
  co_return done_with(std::move(value), std::move(events));
}

// After a restart: what the session had read, written or changed is known to it still.
Task<Result<void>> ToolsPerformer::see_again(const AgentSession& session, const LaneView& place,
                                             CancelToken cancel) {
  if (!seen_.try_emplace(session.flow.value).second) co_return Result<void>();
  std::vector<GivenCall> looks;
  for (const SessionStep& step : session.steps)
    for (const SessionCall& sent : step.calls) {
      auto call = given(sent);
      if (!sent.done || sent.failed || !call) continue;
      if (call->name == "write_file" || call->name == "edit_file")
        call->arguments = {{"path", text_argument(*call, "path")}};
      else if (call->name != "read_file")
        continue;
      call->name = "read_file";
      looks.push_back(std::move(*call));
    }
  // What is gone since is seen no more, and that is right.
  for (const GivenCall& look : looks)
    co_await run_tool(look, place, seen_[session.flow.value], {}, workshop_.pool(), cancel);
  co_return Result<void>();
}

Task<Performed> ToolsPerformer::begin(EffectCall call, const Fold&) {
  auto ground = ground_of(call);
  if (!ground) return fm::refused(std::move(ground.error()));
  return settled(run(std::move(call), std::move(*ground)));
}

}  // namespace fm
