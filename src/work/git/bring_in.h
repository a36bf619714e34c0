// Brings a project's result into the person's own branch, when the person says so (S-11, S-13).
//
// First a plan, which changes nothing and says what would happen; then the plan is done. Files that
// the person has changed and not committed stay byte for byte as they are: where the result touches
// the same ones, nothing is done (F-53). Nothing is ever pushed.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/changes.h"
#include "work/git/merge.h"
#include "work/git/repository.h"

namespace fm {

enum class BringInKind {
  kNothing,      // it is all there
  kFastForward,  // the branch is where the project began
  kMerge,        // the branch went on: merged, to be tested before it is brought in
  kConflict      // the branch went on, and a resolver is needed
};

enum class BringInWay { kFastForwardOrMerge, kAlwaysMergeCommit };

struct BringInPlan {
  BringInKind kind = BringInKind::kNothing;
  std::string project;
  std::string branch;       // full ref of the person's; empty: HEAD is detached
  std::string from;         // where it is; empty: no commit yet
  std::string to;           // commit that it would be at
  std::string checked_out;  // worktree that has it; empty: none
  std::vector<FileChange> changes;
  std::vector<Conflict> conflicts;      // kConflict
  std::vector<std::string> in_the_way;  // uncommitted files of the person that it would touch
  std::vector<std::string> hooks;       // of the person, that a merge by hand would run
  bool lfs = false;
};

// `branch`: short name; empty: the one that is checked out. Errors: branch_unknown.
Task<Result<BringInPlan>> plan_bring_in(Git& git, Repository repository, std::string project,
                                        std::string branch, BringInWay way, std::string message);

// Errors: changes_overlap, repository_busy (a merge or rebase is under way), ref_moved (the branch
// went on since the plan), merge_conflicts. A crash in the middle: done again, it goes on.
Task<Result<void>> bring_in(Git& git, Repository repository, BringInPlan plan);

}  // namespace fm
