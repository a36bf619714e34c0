#include "team/tasks/task_status.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace fm {
namespace {

using enum TaskStatus;
using enum TaskAct;

constexpr std::array kAll = {kNotStarted, kRunning, kWaiting, kPaused, kFailed, kCompleted};
constexpr std::array kActs = {kStart, kWait, kGoOn, kPause,  kFail,
                              kRetry, kSkip, kEdit, kFinish, kReopen};

TEST_CASE("A-4 a status changes by the table and in no other way") {
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

TEST_CASE("A-4 the diagram of the documentation is the table") {
  std::string diagram = "stateDiagram-v2\n  [*] --> not_started\n";
  for (const TaskStatus from : kAll)
    for (const TaskAct act : kActs)
      if (const auto to = next_status(from, act))
        diagram += "  " + std::string(to_string(from)) + " --> " + std::string(to_string(*to)) +
                   ": " + std::string(to_string(act)) + "\n";
  diagram += "  completed --> [*]\n";
  const char* const source = std::getenv("FM_SOURCE_DIR");
  std::ifstream page(std::string(source != nullptr ? source : ".") + "/docs/agency.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  CHECK_MESSAGE(text.contains(diagram), "docs/agency.md should have:\n", diagram);
}

}  // namespace
}  // namespace fm
