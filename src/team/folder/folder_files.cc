#include "team/folder/folder_files.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "reading/secrets/secret_looking.h"
#include "team/pack/below_folder.h"

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
    const FolderEntries found = entries_below(folder_, below, kMostEntries - looked_at_);
    looked_at_ += found.looked_at;
    listing_.is_all = listing_.is_all && found.is_all;
    std::vector<std::string> folders;
    for (const FolderEntry& entry : found.entries) {
      const std::string path = below.empty() ? entry.name : below + "/" + entry.name;
      if (is_left_out(entry.name) || !is_plain_name(entry.name) ||
          ignored_.ignores(path, entry.is_folder))
        continue;
      if (entry.is_folder)
        folders.push_back(path);
      else
        listing_.files.push_back({path, entry.bytes});
    }
    std::ranges::sort(folders);
    if (depth <= 1 && !folders.empty()) listing_.is_all = false;
    if (depth <= 1 || !listing_.is_all) return;
    for (const std::string& folder : folders) enter(folder, depth - 1);
  }

  const fs::path& folder_;
  GitIgnore& ignored_;
  FolderListing listing_;
  std::size_t looked_at_ = 0;
};

template <class Is>
bool any_part(std::string_view path, Is is) {
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (is(path.substr(begin, end - begin))) return true;
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

// What it is in a prompt is what it is on the disk, and it ends no line or fence there.
bool is_plain_name(std::string_view name) {
  return name.find_first_of("\n\r\t") == name.npos && clean(name).text == name;
}

FolderListing list_folder(const fs::path& folder, GitIgnore& ignored) {
  if (folder.empty()) return {};
  return Walk(folder, ignored).list();
}

NamedFile look_at_file(const fs::path& folder, std::string_view path, std::size_t most,
                       GitIgnore& ignored) {
  const auto is_odd = [](std::string_view part) {
    return part == ".git" || part.contains('\\') || !is_plain_name(part);
  };
  if (folder.empty() || any_part(path, is_odd)) return {};
  const auto head = read_head_below(folder, path, std::max(most, kSecretBytes));
  if (!head) return {};
  NamedFile file;
  file.path = path;
  file.bytes = head->bytes;
  const auto refuse = [&](std::string why) {
    file.why = std::move(why);
    return file;
  };
  if (ignored.ignores_within(path)) return refuse("git ignores it");
  if (any_part(path, name_looks_secret)) return refuse("by its name it may hold a secret");
  if (head->text.contains('\0')) return refuse("it is no text");
  // What would be shown, not what is in the file: a character without width can part a token.
  const std::string text = clean(head->text).text;
  if (text_looks_secret(text, path)) return refuse("it holds what looks like a secret");
  file.text = std::make_shared<const std::string>(cut_bytes(text, most));
  // No byte is missed because cleaning took some away.
  const auto clean_bytes = static_cast<std::int64_t>(text.size());
  const bool read_whole = head->bytes <= static_cast<std::int64_t>(head->text.size());
  file.bytes = read_whole ? clean_bytes : std::max(head->bytes, clean_bytes);
  return file;
}

}  // namespace fm
