// The names that Folkmoot gives to branches and hidden refs, and how a ref is moved (S-8, S-11).
//
//   refs/heads/folkmoot/PROJECT             the integration branch: the only one that people see
//   refs/folkmoot/PROJECT/_base             what the project builds on
//   refs/folkmoot/PROJECT/_candidate        a merge that is being tested
//   refs/folkmoot/PROJECT/TASK/base         where the lane began
//   refs/folkmoot/PROJECT/TASK/steps        its snapshots, the newest first
//   refs/folkmoot/PROJECT/TASK/result       its one readable commit
//   refs/folkmoot/PROJECT/TASK/merging      the other side of a merge that is resolved there
//   refs/folkmoot/rescue/PROJECT/TASK/ID    what would have been lost otherwise
//
// A ref only moves from the value that it was seen to have; of two who move it, one fails.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/git.h"
#include "work/git/repository.h"

namespace fm {

// A part of a ref and of a path that stands for this text and no other (F-57, F-58): an id of E-4
// of at most 48 characters is itself; of anything else a slug, "_" and ten characters of its hash.
// Never empty, lower-case ASCII, the same in every locale.
std::string name_part(std::string_view text);

std::string integration_ref(std::string_view project);
std::string project_ref(std::string_view project, std::string_view what);  // what: "_base"
std::string task_ref(std::string_view project, std::string_view task, std::string_view what);
std::string rescue_ref(std::string_view project, std::string_view task, std::string_view commit);

// Where commands run that look at no working copy.
GitPlace place_of(const Repository& repository);

// The commit of a ref; none: there is no such ref.
Task<Result<std::optional<std::string>>> read_ref(Git& git, Repository repository, std::string ref);

struct NamedRef {
  std::string ref;
  std::string commit;
};
Task<Result<std::vector<NamedRef>>> list_refs(Git& git, Repository repository, std::string prefix);

struct RefMove {
  std::string ref = {};
  std::string to = {};                   // empty: the ref goes
  std::optional<std::string> from = {};  // none: whatever it is; empty: there is none yet
  std::string why = {};                  // for the reflog; the first move's counts
  bool checked_out_too = false;          // whoever moves it sees to the files itself
};

// All of them or none, under the lock of the common folder. Errors: ref_moved (it is not at `from`
// any more), ref_in_the_way (a branch "folkmoot" or "folkmoot/x/y" takes the name's place),
// branch_checked_out (a branch that some worktree has checked out is not moved under it).
Task<Result<void>> move_refs(Git& git, Repository repository, std::vector<RefMove> moves);

// The same, for one who holds that lock.
Task<Result<void>> move_refs_held(Git& git, Repository repository, std::vector<RefMove> moves);

// Removes the project's hidden refs, and with `task` only that task's. The integration branch and
// rescue refs stay.
Task<Result<void>> forget_refs(Git& git, Repository repository, std::string project,
                               std::string task);

}  // namespace fm
