#include "team/text/without_fences.h"

#include <vector>

#include "base/text.h"
#include "team/text/named_fences.h"

namespace fm {

std::string without_fences(std::string_view text) {
  if (!text.contains("```") && !text.contains("~~~")) return std::string(text);
  const std::string cleaned = clean(text).text;
  std::vector<std::string> kept;
  std::size_t at = 0;  // the next line
  const std::vector<std::string_view> lines = split_lines(cleaned);
  for (const NamedFence& fence : named_fences(cleaned)) {
    while (at < fence.opens) kept.emplace_back(lines[at++]);
    kept.push_back(fence.path.empty() ? "[file]" : "[file " + fence.path + "]");
    at = fence.closes + 1;
  }
  while (at < lines.size()) kept.emplace_back(lines[at++]);
  return join(kept, "\n");
}

}  // namespace fm
