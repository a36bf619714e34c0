// Merges into the integration branch, by plumbing: no working copy is touched (A-7, S-11).
//
// A merge is worked out as objects first. The branch moves last, from the value that it was seen to
// have, so a crash anywhere leaves it as it was or merged, and a conflict leaves it as it was.
// Asked again for what is merged already, nothing is done.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/lane.h"
#include "work/git/merge_trees.h"
#include "work/git/refs.h"
#include "work/git/repository.h"

namespace fm {

// The branch of a project's results; begun at `base` where there is none. Errors: branch_exists
// (somebody else's branch of that name), ref_in_the_way.
struct Integration {
  std::string ref;
  std::string tip;
};
Task<Result<Integration>> open_integration(Git& git, Repository repository, std::string project,
                                           std::string base);

struct MergePart {
  std::string commit;   // of a lane
  std::string message;  // of the merge commit
  // The paths the task said it would touch; a folder ends with "/". None: nothing is watched.
  std::optional<std::vector<std::string>> declared = {};
};

struct MergedPart {
  std::string commit;
  bool merged = false;               // it is in the candidate (or was before)
  std::vector<Conflict> conflicts;   // where not merged
  std::vector<std::string> deleted;  // files outside of what was declared, that it deletes (151)
};

// Several lanes that are ready, merged one after the other, to be tested once. Lanes that conflict
// with those before them are left out and say so.
struct Train {
  std::string base;       // where the branch was
  std::string candidate;  // commit, kept by refs/folkmoot/PROJECT/_candidate; base: nothing new
  std::vector<MergedPart> parts;
};
// A single part whose base is the branch's tip needs no merge commit: the candidate is its commit.
// Errors: shallow_history (no common commit, since the clone is shallow), unrelated_history.
Task<Result<Train>> make_train(Git& git, Repository repository, std::string project,
                               std::vector<MergePart> parts);

// The branch moves to the tested candidate. Errors: ref_moved, branch_checked_out.
Task<Result<void>> accept_train(Git& git, Repository repository, std::string project, Train train);

// Both at once, for a part that was tested as it will be. Conflicts: nothing was moved.
Task<Result<MergedPart>> merge_into(Git& git, Repository repository, std::string project,
                                    MergePart part);

// Whether the commit is in the branch already: a merge is checkable (P-12).
Task<Result<bool>> is_merged(Git& git, Repository repository, std::string ref, std::string commit);

// A lane where the branch is merged with `commit`, conflict markers in its files. final_commit()
// there makes the merge, with both as parents.
struct ConflictLane {
  Lane lane;
  std::vector<Conflict> conflicts;
};
Task<Result<ConflictLane>> make_conflict_lane(Git& git, Repository repository, std::string folder,
                                              LaneName name, std::string commit);

}  // namespace fm
