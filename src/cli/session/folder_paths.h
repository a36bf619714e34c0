// FolderPaths: the files of the room's folder that agents may be shown, for Tab after an @ (P-24).
//
// Read in the pool: what is known was so a moment ago, and asking has it read anew. Loop thread;
// nothing of it lasts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "loop/pool_scope.h"

namespace fm::cli {

class FolderPaths {
 public:
  FolderPaths(Loop& loop, std::string folder);  // begins to read; an empty folder has no files

  const std::vector<std::string>& known();

 private:
  void read();

  const std::string folder_;
  std::vector<std::string> paths_;
  bool is_reading_ = false;
  PoolScope pool_;
};

}  // namespace fm::cli
