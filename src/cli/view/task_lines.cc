#include "cli/view/task_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "cli/text/marks.h"
#include "team/tasks/task_map.h"

namespace fm::cli {
namespace {

constexpr std::size_t kStandColumns = 32;

std::string names_of(const std::vector<TaskAgent>& agents) {
  std::vector<std::string> names;
  for (const TaskAgent& one : agents) names.push_back(one.agent);
  return join(names, ", ");
}

// The call that an agent at work waits for, in short: "runs python3 -m unittest".
std::string under_way(const RoomView& room, const std::string& task) {
  for (const AgentSession& session : room.sessions.all) {
    if (session.task != task || session.steps.empty()) continue;
    const FlowRecord* flow = room.flow(session.flow);
    if (flow != nullptr && !flow->completion.empty()) continue;
    for (const SessionCall& call : session.steps.back().calls) {
      if (call.done) continue;
      const auto arguments = parse_json(call.arguments ? *call.arguments : "");
      const std::string_view command = arguments ? text_at(*arguments, "command") : "";
      return command.empty() ? fmt::format("{}: {}", session.agent, call.name)
                             : fmt::format("{}: {}", session.agent, command);
    }
    return fmt::format("{} at work", session.agent);
  }
  return {};
}

std::string rounds(int round) { return round > 1 ? fmt::format(", round {}", round) : ""; }

std::string running_text(const RoomView& room, const MapTask& task, const TaskWork& work) {
  const auto stage = std::ranges::find(task.stages, work.stage, &TaskStage::name);
  if (stage == task.stages.end()) return "getting ready";
  if (!stage->reviews()) {
    const std::string call = under_way(room, task.id);
    return (call.empty() ? names_of(stage->agents) + ", being checked" : call) + rounds(work.round);
  }
  const auto said = work.reviews_of(work.round);
  const bool all_approve = said.size() >= stage->agents.size() &&
                           std::ranges::all_of(said, [](const ReviewRecord* review) {
                             return review->verdict == ReviewVerdict::kApprove;
                           });
  if (all_approve) return "being merged";
  return fmt::format("in review, {}{}", names_of(stage->agents), rounds(work.round));
}

std::string stand_of(const RoomView& room, const Project& project, const MapTask& task) {
  const TaskWork* work = project.work.find(task.id);
  if (work == nullptr || work->status == TaskStatus::kNotStarted) {
    std::vector<std::string> before;
    for (const std::string& dependency : task.dependencies) {
      const TaskWork* other = project.work.find(dependency);
      if (other == nullptr || other->status != TaskStatus::kCompleted) before.push_back(dependency);
    }
    return before.empty() ? "to be begun" : "after " + join(before, ", ");
  }
  switch (work->status) {
    case TaskStatus::kRunning:
      return running_text(room, task, *work);
    case TaskStatus::kCompleted:
      return work->skipped ? "left out" : "merged";
    case TaskStatus::kWaiting:
      return "waits";
    case TaskStatus::kPaused:
      return "paused";
    case TaskStatus::kFailed:
    case TaskStatus::kNotStarted:
      break;
  }
  return "not done";
}

TextStyle style_of(const TaskStand& stand) {
  if (stand.status == TaskStatus::kFailed) return kDanger;
  if (stand.status == TaskStatus::kCompleted && !stand.is_skipped) return kGood;
  return stand.status == TaskStatus::kRunning ? kPlain : kQuiet;
}

}  // namespace

std::vector<TaskStand> task_stands(const RoomView& room) {
  const Project* project = room.projects.current();
  if (project == nullptr || project->plans.empty() || project->work.empty()) return {};
  if (project->phase != Phase::kExecution) return {};
  std::vector<TaskStand> stands;
  for (const MapTask& task : task_map_from_json(*project->plans.back().plan).tasks) {
    const TaskWork* work = project->work.find(task.id);
    stands.push_back({.id = task.id,
                      .objective = task.objective,
                      .stand = stand_of(room, *project, task),
                      .status = work == nullptr ? TaskStatus::kNotStarted : work->status,
                      .is_skipped = work != nullptr && work->skipped});
  }
  return stands;
}

Lines task_lines(const std::vector<TaskStand>& stands, std::size_t most, std::size_t columns,
                 Charset charset) {
  std::vector<const TaskStand*> shown;
  for (const TaskStand& one : stands) shown.push_back(&one);
  while (shown.size() > most) {
    const auto over = std::ranges::find(shown, TaskStatus::kCompleted, &TaskStand::status);
    shown.erase(over != shown.end() ? over : std::prev(shown.end()));
  }
  Lines lines;
  for (const TaskStand* one : shown) {
    Line line("  ");
    line.add(one->id + " ", kStrong);
    const bool wide = columns > 2 * kStandColumns;
    line.add(wide ? column(one_line(one->stand, charset), kStandColumns, charset)
                  : one_line(one->stand, charset),
             style_of(*one));
    if (wide) line.add("  " + one_line(one->objective, charset), kQuiet);
    lines.push_back(cut(line, columns, charset));
  }
  return lines;
}

std::string tasks_done(const std::vector<TaskStand>& stands) {
  if (stands.empty()) return {};
  const auto merged = std::ranges::count_if(stands, [](const TaskStand& one) {
    return one.status == TaskStatus::kCompleted && !one.is_skipped;
  });
  return fmt::format("{} of {} {} merged", merged, stands.size(),
                     stands.size() == 1 ? "task" : "tasks");
}

}  // namespace fm::cli
