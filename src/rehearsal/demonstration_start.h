// What a demonstration begins to build on: the files of the first commit, as its screenplay has
// them where nobody was asked for anything yet.
//
// Pure; who makes the repository writes and commits them.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rehearsal/screenplay.h"

namespace fm {

struct StartingFiles {
  std::string subject;                       // of the commit
  std::map<std::string, std::string> files;  // by path from the repository's folder
};

// Errors: demo_unknown, where there is none of that name in which something is built.
Result<StartingFiles> demonstration_start(const Screenplay& play, std::string_view name);

}  // namespace fm
