// Folders of dependencies in the person's working copy: installed there, and in no commit.
//
// A lane is begun at a commit, so it lacks what npm, pip, composer or bundler have put beside the
// files. What lies there is looked for by git, which knows what is tracked.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/git.h"
#include "work/git/repository.h"

namespace fm {

// Those called node_modules, .venv, venv and vendor, not target or build, which are made of the
// sources. Below the repository's top, with "/"; links are none. Empty for a bare repository.
Task<Result<std::vector<std::string>>> dependency_folders(Git& git, Repository repository);

// Makes the folder's place in a lane a folder of links to what is in it, where no sandbox can show
// it: links that lie in it are made again as they are, since those to other packages of the
// repository must lead to the lane's. False: something is there already, or its place is not.
// Blocking.
bool link_dependencies(const std::string& from, const std::string& to);

}  // namespace fm
