// What lies in a room's folder that agents may be shown (P-24, P-50): files that are no links, that
// neither git nor we leave out, and that hold text and nothing that looks like a secret. In the
// same order on every machine. Blocking, for the pool; never fails: what cannot be read is not
// there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "team/folder/git_ignore.h"
#include "team/folder/named_file.h"

namespace fm {

// Hidden files, and what builds and package managers put there.
bool is_left_out(std::string_view name);

// Not: it holds a line's end, a tab, or a character that is not shown; such files are left out.
bool is_plain_name(std::string_view name);

struct FolderFile {
  std::string path;  // below the folder, with "/"
  std::int64_t bytes = 0;
};

struct FolderListing {
  std::vector<FolderFile> files;  // by path
  bool is_all = true;             // not: there are more than are looked at
};

FolderListing list_folder(const std::filesystem::path& folder, GitIgnore& ignored);

// Its first `most` bytes, or why it is not shown: it looks like a secret, is no text, or git
// ignores it. `path` empty: there is no such file, or a link leads to it.
NamedFile look_at_file(const std::filesystem::path& folder, std::string_view path, std::size_t most,
                       GitIgnore& ignored);

}  // namespace fm
