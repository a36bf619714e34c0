// The files of a small folder, whole, for the preamble of every prompt (P-24).
//
// Sources come before what configures them, and data last; of each kind the smallest first, until
// 24 KB are full. What is generated, binary, ignored by git or looks like a secret is never shown;
// what is not shown is named, so that nobody claims to have read it. Of a large folder nothing is
// shown but that. Blocking, for the pool; never fails.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace fm {

inline constexpr std::size_t kSourceBytes = 24 * 1024;

// Markdown; empty for a folder without files. `shown`: files that stand whole elsewhere in the
// preamble.
std::string folder_sources(const std::filesystem::path& folder,
                           const std::vector<std::string>& shown);

}  // namespace fm
