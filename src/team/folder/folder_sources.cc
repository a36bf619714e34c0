#include "team/folder/folder_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "base/text.h"
#include "reading/json/chars.h"
#include "team/folder/folder_files.h"

namespace fm {
namespace {

namespace fs = std::filesystem;
using Name = std::string_view;

constexpr std::int64_t kLargeFolder = 256 * 1024;  // bytes of all that could be shown
constexpr std::size_t kManyFiles = 120;
constexpr std::size_t kMostNamed = 30;
constexpr std::size_t kHead = 400;  // bytes in which a generated file says so

constexpr auto kSources = std::to_array<Name>(
    {"py",   "js",  "mjs",  "cjs",   "ts",      "tsx",  "jsx",   "go",  "rs",    "c",
     "h",    "cc",  "cpp",  "hpp",   "cs",      "java", "kt",    "rb",  "php",   "sh",
     "bash", "sql", "html", "css",   "scss",    "vue",  "lua",   "pl",  "swift", "svelte",
     "ex",   "exs", "erl",  "hs",    "ml",      "zig",  "scala", "clj", "r",     "jl",
     "dart", "ps1", "bat",  "proto", "graphql", "tf",   "ipynb"});
constexpr auto kData = std::to_array<Name>({"csv", "tsv", "log", "jsonl", "ndjson", "svg", "xml",
                                            "geojson", "ics", "vcf", "srt", "dat", "out"});
constexpr auto kGenerated =
    std::to_array<Name>({"package-lock.json", "yarn.lock", "pnpm-lock.yaml", "Cargo.lock",
                         "poetry.lock", "uv.lock", "Pipfile.lock", "composer.lock", "Gemfile.lock",
                         "go.sum", "mix.lock", "flake.lock", "bun.lockb"});

Name base_of(Name path) { return path.substr(path.rfind('/') + 1); }

std::string ending_of(Name path) {
  const Name name = base_of(path);
  const std::size_t dot = name.rfind('.');
  return dot == Name::npos ? std::string() : ascii_lower(name.substr(dot + 1));
}

// Sources, then what configures and tells, then data.
int rank_of(const FolderFile& file) {
  constexpr std::int64_t kSmallJson = 4 * 1024;
  const std::string ending = ending_of(file.path);
  if (among(Name(ending), kSources)) return 0;
  const bool big_json = ending == "json" && file.bytes > kSmallJson;
  return among(Name(ending), kData) || big_json ? 2 : 1;
}

bool is_generated(Name path, Name text) {
  if (among(base_of(path), kGenerated)) return true;
  for (const Name mark : {".min.js", ".min.css", ".map"})
    if (path.ends_with(mark)) return true;
  const std::string head = ascii_lower(text.substr(0, kHead));
  return head.contains("@generated") ||
         (head.contains("generated") && head.contains("do not edit"));
}

struct Unshown {
  std::string path;
  std::string why;
};

struct Chosen {
  std::vector<std::string> paths;
  std::string blocks;
  std::vector<Unshown> unshown;
};

void choose(const fs::path& folder, const FolderFile& one, GitIgnore& ignored, Chosen& chosen) {
  const auto leave = [&](std::string why) { chosen.unshown.push_back({one.path, std::move(why)}); };
  const std::size_t room = kSourceBytes - std::min(kSourceBytes, chosen.blocks.size());
  if (one.bytes > static_cast<std::int64_t>(room)) return leave("");
  if (is_generated(one.path, "")) return leave("generated");
  const NamedFile file = look_at_file(folder, one.path, kSourceBytes, ignored);
  if (file.path.empty()) return;
  if (!file.why.empty()) return leave(file.why);
  if (trim(*file.text).empty()) return leave("empty");
  if (is_generated(one.path, *file.text)) return leave("generated");
  const std::string block = file_block(file.path, *file.text, file.bytes) + "\n";
  if (block.size() > room) return leave("");
  chosen.blocks += block;
  chosen.paths.push_back(one.path);
}

std::string names_of(const Chosen& chosen) {
  std::string out;
  std::size_t named = 0;
  for (const Unshown& one : chosen.unshown) {
    if (++named > kMostNamed) break;
    out += (out.empty() ? "" : ", ") + one.path;
    if (!one.why.empty()) out += " (" + one.why + ")";
  }
  if (chosen.unshown.size() > kMostNamed)
    out += fmt::format(" and {} more", chosen.unshown.size() - kMostNamed);
  return out;
}

}  // namespace

std::string folder_sources(const fs::path& folder, const std::vector<std::string>& shown) {
  GitIgnore ignored(folder);
  FolderListing listing = list_folder(folder, ignored);
  if (listing.files.empty()) return {};
  std::int64_t bytes = 0;
  for (const FolderFile& file : listing.files)
    if (rank_of(file) < 2) bytes += file.bytes;
  Chosen chosen;
  if (!listing.is_all || bytes > kLargeFolder || listing.files.size() > kManyFiles) {
    return "The folder is too large to show its files here: none of them is shown, unless the "
           "person names it or it stands above.\n";
  }
  std::erase_if(listing.files, [&](const FolderFile& file) {
    return std::ranges::find(shown, file.path) != shown.end();
  });
  std::ranges::sort(listing.files, [](const FolderFile& a, const FolderFile& b) {
    return std::tuple(rank_of(a), a.bytes, a.path) < std::tuple(rank_of(b), b.bytes, b.path);
  });
  for (const FolderFile& file : listing.files) choose(folder, file, ignored, chosen);
  std::string out;
  if (!chosen.paths.empty()) out += "Shown whole: " + join(chosen.paths, ", ") + ".\n";
  if (const std::string names = names_of(chosen); !names.empty())
    out += "Not shown: " + names +
           ". One without a reason was left out for its size: it is shown where the person names "
           "it.\n";
  return chosen.blocks.empty() ? out : out + "\n" + chosen.blocks;
}

}  // namespace fm
