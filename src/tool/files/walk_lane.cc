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
constexpr std::size_t kMostSteps = 20'000;  // of fitting one path

// Fits from these two places on. `*` takes no slash, `**` anything; each step counts.
bool fits_at(std::string_view path, std::string_view glob, std::size_t& steps) {
  while (!glob.empty()) {
    if (++steps > kMostSteps) return false;
    if (glob.front() == '*') {
      const bool deep = glob.starts_with("**");
      std::string_view rest = glob.substr(deep ? 2 : 1);
      if (deep && rest.starts_with('/') && fits_at(path, rest.substr(1), steps)) return true;
      for (std::size_t i = 0;; ++i) {
        if (fits_at(path.substr(i), rest, steps)) return true;
        if (i == path.size() || (!deep && path[i] == '/') || steps > kMostSteps) return false;
      }
    }
    if (path.empty()) return false;
    if (glob.front() == '?' ? path.front() == '/' : glob.front() != path.front()) return false;
    path.remove_prefix(1), glob.remove_prefix(1);
  }
  return path.empty();
}

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

bool fits_glob(std::string_view path, std::string_view glob) {
  if (glob.starts_with("./")) glob.remove_prefix(2);
  if (const std::size_t open = glob.find('{'); open != glob.npos) {
    const std::size_t close = glob.find('}', open);
    if (close != glob.npos) {
      std::string_view choices = glob.substr(open + 1, close - open - 1);
      for (bool is_last = false; !is_last;) {
        const std::size_t comma = choices.find(',');
        is_last = comma == choices.npos;
        const std::string one = std::string(glob.substr(0, open)) +
                                std::string(choices.substr(0, comma)) +
                                std::string(glob.substr(close + 1));
        if (one.size() < glob.size() && fits_glob(path, one)) return true;
        choices.remove_prefix(is_last ? choices.size() : comma + 1);
      }
      return false;
    }
  }
  if (!glob.contains('/')) {
    const std::size_t slash = path.rfind('/');
    if (slash != path.npos) path.remove_prefix(slash + 1);
  }
  std::size_t steps = 0;
  return fits_at(path, glob, steps);
}

}  // namespace fm
