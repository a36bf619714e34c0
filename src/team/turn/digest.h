// FolderDigest: what a room's folder holds, in a few kilobytes, for the preamble of every prompt
// (P-24, P-50).
//
// In this order, each bounded: the tree to depth 3, the heads of the build manifests, the head of
// the README, AGENTS.md and CLAUDE.md with all room that is left. Left out: hidden files, .git,
// dependency and build folders, links, what is no regular file, binary files; and of no file a byte
// that look_at_file() keeps back: what git ignores, or looks like a secret. The same folder gives
// the same bytes on every machine. Blocking, for the pool; never fails: what cannot be read is not
// there.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace fm {

inline constexpr std::size_t kDigestBytes = 6 * 1024;

struct FolderDigest {
  std::string text;                     // Markdown; empty for an empty or missing folder, or none
  std::string hash;                     // sha256 of the text, to see whether it has to be renewed
  std::vector<std::string> whole = {};  // files that stand in it from end to end
};

FolderDigest digest_folder(const std::filesystem::path& folder);

}  // namespace fm
