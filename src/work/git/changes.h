// What differs between two trees: files with their counts of lines, and the text of a diff.
//
// No external diff, no textconv. Renames are found. Counts of a binary file are 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/git.h"
#include "work/git/repository.h"

namespace fm {

struct FileChange {
  enum class Kind { kAdded, kDeleted, kModified, kRenamed, kTypeChanged };
  Kind kind = Kind::kModified;
  std::string path;
  std::string old_path;  // kRenamed; else empty
  std::int64_t added = 0;
  std::int64_t deleted = 0;
  bool binary = false;
  bool link = false;       // it is a symbolic link now
  bool submodule = false;  // a commit of another repository, now or before

  bool operator==(const FileChange&) const = default;
};
std::string_view to_string(FileChange::Kind kind);

struct DiffStat {
  std::int64_t files = 0;
  std::int64_t added = 0;
  std::int64_t deleted = 0;
};
DiffStat stat_of(const std::vector<FileChange>& changes);

// Of commits or trees.
Task<Result<std::vector<FileChange>>> changes_between(Git& git, Repository repository,
                                                      std::string from, std::string to);

struct DiffRequest {
  std::vector<std::string> paths = {};  // only these; empty: all
  int context = 3;
  std::size_t limit = 256 * 1024;  // bytes of text
};

struct Diff {
  std::vector<FileChange> files;  // all, also where the text is cut
  std::string text;               // unified; as UTF-8
  bool cut = false;
};
Task<Result<Diff>> diff_between(Git& git, Repository repository, std::string from, std::string to,
                                DiffRequest request);

}  // namespace fm
