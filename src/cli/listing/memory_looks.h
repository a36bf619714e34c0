// What is shown of a folder's memory (C-52): all finished projects, and one of them.
//
// Pure functions from values to lines of at most `columns`; ids are never broken, so that they can
// be copied.
#pragma once

#include <cstddef>
#include <vector>

#include "app/queries/memory.h"
#include "cli/terminal/styled_text.h"

namespace fm::cli {

// A project is its id, when it was finished, and its title; below it what it came to.
Lines memory_list_lines(const std::vector<MemoryEntry>& entries, std::size_t columns,
                        Charset charset);

Lines memory_entry_lines(const MemoryEntry& entry, std::size_t columns, Charset charset);

}  // namespace fm::cli
