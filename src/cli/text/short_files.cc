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

bool opens_fence(std::string_view line) {
  const std::string_view bare = trim(line);
  return bare.starts_with("```") || bare.starts_with("~~~");
}

std::string size_text(std::size_t bytes) {
  return bytes < 1024 ? fmt::format("{} bytes", bytes) : fmt::format("{} KB", bytes / 1024);
}

void add(std::string& out, std::string_view line) { out.append(line).append("\n"); }

}  // namespace

std::string with_short_files(std::string_view text) {
  const std::vector<NamedFence> fences = named_fences(text);
  const std::vector<std::string_view> lines = split_lines(text);
  std::string out;
  std::string_view above;
  std::size_t fence = 0;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (!opens_fence(lines[at]) || fence == fences.size()) {
      if (!trim(lines[at]).empty()) above = lines[at];
      add(out, lines[at]);
      continue;
    }
    const NamedFence& file = fences[fence++];
    const std::vector<std::string_view> inside = split_lines(file.text);
    // The first line of the fence may be its name, which is no part of the file.
    const std::size_t from = at + 1;
    const bool named_inside = from < lines.size() && !inside.empty() &&
                              trim(lines[from]) != trim(inside.front()) &&
                              lines[from].contains(file.path);
    const std::size_t end = from + inside.size() + (named_inside ? 1 : 0);
    if (!file.path.empty() && !above.contains(file.path))
      out.append(fmt::format("`{}`\n\n", file.path));
    add(out, lines[at]);
    // A page is told by its size (readable.h), which is that of all of it.
    const bool whole =
        file.path.empty() || opens_page(file.text) || (file.closed && inside.size() <= kShort);
    const std::size_t shown = whole ? inside.size() : std::min(inside.size(), kFirst);
    for (std::size_t i = 0; i < shown; ++i) add(out, inside[i]);
    if (file.closed && end < lines.size()) add(out, lines[end]);
    if (!whole && file.closed)
      out.append(fmt::format("\n({} lines, {}; the first {} are shown)\n", inside.size(),
                             size_text(file.text.size()), shown));
    if (!whole && !file.closed) break;
    at = end;
  }
  return out;
}

}  // namespace fm::cli
