// edit_file of change_tools.h.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "tool/files/edit_text.h"
#include "tool/files/line_hunks.h"
#include "tool/files/shown_text.h"
#include "tool/files/text_lines.h"
#include "tool/tools/change_tools.h"

namespace fm {
namespace {

constexpr std::size_t kAround = 2;  // lines shown before and behind a change
constexpr std::size_t kShownLines = 40;
constexpr std::size_t kShownLine = 400;

struct EditedBytes {
  std::string bytes;
  std::vector<std::pair<std::size_t, std::size_t>> places;  // of the new parts, begin and end
};

Result<EditedBytes> edited(const std::string& bytes, const ShownText& shown, const EditPlan& plan,
                           std::string_view path) {
  EditedBytes made;
  std::size_t done = 0;
  for (const Replacement& part : plan.replacements) {
    const auto with = shown.bytes_of(part.text);
    if (!with)
      return fail("file_encoding",
                  fmt::format("{} is not UTF-8, and `new` has characters that it cannot hold.",
                              shown_name(path)),
                  "It is shown as Windows-1252.",
                  "Write it without them, or convert the file first with run_command (iconv).");
    made.bytes += bytes.substr(done, shown.byte_of(part.begin) - done);
    const std::size_t begin = made.bytes.size();
    made.bytes += *with;
    made.places.emplace_back(begin, made.bytes.size());
    done = shown.byte_of(part.end);
  }
  made.bytes += bytes.substr(done);
  return made;
}

// The changed lines as they are now, with a few around them.
std::string changed_lines(const EditedBytes& made) {
  const TextLines lines(made.bytes);
  std::string text;
  std::size_t shown = 0, done = 0;
  for (const auto& [begin, end] : made.places) {
    if (lines.size() == 0) break;
    const std::size_t first = lines.line_of(begin),
                      last = lines.line_of(end > begin ? end - 1 : end);
    const std::size_t from = std::max(done, first > kAround ? first - kAround : 0);
    const std::size_t to = std::min(last + kAround + 1, lines.size());
    if (from > done && done != 0) text += "...\n";
    for (std::size_t i = from; i < to; ++i) {
      if (++shown > kShownLines) return text + "...\n";
      text += fmt::format("{}|{}\n", i + 1, cut_bytes(lines[i], kShownLine));
    }
    done = std::max(done, to);
  }
  return text;
}

}  // namespace

Result<FileOutcome> edit_file(const LaneView& lane, const EditFile& action, const SeenFiles& seen) {
  const LaneFolder folder = TRY(LaneFolder::open(lane));
  const LanePlace place = TRY(folder.find(action.path));
  if (place.what == LanePlace::What::kNothing) {
    if (!action.old_text.empty()) return no_such_file(folder, place);
    return write_file(lane, {.path = action.path, .content = action.new_text}, seen);
  }
  const std::string bytes = TRY(folder.read(place));
  if (bytes.empty() && action.old_text.empty())
    return write_file(lane, {.path = action.path, .content = action.new_text}, seen);
  const ShownText shown(bytes);
  if (shown.kind() == TextKind::kBinary)
    return fail("file_binary", fmt::format("{} is no text.", shown_name(place.path)), {},
                "run_command can change it with the program it is for.");
  EditPlan plan =
      TRY(plan_edit(shown.text(), {action.old_text, action.new_text, action.all}, place.path));
  const SeenFile* before = seen.find(place.path);
  const bool has_changed = before != nullptr && before->hash != file_hash(bytes);
  if (has_changed && action.all)
    return fail("file_changed",
                fmt::format("{} has changed since you read it.", shown_name(place.path)),
                "`all` may now mean places that you have not seen.", "Read it again.");
  if (has_changed) plan.notes.emplace_back("The file has changed since you read it.");
  const EditedBytes made = TRY(edited(bytes, shown, plan, place.path));
  TRY(folder.write(place, made.bytes));

  const LineCounts counts = count_changes(bytes, made.bytes);
  const std::string summary =
      fmt::format("edited {} (+{} -{})", shown_name(place.path), counts.added, counts.removed);
  std::string text = summary + "\n";
  for (const std::string& note : plan.notes) text += note + "\n";
  FileOutcome outcome{.path = place.path};
  outcome.result = tool_result(text + changed_lines(made), summary, lane.redactor);
  outcome.result.files = {place.path};
  outcome.result.lines_added = counts.added;
  outcome.result.lines_removed = counts.removed;
  SeenFile now{.hash = file_hash(made.bytes)};
  if (before != nullptr && !has_changed) {
    now.is_whole = before->is_whole;
    if (now.is_whole) now.read_to = before->read_to + counts.added - counts.removed;
  }
  outcome.seen = std::move(now);
  return outcome;
}

}  // namespace fm
