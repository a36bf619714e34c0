#include "app/commands/rewind.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "team/room/project_status.h"
#include "team/tasks/task_events.h"
#include "work/git/changes.h"
#include "work/git/snapshot.h"
#include "work/git/worktree.h"

namespace fm {
namespace {

constexpr std::size_t kMostWithFiles = 200;  // of so many steps, the newest, the files are told

Result<const TaskWork*> task_in(const Project& project, const std::string& task) {
  const TaskWork* work = project.work.find(task);
  if (work != nullptr) return work;
  std::vector<std::string> known;
  for (const TaskWork& one : project.work.tasks) known.push_back(one.id);
  return fail("plan_task_unknown", "No task \"" + task + "\" was begun.",
              known.empty() ? "None was." : "",
              known.empty() ? "See where the work stands: folkmoot project status"
                            : "Those that were: " + join(known, ", ") + ".");
}

// Whoever works in a lane must not find it changed below their feet.
Result<void> check_at_rest(const TaskWork& task, const Project& project) {
  switch (task.status) {
    case TaskStatus::kRunning:
    case TaskStatus::kWaiting:
      if (project.phase != Phase::kExecution) return {};  // the work was left where it stood
      return fail("task_at_work", "Task " + task.id + " is being worked on.",
                  "Its worktree is not changed below the agent.",
                  "Stop the work first: folkmoot say \"/pause\"");
    case TaskStatus::kCompleted:
      return fail("task_done", "Task " + task.id + " is done.",
                  task.merged.empty() ? "It was left out." : "What it changed is merged.",
                  "Say what should be different: folkmoot say \"...\"");
    case TaskStatus::kNotStarted:
    case TaskStatus::kPaused:
    case TaskStatus::kFailed:
      break;
  }
  return {};
}

std::vector<std::string> paths_of(const std::vector<FileChange>& changes) {
  std::vector<std::string> paths;
  for (const FileChange& change : changes) paths.push_back(change.path);
  return paths;
}

// From the base on, the oldest first.
Task<Result<std::vector<LaneSnapshot>>> snapshots(Workshop& workshop, Lane lane) {
  Git& git = workshop.git();
  std::vector<LaneStep> steps = CO_TRY(co_await steps_of(git, lane));
  std::ranges::reverse(steps);
  const std::string now = CO_TRY(co_await tree_of(git, lane));
  const Repository repository = lane.repository;
  std::vector<LaneSnapshot> all;
  all.push_back({.number = 0, .commit = lane.base, .what = "as the task began"});
  for (const LaneStep& step : steps) {
    LaneSnapshot shown{.number = static_cast<int>(all.size()),
                       .commit = step.commit,
                       .what = step.message,
                       .files = {},
                       .is_now = step.tree == now};
    if (steps.size() - all.size() < kMostWithFiles)
      shown.files = paths_of(
          CO_TRY(co_await changes_between(git, repository, all.back().commit, step.commit)));
    all.push_back(std::move(shown));
  }
  const auto unchanged = CO_TRY(co_await changes_between(git, repository, lane.base, now));
  all.front().is_now = unchanged.empty();
  // Of several that are the same, it is the newest.
  const auto newest = std::ranges::find(all.rbegin(), all.rend(), true, &LaneSnapshot::is_now);
  for (LaneSnapshot& one : all) one.is_now = newest != all.rend() && one.number == newest->number;
  co_return all;
}

Task<Result<LaneHistory>> bring_back(const CommandParts& parts, Caller caller, RoomId room,
                                     Lane lane, LaneHistory history, LaneSnapshot to) {
  Git& git = parts.workshop.git();
  const Restored restored = CO_TRY(co_await restore(git, lane, to.commit));
  const std::string tree = CO_TRY(co_await tree_of(git, lane));
  NewEvent event = lane_changed(history.project, {.task = history.task,
                                                  .to = "restored",
                                                  .path = "",
                                                  .base = "",
                                                  .branch = "",
                                                  .commit = to.commit,
                                                  .tree = tree});
  event.by = caller.who;
  CO_TRY(co_await append_event(parts, room, std::move(event)));
  history.steps = CO_TRY(co_await snapshots(parts.workshop, lane));
  history.rescued = restored.rescued;
  co_return history;
}

}  // namespace

Task<Result<LaneHistory>> rewind_lane(const CommandParts& parts, Caller caller, RoomId room,
                                      RewindRequest request) {
  const RoomViewPtr seen = CO_TRY(co_await parts.views.of(room));
  const Project* project = CO_TRY(choose_project(seen->projects, request.project));
  const TaskWork task = *CO_TRY(task_in(*project, request.task));
  if (request.step || task.lane.empty()) CO_TRY(check_at_rest(task, *project));
  const Lane lane = CO_TRY(co_await parts.workshop.lane_of(project->work.repository, task.lane));
  CO_TRY(co_await verify_lane(parts.workshop.git(), lane));
  LaneHistory history{
      .project = project->id, .task = task.id, .folder = lane.path, .steps = {}, .rescued = {}};
  history.steps = CO_TRY(co_await snapshots(parts.workshop, lane));
  if (!request.step) co_return history;
  const auto number = static_cast<std::size_t>(*request.step);
  if (number >= history.steps.size())
    co_return fail("step_unknown", fmt::format("Task {} has no step {}.", task.id, number), "",
                   fmt::format("See its steps: folkmoot rewind {}", task.id));
  const LaneSnapshot to = history.steps[number];
  co_return co_await bring_back(parts, std::move(caller), std::move(room), lane, std::move(history),
                                to);
}

}  // namespace fm
