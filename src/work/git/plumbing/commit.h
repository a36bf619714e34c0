// Commits by plumbing: no hook, no signature, in the name that identity() gives.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/repository.h"

namespace fm {

struct NewCommit {
  std::string tree;
  std::vector<std::string> parents;
  std::string message;
};
Task<Result<std::string>> make_commit(Git& git, Repository repository, NewCommit commit);

Task<Result<std::string>> empty_tree(Git& git, Repository repository);  // its hash; it is written
Task<Result<std::string>> tree_of_commit(Git& git, Repository repository, std::string commit);
Task<Result<bool>> is_ancestor(Git& git, Repository repository, std::string old_one,
                               std::string new_one);

}  // namespace fm
