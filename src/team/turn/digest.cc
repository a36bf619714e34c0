#include "team/turn/digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "base/sha256.h"
#include "base/text.h"
#include "team/folder/folder_files.h"
#include "team/pack/below_folder.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr int kDepth = 3;
constexpr std::string_view kCut = "\n[...]";
constexpr std::size_t kTreeBytes = 1'500;
constexpr std::size_t kManifestBytes = 420;  // of each
constexpr std::size_t kManifests = 3;
constexpr std::size_t kReadmeBytes = 900;
constexpr std::size_t kTopEntries = 40;
// A folder with more entries is named but not listed: the first few of an unsorted listing would
// differ from machine to machine, and reading all of them could take minutes.
constexpr std::size_t kReadPerFolder = 2'000;
constexpr std::size_t kReadInAll = 20'000;

constexpr auto kManifestNames = std::to_array<std::string_view>(
    {"package.json", "Cargo.toml", "pyproject.toml", "go.mod", "CMakeLists.txt", "pom.xml",
     "build.gradle", "build.gradle.kts", "composer.json", "Gemfile", "mix.exs", "Package.swift",
     "requirements.txt", "meson.build", "Makefile", "deno.json"});
constexpr auto kReadmeNames = std::to_array<std::string_view>(
    {"README.md", "README", "README.rst", "README.txt", "readme.md"});
constexpr auto kGuideNames = std::to_array<std::string_view>({"AGENTS.md", "CLAUDE.md"});

// One line of Markdown-free text; a file's name may hold anything.
std::string shown(std::string_view name) {
  std::string line;
  for (const char c : clean(name).text) line += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  return std::string(cut_bytes(line, 80));
}

struct Listing {
  std::vector<std::string> folders;
  std::vector<std::string> files;
  bool too_many = false;
};

// How much of a folder is shown.
struct Detail {
  int depth = kDepth;
  std::size_t per_folder = 20;  // below the top, which shows kTopEntries
};

// From all to little; the first that fits is taken, so that the top of a large folder is whole
// rather than its first branch.
constexpr auto kDetails = std::to_array<Detail>({{3, 20}, {3, 8}, {3, 3}, {2, 8}, {2, 3}, {1, 0}});

class Tree {
 public:
  Tree(const fs::path& root, GitIgnore& ignored) : root_(root), ignored_(ignored) {}

  std::string text() {
    for (const Detail& detail : kDetails) {
      text_.clear();
      walk("", 1, detail);
      if (text_.size() <= kTreeBytes) return text_;
    }
    return std::string(cut_bytes(text_, kTreeBytes)) + "\n[...]";
  }

 private:
  // Read once, whatever the detail.
  const Listing& list(const std::string& below) {
    const auto known = listings_.find(below);
    return known != listings_.end() ? known->second
                                    : listings_.emplace(below, read(below)).first->second;
  }

  Listing read(const std::string& below) {
    const std::size_t most = std::min(kReadPerFolder, kReadInAll - read_in_all_);
    const FolderEntries found = entries_below(root_, below, most);
    read_in_all_ += found.looked_at;
    Listing listing;
    listing.too_many = !found.is_all;
    if (listing.too_many) return listing;
    for (const FolderEntry& entry : found.entries)
      if (!is_left_out(entry.name))
        (entry.is_folder ? listing.folders : listing.files).push_back(entry.name);
    std::ranges::sort(listing.folders);
    std::ranges::sort(listing.files);
    return listing;
  }

  // Named, so that nobody wonders why such a file is never shown.
  std::string_view mark_of(const std::string& path, bool is_folder) const {
    return ignored_.ignores(path, is_folder) ? " (ignored by git)" : "";
  }

  void walk(const std::string& below, int depth, const Detail& detail) {
    if (text_.size() > kTreeBytes) return;
    const Listing& listing = list(below);
    const std::string indent(static_cast<std::size_t>(depth - 1) * 2, ' ');
    if (listing.too_many) {
      text_ += indent + "(too many entries to list)\n";
      return;
    }
    const std::size_t most = depth == 1 ? kTopEntries : detail.per_folder;
    const std::size_t files = std::min(listing.files.size(), most);
    ignored_.enter(below);
    const std::string before = below.empty() ? "" : below + "/";
    std::string names;
    for (std::size_t i = 0; i < files; ++i)
      names += fmt::format("{}{}{}", i == 0 ? "" : ", ", shown(listing.files[i]),
                           mark_of(before + listing.files[i], false));
    if (listing.files.size() > files)
      names += fmt::format(" and {} more", listing.files.size() - files);
    if (!names.empty()) text_ += indent + names + "\n";
    const std::size_t folders = std::min(listing.folders.size(), most);
    for (std::size_t i = 0; i < folders; ++i) {
      const std::string folder = before + listing.folders[i];
      const std::string_view mark = mark_of(folder, true);
      text_ += fmt::format("{}{}/{}\n", indent, shown(listing.folders[i]), mark);
      if (depth < detail.depth && mark.empty()) walk(folder, depth + 1, detail);
    }
    const std::size_t rest = listing.folders.size() - folders;
    if (rest > 0)
      text_ += fmt::format("{}and {} more folder{}\n", indent, rest, rest > 1 ? "s" : "");
  }

  fs::path root_;
  GitIgnore& ignored_;
  std::map<std::string, Listing> listings_;
  std::string text_;
  std::size_t read_in_all_ = 0;
};

// The beginning of a file, or all of it, byte for byte.
struct Head {
  std::string text;  // empty: it is not shown
  bool whole = false;
};

Head cut_to(std::string_view text, std::size_t most, bool is_whole) {
  if (trim(text).empty()) return {};
  if (is_whole && text.size() <= most) return {std::string(text), true};
  return {std::string(trim(cut_bytes(text, most))) + std::string(kCut), false};
}

// It is looked at like every file of the folder.
Head head(const fs::path& folder, std::string_view name, std::size_t most, GitIgnore& ignored) {
  const NamedFile file = look_at_file(folder, name, most, ignored);
  if (file.text == nullptr) return {};
  return cut_to(*file.text, most, file.bytes <= static_cast<std::int64_t>(file.text->size()));
}

void add_part(std::string& out, std::string_view name, std::string_view text) {
  if (text.empty()) return;
  out += fmt::format("{}## {}\n\n{}\n", out.empty() ? "" : "\n", name, text);
}

}  // namespace

FolderDigest digest_folder(const fs::path& folder) {
  if (folder.empty()) return {};  // no folder is not the one that the process happens to stand in
  GitIgnore ignored(folder);
  std::string text;
  add_part(text, "Files", std::string(trim(Tree(folder, ignored).text())));
  std::vector<std::string> whole;
  // A whole one is shown as files are, since agents hand in again what they are shown.
  const auto add = [&](std::string_view name, const Head& shown) {
    if (!shown.whole) return add_part(text, name, shown.text);
    text += (text.empty() ? "" : "\n") +
            file_block(name, shown.text, static_cast<std::int64_t>(shown.text.size()));
    whole.emplace_back(name);
  };
  std::size_t manifests = 0;
  for (const std::string_view name : kManifestNames) {
    const Head manifest = head(folder, name, kManifestBytes, ignored);
    if (!manifest.text.empty() && manifests++ < kManifests) add(name, manifest);
  }
  for (const std::string_view name : kReadmeNames) {
    const Head readme = head(folder, name, kReadmeBytes, ignored);
    add(name, readme);
    if (!readme.text.empty()) break;
  }
  std::string first;
  for (const std::string_view name : kGuideNames) {
    const Head guide = head(folder, name, kDigestBytes, ignored);
    if (guide.text.empty() || guide.text == first) continue;  // CLAUDE.md is often a copy
    const std::size_t room = kDigestBytes - std::min(kDigestBytes, text.size() + 64);
    if (room >= 200) add(name, cut_to(guide.text, room, guide.whole));
    first = guide.text;
  }
  return {text, to_hex(sha256(text)), std::move(whole)};
}

}  // namespace fm
