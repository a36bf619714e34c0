#include "cli/text/short_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "cli/text/readable.h"
#include "team/text/named_fences.h"

namespace fm::cli {
namespace {

constexpr std::size_t kShort = 14;  // lines that are shown whole
constexpr std::size_t kFirst = 8;   // of a longer one

std::string size_text(std::size_t bytes) {
  return bytes < 1024 ? fmt::format("{} bytes", bytes) : fmt::format("{} KB", bytes / 1024);
}

void add(std::string& out, std::string_view line) { out.append(line).append("\n"); }

}  // namespace

std::string with_short_files(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(text);
  std::string out;
  std::string_view above;
  std::size_t at = 0;
  const auto add_up_to = [&](std::size_t end) {
    for (; at < end; ++at) {
      if (!trim(lines[at]).empty()) above = lines[at];
      add(out, lines[at]);
    }
  };
  for (const NamedFence& file : named_fences(text)) {
    add_up_to(file.opens);
    if (!file.path.empty() && !above.contains(file.path))
      out.append(fmt::format("`{}`\n\n", file.path));
    add(out, lines[file.opens]);
    const std::size_t count = file.closes - file.first;
    // A page is told by its size (readable.h), which is that of all of it.
    const bool whole =
        file.path.empty() || opens_page(file.text) || (file.closed && count <= kShort);
    const std::size_t shown = whole ? count : std::min(count, kFirst);
    for (std::size_t i = 0; i < shown; ++i) add(out, lines[file.first + i]);
    if (file.closed) add(out, lines[file.closes]);
    if (!whole && file.closed)
      out.append(fmt::format("\n({} lines, {}; the first {} are shown)\n", count,
                             size_text(file.text.size()), shown));
    at = std::min(file.closes + 1, lines.size());
  }
  add_up_to(lines.size());
  return out;
}

}  // namespace fm::cli
