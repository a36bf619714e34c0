#include "team/tasks/task_status.h"

#include <algorithm>
#include <array>

namespace fm {
namespace {

using enum TaskStatus;
using enum TaskAct;

struct TaskStep {
  TaskStatus from;
  TaskAct act;
  TaskStatus to;
};
constexpr auto kSteps = std::to_array<TaskStep>({
    {kNotStarted, kStart, kRunning},
    {kNotStarted, kSkip, kCompleted},
    {kNotStarted, kFail, kFailed},
    {kRunning, kWait, kWaiting},
    {kRunning, kPause, kPaused},
    {kRunning, kFail, kFailed},
    {kRunning, kFinish, kCompleted},
    {kWaiting, kGoOn, kRunning},
    {kWaiting, kPause, kPaused},
    {kWaiting, kFail, kFailed},
    {kPaused, kGoOn, kRunning},
    {kPaused, kFail, kFailed},
    {kPaused, kEdit, kNotStarted},
    {kPaused, kSkip, kCompleted},
    {kFailed, kRetry, kRunning},
    {kFailed, kSkip, kCompleted},
    {kFailed, kEdit, kNotStarted},
    {kCompleted, kReopen, kRunning},
});

constexpr std::array<std::string_view, 6> kStatusNames = {"not_started", "running", "waiting",
                                                          "paused",      "failed",  "completed"};
constexpr std::array<std::string_view, 10> kActNames = {
    "start", "wait", "go_on", "pause", "fail", "retry", "skip", "edit", "finish", "reopen"};

template <class Value, std::size_t kSize>
std::optional<Value> named(const std::array<std::string_view, kSize>& names,
                           std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Value>(found - names.begin());
}

}  // namespace

std::string_view to_string(TaskStatus status) {
  return kStatusNames[static_cast<std::size_t>(status)];
}
std::optional<TaskStatus> task_status_from(std::string_view name) {
  return named<TaskStatus>(kStatusNames, name);
}
std::string_view to_string(TaskAct act) { return kActNames[static_cast<std::size_t>(act)]; }
std::optional<TaskAct> task_act_from(std::string_view name) {
  return named<TaskAct>(kActNames, name);
}

std::optional<TaskStatus> next_status(TaskStatus from, TaskAct act) {
  for (const TaskStep& step : kSteps)
    if (step.from == from && step.act == act) return step.to;
  return std::nullopt;
}

bool is_under_way(TaskStatus status) {
  return status == kRunning || status == kWaiting || status == kPaused;
}

}  // namespace fm
