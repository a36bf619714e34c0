// One merge of two commits as a tree, by `git merge-tree`; nothing but objects is written.
//
// .gitattributes of the first commit's top folder count (union, binary), drivers that run programs
// do not: their files are merged as text.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/git.h"
#include "work/git/repository.h"

namespace fm {

struct Conflict {
  std::string path;
  std::string kind;  // git's: "contents", "modify/delete", "binary"
  std::string text;  // of the file, with markers; empty: binary, or none
};

struct MergedTree {
  std::string tree;  // with markers, where there are conflicts
  std::vector<Conflict> conflicts;
};
// Errors: shallow_history, unrelated_history.
Task<Result<MergedTree>> merge_trees(Git& git, Repository repository, std::string ours,
                                     std::string theirs);

}  // namespace fm
