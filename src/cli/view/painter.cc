#include "cli/view/painter.h"

#include <algorithm>
#include <utility>

namespace fm::cli {
namespace {

// The terminal holds its picture while a frame is written; those that do not know it ignore it.
constexpr std::string_view kBeginFrame = "\x1b[?2026h";
constexpr std::string_view kEndFrame = "\x1b[?2026l";
// Whole lines are erased before they are written anew, not what is right of them after: some
// terminals remember how long an erased line was when the window becomes narrower.
constexpr std::string_view kEraseLine = "\x1b[2K";
constexpr std::string_view kEraseBelow = "\x1b[J";

std::string up(std::size_t rows) { return rows == 0 ? "" : "\x1b[" + std::to_string(rows) + "A"; }

std::string to_row(std::size_t from, std::size_t to) {
  return to <= from ? up(from - to) : "\x1b[" + std::to_string(to - from) + "B";
}

std::string right(std::size_t columns) {
  return columns == 0 ? "" : "\x1b[" + std::to_string(columns) + "C";
}

}  // namespace

std::string Painter::paint(const Frame& frame) {
  Lines next = frame.settled;
  append(next, frame.living);
  if (frame.living.empty()) next.emplace_back();  // the cursor rests on a fresh line

  const std::size_t common = std::min(shown_.size(), next.size());
  std::size_t first = 0;
  while (first < common && shown_[first] == next[first]) ++first;
  const bool same = first == next.size() && first == shown_.size();
  const std::size_t cursor = frame.living.empty() ? 0 : frame.cursor;
  const std::size_t above = frame.living.empty() ? 0 : frame.above;
  const bool nothing_yet = shown_.empty() && frame.living.empty() && frame.settled.empty();
  const Lines before = std::exchange(shown_, frame.living);
  if (nothing_yet || (same && cursor_ == cursor && above_ == above)) return {};
  cursor_ = cursor;
  const std::size_t last = before.empty() ? 0 : before.size() - 1;
  const std::size_t from = last - std::exchange(above_, above);  // where the cursor is

  std::string out(kBeginFrame);
  if (same) {
    out += to_row(from, last) + '\r';
  } else {
    if (first > last && !before.empty()) {
      out += to_row(from, last) + "\r\n";
    } else {
      out += to_row(from, std::min(first, last)) + '\r';
    }
    for (std::size_t i = first; i < next.size(); ++i) {
      if (i > first) out += "\r\n";
      if (i < before.size() && before[i] == next[i]) continue;
      out += kEraseLine;
      out += cli::paint(next[i], colours_);
    }
    if (next.size() < before.size()) {  // clear what stands below
      if (first < next.size()) out += "\r\n";
      out += kEraseBelow;
      out += up(1);
    }
    out += '\r';
  }
  out += up(above);
  out += right(cursor);
  out += kEndFrame;

  return out;
}

std::string Painter::take_away() { return resize(size_).bytes; }

Painter::Resized Painter::resize(Size size) {
  size_ = size;
  const Lines lines = std::exchange(shown_, {});
  const std::size_t cursor = std::exchange(cursor_, 0);
  const std::size_t above_last = std::exchange(above_, 0);
  if (lines.empty()) return {};
  const std::size_t at = lines.size() - 1 - above_last;  // the cursor's line
  // A terminal that wraps has moved the cursor down with its line, so count the rows as they are
  // now: those of the lines above, and those of the cursor's line up to the cursor.
  const auto rows_of = [&](std::size_t i) {
    const std::size_t wide = i == at ? cursor : width(lines[i]);
    if (reflow_ == Reflow::kKeeps || wide == 0 || size.columns == 0) return std::size_t{1};
    return i == at ? wide / size.columns + 1 : (wide - 1) / size.columns + 1;
  };
  std::size_t below = 0;  // they go with whatever stands below the cursor
  for (std::size_t i = at + 1; i < lines.size(); ++i) below += rows_of(i);
  std::size_t first = at + 1;  // the first line that is wholly on the screen
  std::size_t rows = 0;
  while (first > 0 && rows + below + rows_of(first - 1) <= size.rows) rows += rows_of(--first);
  // Row by row: erasing the whole screen at once would put a copy of it into the scrollback of
  // some terminals. The last line may have wrapped below the cursor.
  const std::size_t above = rows == 0 ? 0 : rows - 1;
  Resized out{.bytes = up(above), .scrolled_off = first};
  for (std::size_t row = 0; row < above; ++row)
    out.bytes.append("\r").append(kEraseLine).append("\n");
  out.bytes.append("\r").append(kEraseBelow).append(up(above));
  return out;
}

}  // namespace fm::cli
