// Files that the program itself keeps below a folder of a person's, such as `.folkmoot/` (C-49).
//
// The folder may come from anywhere: of what lies below it no link is followed and nothing is
// opened that is no regular file, so that nothing outside is ever read or written. Paths are
// relative, with "/" between folders, and made by the program; what is odd in a name goes through
// safe_file_name() first. A file is written whole or not at all: hidden beside its place, brought
// to the disk, renamed. Blocking; from the pool or where nothing else waits. Any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace fm {

class FolderFiles {
 public:
  // Errors: folder_file_failed.
  static Result<FolderFiles> open(const std::string& folder);

  FolderFiles(FolderFiles&& other) noexcept;
  FolderFiles& operator=(FolderFiles&& other) noexcept;
  ~FolderFiles();

  // Nothing where there is no such file. Errors: folder_file_failed (a link, no file, no rights),
  // file_too_large.
  Result<std::optional<std::string>> read(std::string_view path, std::size_t limit) const;

  // Makes the folders it stands in. Errors: folder_file_failed, also where a link or something else
  // than a file has its place.
  Result<void> write(std::string_view path, std::string_view bytes) const;

  // Renames `path` to `path` + `ending`, with a number where that is taken, and gives the new path;
  // never over another file. Errors: folder_file_failed.
  Result<std::string> set_aside(std::string_view path, std::string_view ending) const;

  // The names in a folder, sorted, at most 1,000; none where there is no such folder.
  std::vector<std::string> names(std::string_view path) const;

 private:
  FolderFiles(int descriptor, std::string folder);

  int descriptor_ = -1;
  std::string folder_;  // for sentences
};

// The name itself if it is an id (base/ids.h); else what is readable of it and a hash of the whole.
std::string safe_file_name(std::string_view name);

}  // namespace fm
