// read_file of look_tools.h.
#include <fmt/format.h>

#include <algorithm>

#include "base/figures.h"
#include "base/text.h"
#include "tool/files/shown_text.h"
#include "tool/files/text_lines.h"
#include "tool/tools/look_tools.h"

namespace fm {
namespace {

constexpr std::size_t kLongestLine = 2'000;
constexpr std::size_t kMostBytes = kResultBytes - 1'024;  // the rest is for what is said around it

std::string shown_line(std::string_view line) {
  const std::string_view begin = cut_bytes(line, kLongestLine);
  if (begin.size() == line.size()) return std::string(line);
  return fmt::format("{}[... {} more bytes in this line]", begin,
                     thousands(static_cast<std::int64_t>(line.size() - begin.size())));
}

std::string about(const ShownText& shown, const std::string& path, std::size_t lines) {
  std::string words = fmt::format("{}: {}", shown_name(path), amount_text(lines, "line", "lines"));
  if (shown.has_crlf()) words += ", ends of lines are \\r\\n (edits keep them)";
  if (shown.has_mark()) words += ", begins with a byte order mark (edits keep it)";
  if (shown.kind() == TextKind::kLegacy)
    words += ", not UTF-8: shown as Windows-1252 (edits keep the other bytes)";
  if (!shown.text().empty() && !shown.text().ends_with('\n')) words += ", no line end at its end";
  return words;
}

}  // namespace

Result<FileOutcome> read_file(const LaneView& lane, const ReadFile& action, const SeenFiles& seen) {
  const LaneFolder folder = TRY(LaneFolder::open(lane));
  const LanePlace place = TRY(folder.find(action.path));
  if (place.what == LanePlace::What::kNothing) return no_such_file(folder, place);
  const std::string bytes = TRY(folder.read(place));
  const ShownText shown(bytes);
  if (shown.kind() == TextKind::kBinary)
    return fail("file_binary", fmt::format("{} is no text.", shown_name(place.path)),
                fmt::format("It has {} bytes.", thousands(static_cast<std::int64_t>(bytes.size()))),
                "run_command can look at it with the program it is for.");
  const TextLines lines(shown.text());
  const std::size_t first = static_cast<std::size_t>(action.from_line) - 1;
  if (first >= lines.size() && first != 0)
    return fail("line_beyond_end",
                fmt::format("{} has {}; there is no line {}.", shown_name(place.path),
                            amount_text(lines.size(), "line", "lines"), action.from_line),
                {}, "Read from an earlier line.");
  std::string text = about(shown, place.path, lines.size()) + "\n";
  const std::size_t head = text.size();
  const std::size_t wanted = std::min(lines.size(), first + static_cast<std::size_t>(action.lines));
  std::size_t end = first;
  for (; end < wanted; ++end) {
    const std::string line = fmt::format("{}|{}\n", end + 1, shown_line(lines[end]));
    if (end > first && text.size() + line.size() > kMostBytes) break;
    text += line;
  }
  if (text.size() == head) text += "(the file is empty)\n";
  if (end < lines.size())
    text += fmt::format("[... lines {}-{} are not shown; go on with from_line {}]\n", end + 1,
                        lines.size(), end + 1);

  FileOutcome outcome{.path = place.path};
  const bool is_all = first == 0 && end == lines.size();
  outcome.result =
      tool_result(std::move(text),
                  is_all ? fmt::format("read {} ({})", shown_name(place.path),
                                       amount_text(end - first, "line", "lines"))
                         : fmt::format("read {} (lines {}-{} of {})", shown_name(place.path),
                                       first + 1, end, lines.size()),
                  lane.redactor);
  SeenFile now{.hash = file_hash(bytes)};
  const SeenFile* before = seen.find(place.path);
  if (before != nullptr && before->hash == now.hash) now = *before;
  if (static_cast<int>(first) <= now.read_to)
    now.read_to = std::max(now.read_to, static_cast<int>(end));
  now.is_whole = now.is_whole || now.read_to >= static_cast<int>(lines.size());
  outcome.seen = std::move(now);
  return outcome;
}

}  // namespace fm
