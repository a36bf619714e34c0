// A folder for the moment: an index of ours, or a place where git may put what it merges. It goes
// with this object; one that a crash left is in the system's temporary folder.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/git.h"

namespace fm {

class GitScratch {
 public:
  // Errors: scratch_failed.
  static Task<Result<GitScratch>> make(Git& git);

  std::string path(std::string_view name) const { return *folder_ + "/" + std::string(name); }
  const std::string& folder() const { return *folder_; }

 private:
  std::shared_ptr<const std::string> folder_;  // removed with the last copy
};

}  // namespace fm
