#include "cli/text/idea_text.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"

namespace fm::cli {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kId = 7;       // columns; a longer id moves its own title alone
constexpr std::size_t kNarrow = 50;  // below, the text stands under the id

}  // namespace

Lines idea_description(const Idea& idea, std::size_t indent, std::size_t columns, Charset charset) {
  Lines lines;
  const std::string text = one_line(idea.now().description, charset);
  if (text.empty()) return lines;
  for (const std::string& row : wrap(text, columns > indent + 8 ? columns - indent : columns))
    lines.push_back(Line(std::string(indent, ' ')).add(row));
  return lines;
}

Lines idea_text(const Idea& idea, std::size_t columns, Charset charset) {
  const std::string id = one_line(idea.id, charset);
  const std::size_t indent = kIndent + std::max(kId, id.size()) + 1;
  std::string title = one_line(idea.now().title, charset);
  if (idea.now().revision > 1) title += " (revised)";
  Lines lines;
  Line line(std::string(kIndent, ' '));
  line.add(column(id, std::max(kId, id.size()), charset) + " ", kQuiet);
  for (const std::string& row : wrap(title, columns > indent + 8 ? columns - indent : columns))
    lines.push_back(std::exchange(line, Line(std::string(indent, ' '))).add(row, kStrong));
  append(lines, idea_description(idea, columns < kNarrow ? 2 * kIndent : indent, columns, charset));
  return lines;
}

}  // namespace fm::cli
