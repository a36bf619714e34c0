#include "team/agency/lane_performers.h"

#include <fmt/format.h>

#include <utility>

#include "team/agency/lane_setup.h"
#include "team/tasks/task_events.h"
#include "work/git/base.h"
#include "work/git/merge.h"
#include "work/git/new_repository.h"
#include "work/git/snapshot.h"
#include "work/git/worktree.h"

namespace fm {
namespace {

JsonArray listed(const std::vector<std::string>& paths, std::size_t most = 50) {
  JsonArray list;
  for (const std::string& path : paths)
    if (list.size() < most) list.emplace_back(path);
  return list;
}

JsonArray listed(const std::vector<LeftOut>& left_out) {
  JsonArray list;
  for (const LeftOut& one : left_out)
    list.push_back(JsonObject{{"path", one.path}, {"why", one.why}});
  return list;
}

// No repository: the person sees what would be in it, and says whether to make one.
Json ask_for_repository(const InitPlan& plan) {
  return JsonObject{
      {"asks", "repository"},
      {"question", fmt::format("{} is no git repository. The work is built in git. Make it one, "
                               "with {} files as its first commit?",
                               plan.folder, plan.files.size())},
      {"folder", plan.folder},
      {"files", listed(plan.files)},
      {"count", static_cast<std::int64_t>(plan.files.size())},
      {"left_out", listed(plan.left_out)}};
}

Json ask_about_changes(const RepositoryState& state) {
  const std::size_t count = state.staged.count + state.changed.count + state.untracked.count;
  std::vector<std::string> paths = state.staged.paths;
  paths.insert(paths.end(), state.changed.paths.begin(), state.changed.paths.end());
  paths.insert(paths.end(), state.untracked.paths.begin(), state.untracked.paths.end());
  return JsonObject{
      {"asks", "changes"},
      {"question", fmt::format("{} {} here {} not committed. What is the work built on? Your "
                               "files stay as they are.",
                               count, count == 1 ? "file" : "files", count == 1 ? "is" : "are")},
      {"files", listed(paths)},
      {"count", static_cast<std::int64_t>(count)}};
}

// Files of Folkmoot's own are nobody's work.
void leave_out_own(PathList& list) {
  const std::size_t before = list.paths.size();
  std::erase_if(list.paths, [](const std::string& path) { return path.starts_with(".folkmoot/"); });
  list.count -= before - list.paths.size();
}

Task<Result<Performed>> choose_base(Workshop& workshop, EffectCall call, TaskGround ground) {
  Git& git = workshop.git();
  if (!ground.project->work.base.empty()) co_return done_with(JsonObject{});
  const std::string choice(text_at(call.request, "choice"));
  const std::string folder = ground.view->folder;
  const std::string project = ground.project->id.value;
  RepositoryState state = CO_TRY(co_await inspect(git, folder));
  if (state.kind == RepositoryKind::kNone) {
    InitPlan plan = CO_TRY(co_await plan_repository(git, folder));
    if (choice != "git-init" && !plan.files.empty()) co_return done_with(ask_for_repository(plan));
    CO_TRY(co_await make_repository(git, std::move(plan)));
    state = CO_TRY(co_await inspect(git, folder));
  }
  CO_TRY(check_workable(state));
  leave_out_own(state.untracked);
  const bool dirty = state.kind == RepositoryKind::kNormal && state.dirty();
  if (dirty && choice != "from-head" && choice != "with-changes")
    co_return done_with(ask_about_changes(state));
  const Base base = CO_TRY(
      co_await make_base(git, state.repository, project,
                         choice == "with-changes" ? BaseChoice::kWithChanges : BaseChoice::kHead));
  const Integration integration =
      CO_TRY(co_await open_integration(git, state.repository, project, base.commit));
  const std::string branch = integration.ref.substr(std::string_view("refs/heads/").size());
  co_return done_with(
      JsonObject{{"base", base.commit}, {"branch", branch}, {"left_out", listed(base.left_out)}},
      {lane_changed(ground.project->id,
                    {.task = "",
                     .to = "base",
                     .path = state.repository.toplevel.empty() ? state.repository.common_dir
                                                               : state.repository.toplevel,
                     .base = base.commit,
                     .branch = branch,
                     .commit = integration.tip,
                     .tree = ""})});
}

// `commit`: what the lane holds, and is brought back to after a crash.
NewEvent lane_made(const TaskGround& ground, const Lane& lane, std::string commit) {
  return lane_changed(ground.project->id, {.task = ground.task,
                                           .to = "made",
                                           .path = lane.path,
                                           .base = lane.base,
                                           .branch = "",
                                           .commit = std::move(commit),
                                           .tree = ""});
}

// Its setup is begun again with the next run: the lane is not told of before.
Performed broken_off() {
  Performed performed;
  performed.outcome.interrupted = true;
  return performed;
}

// With its setup done, and what is told of that.
Task<Result<std::vector<NewEvent>>> ready(Workshop& workshop, TaskGround ground, Lane lane,
                                          std::string commit, CancelToken cancel) {
  const LaneWork work = CO_TRY(co_await lane_work(workshop, ground, lane));
  const LaneReady prepared =
      CO_TRY(co_await prepare_lane(workshop, work, commit.empty() ? lane.base : commit, cancel));
  std::vector<NewEvent> events = warnings_of(prepared);
  for (const CheckRecord& record : prepared.records)
    events.push_back(check_finished(ground.project->id, ground.task, record));
  co_return events;
}

// The one it has, whatever is in it; else a new one from the newest state of the branch.
Task<Result<Performed>> open_lane(Workshop& workshop, TaskGround ground, CancelToken cancel) {
  Git& git = workshop.git();
  const AgencyWork& work = ground.project->work;
  if (ground.work != nullptr && !ground.work->lane.empty()) {
    const auto known = co_await workshop.lane_of(work.repository, ground.work->lane);
    if (known) {
      const auto fits = co_await verify_lane(git, *known);
      if (!fits) {
        CO_TRY(co_await repair_lane(git, *known));
        CO_TRY(co_await ready(workshop, ground, *known, ground.work->commit, cancel));
      }
      co_return done_with(JsonObject{{"path", known->path}});
    }
  }
  const Repository repository = CO_TRY(co_await workshop.repository(work.repository));
  const Integration branch =
      CO_TRY(co_await open_integration(git, repository, ground.project->id.value, work.base));
  const Lane lane = CO_TRY(co_await make_lane(git, repository, workshop.lanes_folder(),
                                              {ground.project->id.value, ground.task}, branch.tip));
  std::vector<NewEvent> events = CO_TRY(co_await ready(workshop, ground, lane, lane.base, cancel));
  if (cancel.cancelled()) co_return broken_off();
  events.push_back(lane_made(ground, lane, lane.base));
  co_return done_with(JsonObject{{"path", lane.path}}, std::move(events));
}

Task<Result<Performed>> open_conflict_lane(Workshop& workshop, TaskGround ground,
                                           CancelToken cancel) {
  Git& git = workshop.git();
  const AgencyWork& work = ground.project->work;
  const Repository repository = CO_TRY(co_await workshop.repository(work.repository));
  const std::string name = fmt::format("{}-join-{}", ground.task, ground.work->commit.substr(0, 8));
  const ConflictLane made =
      CO_TRY(co_await make_conflict_lane(git, repository, workshop.lanes_folder(),
                                         {ground.project->id.value, name}, ground.work->commit));
  const Snapshot both =
      CO_TRY(co_await snapshot(git, made.lane, ground.task + ": both sides, with their conflicts"));
  JsonArray paths;
  for (const Conflict& one : made.conflicts) paths.emplace_back(one.path);
  std::vector<NewEvent> events =
      CO_TRY(co_await ready(workshop, ground, made.lane, both.commit, cancel));
  if (cancel.cancelled()) co_return broken_off();
  events.push_back(lane_made(ground, made.lane, both.commit));
  co_return done_with(JsonObject{{"path", made.lane.path}, {"conflicts", std::move(paths)}},
                      std::move(events));
}

// Whose lane it is: the task's own, or one in which it was joined with others.
const TaskWork* task_of_lane(const AgencyWork& work, const std::string& name) {
  for (const TaskWork& task : work.tasks)
    if (name == task.id || name.starts_with(task.id + "-join-")) return &task;
  return nullptr;
}

Task<Result<Performed>> end_lanes(Workshop& workshop, TaskGround ground) {
  Git& git = workshop.git();
  const AgencyWork& work = ground.project->work;
  const Repository repository = CO_TRY(co_await workshop.repository(work.repository));
  std::vector<NewEvent> events;
  JsonArray kept;
  for (const FoundLane& found :
       CO_TRY(co_await list_lanes(git, repository, workshop.lanes_folder()))) {
    if (found.lane.name.project != ground.project->id.value) continue;
    const TaskWork* task = task_of_lane(work, found.lane.name.task);
    if (task != nullptr && task->status != TaskStatus::kCompleted) continue;
    if (found.present) {
      const LaneWork lane = CO_TRY(co_await lane_work(workshop, ground, found.lane));
      for (const Error& error : co_await clean_up_lane(workshop, lane, {}))
        events.push_back(warning_of(error));
    }
    const auto removed = co_await remove_lane(git, found.lane);
    if (!removed) {
      kept.push_back(JsonObject{{"path", found.lane.path}, {"why", removed.error().message}});
      Error stays = removed.error();
      if (stays.code == "lane_holds_more") {
        stays.message = fmt::format("The worktree {} stays: it holds what no commit can keep.",
                                    found.lane.path);
        stays.cure = "Move that elsewhere if you need it, then delete the folder.";
      }
      events.push_back(warning_of(stays));
    } else if (task != nullptr && task->lane == found.lane.path) {
      events.push_back(lane_changed(ground.project->id, {.task = task->id,
                                                         .to = "removed",
                                                         .path = "",
                                                         .base = "",
                                                         .branch = "",
                                                         .commit = "",
                                                         .tree = ""}));
    }
  }
  co_return done_with(JsonObject{{"kept", std::move(kept)}}, std::move(events));
}

}  // namespace

Task<Performed> BasePerformer::begin(EffectCall call, const Fold&) {
  auto ground = ground_of(call);
  if (!ground) return refused(std::move(ground.error()));
  return settled(choose_base(workshop_, std::move(call), std::move(*ground)));
}

Task<Performed> LanePerformer::begin(EffectCall call, const Fold&) {
  auto ground = ground_of(call);
  if (!ground) return refused(std::move(ground.error()));
  return settled(open_lane(workshop_, std::move(*ground), call.cancel));
}

Task<Performed> ConflictLanePerformer::begin(EffectCall call, const Fold&) {
  auto ground = ground_of(call);
  if (!ground) return refused(std::move(ground.error()));
  return settled(open_conflict_lane(workshop_, std::move(*ground), call.cancel));
}

Task<Performed> LanesEndPerformer::begin(EffectCall call, const Fold&) {
  auto ground = ground_of(call);
  if (!ground) return refused(std::move(ground.error()));
  return settled(end_lanes(workshop_, std::move(*ground)));
}

}  // namespace fm
