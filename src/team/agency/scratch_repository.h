// A folder with a first commit that something can be built in: for demonstrations and trials.
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "loop/loop.h"
#include "work/process/environment.h"

namespace fm {

// Makes `parent`/`name`, or `name-2` and so on where that is taken, writes the files and commits
// them. Its path. Blocking: it runs the loop until it is done, so for a command's beginning only.
// Errors: folder_not_made, and git's.
Result<std::string> make_scratch_repository(Loop& loop, const std::string& parent,
                                            const std::string& name,
                                            const std::map<std::string, std::string>& files,
                                            const Variables& environment);

}  // namespace fm
