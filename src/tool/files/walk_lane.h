// Going through the files of a lane, but for those that nobody wants to read: what git and Folkmoot
// keep, dependencies, build outputs and caches.
//
// Links are named and never followed. In the order of names, a folder's files before its folders.
// Bounded by the caller. Blocking, for the pool.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "tool/files/lane_folder.h"

namespace fm {

// node_modules, build, .venv and their like.
bool is_skipped_folder(std::string_view name);

struct WalkedEntry {
  std::string path;  // from the lane
  LaneEntry entry;
  int depth = 1;            // of the folder that was asked for
  bool is_skipped = false;  // a folder that is not entered
};

// False from `visit` ends the walk.
Result<void> walk_lane(const LaneFolder& lane, const LanePlace& from, int depth,
                       const std::function<bool(const WalkedEntry&)>& visit);

}  // namespace fm
