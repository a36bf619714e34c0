#include "cli/view/input_rows.h"

#include <algorithm>

#include "base/grapheme.h"

namespace fm::cli {

InputRows input_rows(std::string_view text, std::size_t cursor, std::size_t columns,
                     std::size_t most) {
  InputRows out{.rows = {""}};
  std::size_t used = 0;
  const auto new_row = [&] {
    out.rows.emplace_back();
    used = 0;
  };
  const auto mark_cursor = [&](std::size_t at) {
    if (at > cursor) return;
    out.row = out.rows.size() - 1;
    out.column = used;
  };
  for (std::size_t at = 0; at < text.size();) {
    const Grapheme next = first_grapheme(text.substr(at));
    const bool ends = text[at] == '\n';
    if (!ends && used > 0 && used + next.columns > columns) new_row();
    mark_cursor(at);
    if (ends) {
      new_row();
    } else {
      out.rows.back() += text.substr(at, next.bytes);
      used += next.columns;
    }
    at += next.bytes;
  }
  if (used >= columns && cursor >= text.size()) new_row();  // where the next character will stand
  mark_cursor(text.size());
  if (out.rows.size() > most) {
    out.hidden = std::min(out.row >= most ? out.row - most + 1 : 0, out.rows.size() - most);
    out.rows.erase(out.rows.begin(), out.rows.begin() + static_cast<std::ptrdiff_t>(out.hidden));
    out.rows.resize(most);
    out.row -= out.hidden;
  }
  return out;
}

}  // namespace fm::cli
