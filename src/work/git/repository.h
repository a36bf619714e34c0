// What kind of repository a folder is, and what state its files are in.
//
// A Repository says where one is; all else in work/git is given it. inspect() only looks: it takes
// no lock and writes nothing, not even the index's times.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/git.h"

namespace fm {

// Absolute paths, links resolved.
struct Repository {
  std::string toplevel;    // of the worktree that the folder lies in; empty: bare
  std::string git_dir;     // of that worktree
  std::string common_dir;  // of the repository: the same for all its worktrees

  bool operator==(const Repository&) const = default;
};

enum class RepositoryKind { kNone, kEmpty, kNormal, kBare };

// What stands open in the worktree.
enum class UnderWay { kNothing, kMerge, kRebase, kCherryPick, kRevert, kBisect, kApply };
std::string_view to_string(UnderWay under_way);

// Paths of one kind; `paths` holds the first ones only, `count` all.
struct PathList {
  std::vector<std::string> paths;
  std::size_t count = 0;

  bool empty() const { return count == 0; }
};

struct Submodule {
  std::string path;
  bool present = false;  // its files are there
  bool changed = false;  // another commit than recorded, or changes in it
};

struct RepositoryState {
  RepositoryKind kind = RepositoryKind::kNone;
  Repository repository;  // kNone: empty
  std::string head;       // commit; empty: kNone and kEmpty
  std::string branch;     // short name; also of an empty repository; empty: detached
  UnderWay under_way = UnderWay::kNothing;
  bool shallow = false;
  bool lfs = false;  // some .gitattributes names the filter "lfs"
  bool sparse = false;
  std::vector<Submodule> submodules;
  PathList staged;
  PathList changed;  // not staged, deleted ones among them
  PathList conflicted;
  PathList untracked;  // not ignored; a folder of untracked files is its files

  bool dirty() const {
    return !staged.empty() || !changed.empty() || !conflicted.empty() || !untracked.empty();
  }
};

inline constexpr std::size_t kMostListedPaths = 200;

// A folder that is in no repository is no error. Errors: those of Git::run.
Task<Result<RepositoryState>> inspect(Git& git, std::string folder);

// Where its parts are; none of its state. Errors: repository_none.
Task<Result<Repository>> find_repository(Git& git, std::string folder);

// Where commands run that look at the files of that worktree; of a bare one at none.
GitPlace worktree_place(const Repository& repository);

// Whether work can begin here at all. Errors: submodules_changed, with the cure. A bare, detached
// or half-rebased repository is worked on from its HEAD.
Result<void> check_workable(const RepositoryState& state);

// In whose name commits are made: as configured, else Folkmoot <folkmoot@localhost>.
struct GitIdentity {
  std::string name;
  std::string mail;
};
Task<Result<GitIdentity>> identity(Git& git, Repository repository);

}  // namespace fm
