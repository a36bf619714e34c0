#include "team/folder/named_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace fm {

std::string file_block(std::string_view path, std::string_view text, std::int64_t bytes) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(std::max<std::size_t>(3, longest + 1), '`');
  std::string out = fmt::format("{} path={}\n{}", fence, path, text);
  if (!text.ends_with('\n')) out += '\n';
  out += fence + "\n";
  if (bytes > static_cast<std::int64_t>(text.size()))
    out += fmt::format("[... cut: the first {} of {} bytes]\n", text.size(), bytes);
  return out;
}

}  // namespace fm
