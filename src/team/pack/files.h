// Reading the small files of packs and folders.
//
// A folder may come from anywhere, so nothing in it is followed by links, read when it is no
// regular file, or read beyond a limit. The user's own configuration may use links. Blocking; for
// the pool or for start-up. Orders are by bytes, the same on every machine.
#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace fm {

enum class Links { kFollow, kRefuse };

// The file's first `limit` bytes. Errors: file_unreadable.
Result<std::string> read_head(const std::filesystem::path& path, std::size_t limit, Links links);

// The whole file. Errors: file_unreadable, file_too_large.
Result<std::string> read_whole(const std::filesystem::path& path, std::size_t limit, Links links);

// Files below `directory` that end in one of `endings`, down to `depth` folders, as paths relative
// to it; hidden ones are left out. Empty where there is no such directory. At most 1,000.
std::vector<std::string> list_files(const std::filesystem::path& directory,
                                    std::initializer_list<std::string_view> endings, int depth,
                                    Links links);

}  // namespace fm
