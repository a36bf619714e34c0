// Opening what lies below a folder that may come from anywhere: folder by folder from an open one,
// so that no link is followed anywhere on the way, also none that is put there meanwhile (P-63).
//
// Paths are relative, with "/" between names. Blocking; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"

namespace fm {

// Where a file is: its folder, opened, and its name. `reason` is the system's number for why it
// could not be opened, or 0; EINVAL for a path that is no chain of names ("..", "a//b").
struct Spot {
  Descriptor folder;
  std::string name;
  int reason = 0;
};

enum class Missing { kLeave, kMake };

// `root` stays open and the caller's.
Spot spot_of(int root, std::string_view path, Missing missing);

struct FileHead {
  std::string text;        // its first bytes
  std::int64_t bytes = 0;  // of all of it
};

// Of a regular file. Errors: the system's number (ENOENT, ELOOP for a link, EINVAL for what is no
// file).
std::expected<FileHead, int> read_head_below(const std::filesystem::path& root,
                                             std::string_view path, std::size_t limit);

// What a folder holds, in the order of the system.
struct FolderEntry {
  std::string name;
  bool is_folder = false;  // not: a regular file
  std::int64_t bytes = 0;
};
struct FolderEntries {
  std::vector<FolderEntry> entries;  // neither links nor what is no file
  std::size_t looked_at = 0;         // those that are left out too
  bool is_all = true;                // false: there are more than `most`
};

// `path` empty: the root itself. Nothing where there is no such folder.
FolderEntries entries_below(const std::filesystem::path& root, std::string_view path,
                            std::size_t most);

}  // namespace fm
