// The tasks of a plan that is worked on, a line each: how far it is, and who is at it (A-4, C-48).
//
//   1.1 merged                        booking.py: the diary of contract.py in one...
//   1.2 in review, reviewer           page.html and server.py: choose service, day...
//   1.3 after 1.1, 1.2                The address of a booking shows it and cancels...
//
// Under what is said while the work goes on, and whole in /status. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/terminal/styled_text.h"
#include "team/room/room.h"

namespace fm::cli {

struct TaskStand {
  std::string id;
  std::string objective;
  std::string stand;  // "merged", "in review, reviewer"
  TaskStatus status = TaskStatus::kNotStarted;
  bool is_skipped = false;
};

// In the plan's order; none where no plan is worked on.
std::vector<TaskStand> task_stands(const RoomView& room);

// At most so many lines; of more, those that are over are left out first.
Lines task_lines(const std::vector<TaskStand>& stands, std::size_t most, std::size_t columns,
                 Charset charset);

// "2 of 3 tasks merged"; empty without any.
std::string tasks_done(const std::vector<TaskStand>& stands);

}  // namespace fm::cli
