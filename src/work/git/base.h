// What a project builds on, as a commit that is recorded and kept (S-8, report 150).
//
// HEAD; or HEAD and what the person has changed since, as a commit on a ref of ours. The person's
// index, files and branches stay as they are, byte for byte. An empty repository gives an empty
// commit, or one of the files that are there. A folder without a repository becomes one
// first, by new_repository.h.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/repository.h"
#include "work/git/staging.h"

namespace fm {

enum class BaseChoice { kHead, kWithChanges };

struct Base {
  std::string commit;
  std::string branch;             // the person's, that the result is for; empty: detached
  std::vector<LeftOut> left_out;  // of the person's changes
};

inline constexpr std::int64_t kLargestOfPerson = std::int64_t{5} << 20;

// Records it as refs/folkmoot/PROJECT/_base. A project that has one keeps it: asked again, also
// after a crash, the same commit comes. `take_anyway`: files that would be left out. Errors:
// submodules_changed, repository_none.
Task<Result<Base>> make_base(Git& git, Repository repository, std::string project,
                             BaseChoice choice, std::vector<std::string> take_anyway = {});

}  // namespace fm
