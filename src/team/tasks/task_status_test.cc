#include "team/tasks/task_status.h"

#include <doctest/doctest.h>

#include <array>

namespace fm {
namespace {

using enum TaskStatus;
using enum TaskAct;

constexpr std::array kAll = {kNotStarted, kRunning, kWaiting, kPaused, kFailed, kCompleted};
constexpr std::array kActs = {kStart, kWait, kGoOn, kPause,  kFail,
                              kRetry, kSkip, kEdit, kFinish, kReopen};

TEST_CASE("A-4 a status changes by the table and in no other way") {
  int allowed = 0;
  for (const TaskStatus from : kAll)
    for (const TaskAct act : kActs)
      if (next_status(from, act)) ++allowed;
  CHECK(allowed == static_cast<int>(task_steps().size()));
  CHECK(next_status(kNotStarted, kStart) == kRunning);
  CHECK(next_status(kRunning, kFinish) == kCompleted);
  CHECK_FALSE(next_status(kNotStarted, kFinish));
  CHECK_FALSE(next_status(kCompleted, kStart));
}

TEST_CASE("A-4 failed is reached from every active status, and has a way out") {
  for (const TaskStatus status : {kRunning, kWaiting, kPaused}) {
    CHECK(is_under_way(status));
    CHECK(next_status(status, kFail) == kFailed);
  }
  CHECK(next_status(kFailed, kRetry) == kRunning);
  CHECK(next_status(kFailed, kSkip) == kCompleted);
  CHECK(next_status(kFailed, kEdit) == kNotStarted);
}

TEST_CASE("A-4 names of statuses and acts are read back") {
  for (const TaskStatus status : kAll) CHECK(task_status_from(to_string(status)) == status);
  for (const TaskAct act : kActs) CHECK(task_act_from(to_string(act)) == act);
  CHECK_FALSE(task_status_from("done"));
}

TEST_CASE("A-4 the diagram has a line for each step of the table") {
  const std::string diagram = task_diagram();
  for (const TaskStep& step : task_steps())
    CHECK(diagram.contains(std::string(to_string(step.from)) + " --> " +
                           std::string(to_string(step.to)) + ": " +
                           std::string(to_string(step.act))));
}

}  // namespace
}  // namespace fm
