// Where a task of a TaskMap stands, and what may become of it: one table.
//
// The diagram of docs/agency.md is this table's. What is not in it cannot happen: next_status()
// gives nothing. `failed` is reached from every active status, and has a way out.
#pragma once

#include <optional>
#include <string_view>

namespace fm {

enum class TaskStatus { kNotStarted, kRunning, kWaiting, kPaused, kFailed, kCompleted };
std::string_view to_string(TaskStatus status);  // "not_started"
std::optional<TaskStatus> task_status_from(std::string_view name);

enum class TaskAct {
  kStart,
  kWait,    // for a person, or for its turn to be merged
  kGoOn,    // after that, or after a pause
  kPause,   // the person stops the work
  kFail,    // what it tried did not come to its end
  kRetry,   // the person has it tried again
  kSkip,    // the person does without it
  kEdit,    // the person wants it otherwise: it begins anew
  kFinish,  // merged, with evidence
  kReopen   // a remark of the person's
};
std::string_view to_string(TaskAct act);  // "go_on"
std::optional<TaskAct> task_act_from(std::string_view name);

std::optional<TaskStatus> next_status(TaskStatus from, TaskAct act);
bool is_under_way(TaskStatus status);  // running, waiting or paused

}  // namespace fm
