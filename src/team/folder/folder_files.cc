#include "team/folder/folder_files.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "team/folder/secret_looking.h"
#include "team/pack/files.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr int kDepth = 6;
constexpr std::size_t kMostEntries = 5'000;
constexpr std::size_t kSecretBytes = 256 * 1024;  // that are looked through for one

constexpr auto kSkipped = std::to_array<std::string_view>(
    {"node_modules", "build", "out", "dist", "target", "obj", "__pycache__", "venv", "env",
     "coverage", "vendor", "third_party", "bower_components", "DerivedData", "Pods"});
constexpr auto kSkippedPrefixes =
    std::to_array<std::string_view>({"cmake-build-", "bazel-", "build-"});

class Walk {
 public:
  Walk(const fs::path& folder, GitIgnore& ignored) : folder_(folder), ignored_(ignored) {}

  FolderListing list() {
    enter("", kDepth);
    std::ranges::sort(listing_.files, {}, &FolderFile::path);
    return std::move(listing_);
  }

 private:
  void enter(const std::string& below, int depth) {
    ignored_.enter(below);
    std::vector<std::string> folders;
    std::error_code failure;
    for (fs::directory_iterator entry(folder_ / below, failure), end; entry != end && !failure;
         entry.increment(failure)) {
      if (++entries_ > kMostEntries) {
        listing_.is_all = false;
        return;
      }
      const std::string name = entry->path().filename().string();
      const std::string path = below.empty() ? name : below + "/" + name;
      std::error_code unknown;
      const fs::file_status status = entry->symlink_status(unknown);
      if (is_left_out(name) || ignored_.ignores(path, fs::is_directory(status))) continue;
      if (fs::is_directory(status)) {
        folders.push_back(path);
      } else if (fs::is_regular_file(status)) {
        const auto bytes = entry->file_size(unknown);
        if (!unknown) listing_.files.push_back({path, static_cast<std::int64_t>(bytes)});
      }
    }
    std::ranges::sort(folders);
    if (depth <= 1 && !folders.empty()) listing_.is_all = false;
    if (depth <= 1) return;
    for (const std::string& folder : folders) enter(folder, depth - 1);
  }

  const fs::path& folder_;
  GitIgnore& ignored_;
  FolderListing listing_;
  std::size_t entries_ = 0;
};

// Each part is a plain name, no part of git's own, and no link.
bool leads_to_file(const fs::path& folder, std::string_view path) {
  if (path.empty() || path.front() == '/' || path.contains('\\')) return false;
  fs::path at = folder;
  fs::file_status status;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (part.empty() || part == "." || part == ".." || part == ".git") return false;
    at /= part;
    std::error_code failure;
    status = fs::symlink_status(at, failure);
    if (fs::is_symlink(status) || !fs::exists(status)) return false;
    begin = end + 1;
  }
  return fs::is_regular_file(status);
}

bool any_part_looks_secret(std::string_view path) {
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (name_looks_secret(path.substr(begin, end - begin))) return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

bool is_left_out(std::string_view name) {
  return name.starts_with('.') || std::ranges::find(kSkipped, name) != kSkipped.end() ||
         std::ranges::any_of(kSkippedPrefixes,
                             [name](std::string_view prefix) { return name.starts_with(prefix); });
}

FolderListing list_folder(const fs::path& folder, GitIgnore& ignored) {
  if (folder.empty()) return {};
  return Walk(folder, ignored).list();
}

NamedFile look_at_file(const fs::path& folder, std::string_view path, std::size_t most,
                       GitIgnore& ignored) {
  if (folder.empty() || !leads_to_file(folder, path)) return {};
  NamedFile file;
  file.path = path;
  std::error_code failure;
  const auto bytes = fs::file_size(folder / path, failure);
  if (failure) return {};
  file.bytes = static_cast<std::int64_t>(bytes);
  const auto refuse = [&](std::string why) {
    file.why = std::move(why);
    return file;
  };
  if (ignored.ignores_within(path)) return refuse("git ignores it");
  if (any_part_looks_secret(path)) return refuse("by its name it may hold a secret");
  const auto text = read_head(folder / path, std::max(most, kSecretBytes), Links::kRefuse);
  if (!text) return {};
  if (text->contains('\0')) return refuse("it is no text");
  if (text_looks_secret(*text)) return refuse("it holds what looks like a secret");
  std::string shown = clean(cut_bytes(*text, most)).text;
  file.text = std::make_shared<const std::string>(std::move(shown));
  // Of what is shown whole, no byte is missed because cleaning it took some away.
  if (text->size() <= most && bytes <= text->size())
    file.bytes = static_cast<std::int64_t>(file.text->size());
  return file;
}

}  // namespace fm
