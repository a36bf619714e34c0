// write_file of change_tools.h.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/figures.h"
#include "base/text.h"
#include "tool/files/line_hunks.h"
#include "tool/files/model_marks.h"
#include "tool/files/shown_text.h"
#include "tool/files/text_lines.h"
#include "tool/tools/change_tools.h"

namespace fm {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

// \n outside of quotes, in a text that has no line's end: it was escaped once too often.
bool is_escaped(std::string_view content) {
  if (content.contains('\n')) return false;
  char quote = 0;
  for (std::size_t i = 0; i + 1 < content.size(); ++i) {
    const char c = content[i];
    if (c == '\\') {
      if (quote == 0 && content[i + 1] == 'n') return true;
      ++i;
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'' || c == '`')) {
      quote = c;
    }
  }
  return false;
}

// What a model meant by `content`, or why that cannot be said. `old_text` is the file's until now.
Result<std::string> meant(const WriteFile& action, std::string_view old_text,
                          std::vector<std::string>& notes) {
  std::string content = action.content;
  if (const auto inside = out_of_fence(content); inside && !is_prose(action.path)) {
    content = *inside + "\n";
    notes.emplace_back("The fence around the content was taken off.");
  }
  if (is_escaped(content))
    return fail("content_escaped", "The content has \\n in it, but no line's end.",
                "It would be one long line.",
                "Give real line ends. If one line is meant, end it with a line's end.");
  const TextLines lines(content);
  constexpr std::size_t kTelling = 3;
  if (lines.size() >= kTelling && numbered(content) == Numbered::kAll &&
      lines[0].starts_with("1") && numbered(old_text) == Numbered::kNo && lines[0].contains('|'))
    return fail("content_numbered", "The lines of the content begin with line numbers.",
                "The numbers of read_file are not in the file.", "Give the content without them.");
  for (std::size_t i = 0; i < lines.size() && !old_text.empty(); ++i) {
    const std::string_view line = without_ends(lines[i]);
    if (is_placeholder(line, action.path) && !old_text.contains(line))
      return fail(
          "content_placeholder",
          fmt::format("Line {} is a placeholder for text that was left out: {}", i + 1, line),
          "The lines that it stands for would be lost.",
          "Change the lines that you mean with edit_file.");
  }
  return content;
}

// As the file has them: \r\n, a byte order mark, another encoding than UTF-8.
Result<std::string> as_before(const ShownText& before, const std::string& path, std::string content,
                              std::vector<std::string>& notes) {
  if (content.starts_with(kMark)) content.erase(0, kMark.size());
  if (before.has_crlf() && !content.contains('\r') && content.contains('\n')) {
    std::string with;
    for (const char c : content) {
      if (c == '\n') with += '\r';
      with += c;
    }
    content = std::move(with);
    notes.emplace_back("Lines end in \\r\\n, as they did.");
  }
  auto bytes = before.bytes_of(content);
  if (!bytes)
    return fail("file_encoding",
                fmt::format("{} is not UTF-8, and the content has characters that "
                            "it cannot hold.",
                            shown_name(path)),
                {}, "Write it without them, or convert the file first with run_command (iconv).");
  return before.has_mark() ? std::string(kMark) + *bytes : *bytes;
}

Result<void> check_seen(const LanePlace& place, std::string_view bytes, const SeenFiles& seen) {
  const SeenFile* before = seen.find(place.path);
  if (before == nullptr || !before->is_whole)
    return fail("file_not_read",
                fmt::format("{} exists, and you have not read {}.", shown_name(place.path),
                            before == nullptr ? "it" : "all of it"),
                "What is in it would be lost.",
                "Read it first with read_file, or change parts of it with edit_file.");
  if (before->hash != file_hash(bytes))
    return fail("file_changed",
                fmt::format("{} has changed since you read it.", shown_name(place.path)),
                "Those changes would be lost.", "Read it again, or use edit_file.");
  return {};
}

}  // namespace

Result<FileOutcome> write_file(const LaneView& lane, const WriteFile& action,
                               const SeenFiles& seen) {
  const LaneFolder folder = TRY(LaneFolder::open(lane));
  const LanePlace place = TRY(folder.find(action.path));
  std::vector<std::string> notes;
  std::string old_bytes, bytes;
  const bool is_new = place.what == LanePlace::What::kNothing;
  if (is_new) {
    bytes = TRY(meant(action, {}, notes));
  } else {
    old_bytes = TRY(folder.read(place));
    if (!old_bytes.empty()) TRY(check_seen(place, old_bytes, seen));
    const ShownText before(old_bytes);
    if (before.kind() == TextKind::kBinary)
      return fail("file_binary", fmt::format("{} is no text.", shown_name(place.path)),
                  "It would be replaced by one.",
                  "Remove it first with run_command if it must go.");
    std::string content = TRY(meant(action, before.text(), notes));
    bytes = TRY(as_before(before, place.path, std::move(content), notes));
  }
  if (is_new || bytes != old_bytes) TRY(folder.write(place, bytes));

  const LineCounts counts = count_changes(old_bytes, bytes);
  const std::string_view did = is_new ? "made" : bytes == old_bytes ? "left as it was:" : "wrote";
  const std::string summary =
      fmt::format("{} {} (+{} -{})", did, shown_name(place.path), counts.added, counts.removed);
  notes.insert(notes.begin(), summary);
  FileOutcome outcome{.path = place.path};
  outcome.result = tool_result(join(notes, "\n"), summary, lane.redactor);
  if (is_new || bytes != old_bytes) outcome.result.files = {place.path};
  outcome.result.lines_added = counts.added;
  outcome.result.lines_removed = counts.removed;
  outcome.seen = SeenFile{.hash = file_hash(bytes),
                          .read_to = static_cast<int>(std::ranges::count(bytes, '\n')) + 1,
                          .is_whole = true};
  return outcome;
}

}  // namespace fm
