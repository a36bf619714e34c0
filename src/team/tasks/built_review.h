// What an agency built, for the person who decides about it (A-8, C-44). By the program, without a
// model. Pure.
#pragma once

#include <string>

#include "team/tasks/task_map.h"
#include "team/tasks/task_work.h"

namespace fm {

// Markdown: what was built, how it was verified, what is left, how to start and to take it.
std::string built_review(const TaskMap& map, const AgencyWork& work);

// One line: "3 of 3 tasks are merged, 9 files, +1036 -12; `python3 -m unittest -q` passes".
std::string built_line(const TaskMap& map, const AgencyWork& work);

// How far it is, a line for each task.
std::string task_lines(const TaskMap& map, const AgencyWork& work);

}  // namespace fm
