// The files of a room's folder that a person's words name (P-24): by their path, by a base name or
// the end of a path that only one file has, and with an @ before it, in quotation marks where there
// are spaces in it: @"a b/c.txt". What they hold is taken when it is said, so that it stays what it
// was then. An @ means a file for certain: one that is not there is told too, with why. Blocking,
// for the pool; never fails.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "team/folder/named_file.h"

namespace fm {

// Whether any word may name a file. Pure and quick: where none does, nothing is looked for.
bool may_name_files(std::string_view text);

// At most four, of each 12 KB. A file that is not shown is told with why.
std::vector<NamedFile> files_named(const std::filesystem::path& folder, std::string_view text);

}  // namespace fm
