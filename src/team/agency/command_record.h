// What a command of Folkmoot's own came to, as the log keeps it: how it ended, and the end of what
// it said, without secrets. Pure.
#pragma once

#include <string>

#include "base/clock.h"
#include "base/redact.h"
#include "team/tasks/task_work.h"
#include "work/process/command.h"

namespace fm {

CheckRecord command_record(const std::string& command, const std::string& tree,
                           const std::string& on, const CommandEnd& end, Millis time_limit,
                           const Redactor& redactor);

}  // namespace fm
