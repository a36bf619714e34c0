// Lane: a worktree that one task works in, outside of the person's folder (A-5, S-8).
//
// A value; the repository on the disk is what counts, and after a crash the same name gives the
// same lane. Its HEAD is detached at the base: what a lane has come to is in hidden refs (refs.h),
// never in what an agent commits there.
#pragma once

#include <string>

#include "base/json.h"
#include "work/git/git.h"
#include "work/git/repository.h"

namespace fm {

struct LaneName {
  std::string project;
  std::string task;

  bool operator==(const LaneName&) const = default;
};

struct Lane {
  LaneName name;
  Repository repository;  // whose worktree it is: the person's
  std::string path;       // its files
  std::string git_dir;    // of the worktree, below the common folder
  std::string base;       // commit

  bool operator==(const Lane&) const = default;
};

// Its files and its own git folder, whatever the lane's .git file says; with our index of it.
GitPlace place_of(const Lane& lane);
std::string index_of(const Lane& lane);
// What was ignored when the lane went back to a state that does not say so: it stays ignored.
std::string excludes_of(const Lane& lane);

JsonObject to_json(const Lane& lane);
Lane lane_from_json(ObjectRef object);  // what is missing is empty

}  // namespace fm
