// list_files of look_tools.h.
#include <fmt/format.h>

#include "base/figures.h"
#include "tool/files/walk_lane.h"
#include "tool/tools/look_tools.h"

namespace fm {
namespace {

constexpr std::size_t kMostEntries = 2'000;
constexpr std::int64_t kLargeFile = 100 * 1024;

std::string shown_entry(const WalkedEntry& each) {
  std::string line = shown_name(each.path);
  switch (each.entry.what) {
    case LaneEntry::What::kFolder:
      return line + (each.is_skipped ? "/ (not entered)" : "/");
    case LaneEntry::What::kLink:
      return line + " (a link)";
    case LaneEntry::What::kOther:
      return line + " (no regular file)";
    case LaneEntry::What::kFile:
      break;
  }
  if (each.entry.bytes >= kLargeFile)
    line += fmt::format(" ({} KB)", thousands(each.entry.bytes / 1024));
  return line;
}

}  // namespace

Result<FileOutcome> list_files(const LaneView& lane, const ListFiles& action) {
  const LaneFolder folder = TRY(LaneFolder::open(lane));
  const LanePlace place = TRY(folder.find(action.path));
  if (place.what == LanePlace::What::kNothing) return no_such_file(folder, place);
  if (place.what == LanePlace::What::kFile)
    return fail("path_no_folder", fmt::format("{} is a file.", shown_name(place.path)), {},
                "read_file shows what is in it.");
  std::string text;
  std::size_t count = 0;
  bool is_all = true;
  TRY(walk_lane(folder, place, action.depth, [&](const WalkedEntry& each) {
    if (count == kMostEntries) return is_all = false;
    ++count;
    text += shown_entry(each) + "\n";
    return true;
  }));
  if (text.empty()) text = "(the folder is empty)\n";
  if (!is_all)
    text += fmt::format("[... more than {} entries; take a folder of it, or a smaller depth]\n",
                        thousands(static_cast<std::int64_t>(kMostEntries)));
  FileOutcome outcome;
  outcome.result = tool_result(
      std::move(text),
      fmt::format("listed {} ({})", place.path.empty() ? "the folder" : shown_name(place.path),
                  amount_text(count, "entry", "entries")),
      lane.redactor);
  return outcome;
}

}  // namespace fm
