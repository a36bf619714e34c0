#include "test/support/corpus_score.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

namespace fm {

std::vector<std::string_view> corpus_kinds() {
  std::vector<std::string_view> kinds(kOutputKinds.begin(), kOutputKinds.end());
  kinds.push_back(kStreamKind);
  kinds.insert(kinds.end(), kPeopleKinds.begin(), kPeopleKinds.end());
  kinds.insert(kinds.end(), kContextKinds.begin(), kContextKinds.end());
  return kinds;
}

void CorpusScore::add(std::string_view kind, bool right) {
  CorpusCount& count = counts_[std::string(kind)];
  ++count.total;
  if (right) ++count.right;
}

void CorpusScore::add_miss(CorpusMiss miss) {
  add(miss.kind, false);
  misses_.push_back(std::move(miss));
}

void CorpusScore::add_unreadable(const std::string& id, std::string_view text,
                                 std::span<const std::string_view> kinds) {
  const auto is_named = [text](std::string_view kind) {
    return text.contains('"' + std::string(kind) + '"');
  };
  const bool any_named = std::ranges::any_of(kinds, is_named);
  for (const std::string_view kind : kinds) {
    if (any_named && !is_named(kind)) continue;
    add_miss({std::string(kind), id, "a case", "it cannot be read", std::string(text)});
  }
}

void CorpusScore::keep_only(std::string_view kind) {
  std::erase_if(counts_, [kind](const auto& entry) { return entry.first != kind; });
  std::erase_if(misses_, [kind](const CorpusMiss& miss) { return miss.kind != kind; });
  if (kind != "trigger") false_starts = 0;
  if (kind != "approval") false_approvals = 0;
  if (kind != "cancel") false_cancels = 0;
  if (std::ranges::find(kContextKinds, kind) == kContextKinds.end()) unsafe_acts = lost_acts = 0;
}

CorpusCount CorpusScore::count(std::string_view kind) const {
  const auto found = counts_.find(kind);
  return found == counts_.end() ? CorpusCount{} : found->second;
}

std::string corpus_bytes(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::filesystem::path> corpus_files(const std::filesystem::path& folder,
                                                std::string_view ending) {
  std::vector<std::filesystem::path> files;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path().extension() == ending) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace fm
