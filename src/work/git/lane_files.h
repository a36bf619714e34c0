// The files that make a folder a worktree: its .git file, and its record in the common folder.
// Blocking; for the pool.
#pragma once

#include <string>

#include "base/result.h"
#include "work/git/lane.h"

namespace fm {

// That they are as `git worktree add` wrote them (F-55). Errors: lane_missing, lane_changed.
Result<void> check_lane_files(const Lane& lane);

// Writes them anew. A .git folder that stands there is put aside into the lane's record, not
// deleted: it may hold commits. Errors: lane_not_repaired.
Result<void> write_lane_files(const Lane& lane);

// Whether there are files of it, in their place or where a repair that was cut short has them.
bool has_lane_files(const Lane& lane);
std::string aside_of(const Lane& lane);

// The git folder that a worktree's .git file names; empty: there is none.
std::string git_dir_of(const std::string& worktree);

// Removes the lane's folder, also where files in it were made read-only; links are not followed.
// Errors: lane_not_removed.
Result<void> remove_lane_files(const Lane& lane);

}  // namespace fm
