// Where a command's program is: argv[0] itself if it has a slash, else looked up in the PATH of the
// command's environment. Folders of PATH that are not absolute are passed over: what lies in the
// folder that is worked in must not stand in for a program of the system. Blocking.
#pragma once

#include <string>

#include "base/result.h"
#include "work/process/command.h"

namespace fm {

Result<std::string> program_path(const CommandSpec& spec);

}  // namespace fm
