#include "tool/files/walk_lane.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.h"

namespace fm {
namespace {

constexpr auto kSkipped = std::to_array<std::string_view>(
    {"node_modules", "__pycache__", ".venv",  "venv",          "target",      "build",    "dist",
     ".tox",         ".mypy_cache", ".cache", ".pytest_cache", ".ruff_cache", ".next",    ".nuxt",
     ".gradle",      ".terraform",  ".idea",  ".svn",          ".hg",         "coverage", ".eggs"});
constexpr std::size_t kMostOfFolder = 20'000;

Result<bool> walk(const LaneFolder& lane, const LanePlace& from, int level, int depth,
                  const std::function<bool(const WalkedEntry&)>& visit) {
  auto entries = TRY(lane.list(from, kMostOfFolder));
  std::ranges::stable_partition(
      entries, [](const LaneEntry& entry) { return entry.what != LaneEntry::What::kFolder; });
  for (LaneEntry& entry : entries) {
    WalkedEntry walked{.path = from.path.empty() ? entry.name : from.path + "/" + entry.name,
                       .entry = std::move(entry),
                       .depth = level};
    const bool is_folder = walked.entry.what == LaneEntry::What::kFolder;
    walked.is_skipped = is_folder && is_skipped_folder(walked.entry.name);
    if (!visit(walked)) return false;
    if (!is_folder || walked.is_skipped || level == depth) continue;
    const auto below = lane.find(walked.path);
    if (!below || below->what != LanePlace::What::kFolder) continue;  // gone, or another thing now
    const auto went_on = walk(lane, *below, level + 1, depth, visit);
    if (went_on && !*went_on) return false;  // a folder that cannot be read was named already
  }
  return true;
}

}  // namespace

bool is_skipped_folder(std::string_view name) { return among(name, kSkipped); }

Result<void> walk_lane(const LaneFolder& lane, const LanePlace& from, int depth,
                       const std::function<bool(const WalkedEntry&)>& visit) {
  TRY(walk(lane, from, 1, depth, visit));
  return {};
}

}  // namespace fm
