#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "cli/listing/memory_looks.h"
#include "cli/text/markdown.h"

namespace fm::cli {

Lines memory_list_lines(const std::vector<MemoryEntry>& entries, std::size_t columns,
                        Charset charset) {
  constexpr std::size_t kWhen = 16;
  std::size_t id_width = 0;
  for (const MemoryEntry& entry : entries)
    id_width = std::max(id_width, entry.project.value.size());
  const std::size_t before = id_width + 2 + kWhen + 2;
  Lines lines;
  for (const MemoryEntry& entry : entries) {
    const std::string title = one_line(entry.title, charset);
    if (columns < before + 20) {  // too narrow for all of it on one line
      lines.emplace_back(entry.project.value);
      lines.emplace_back("  " + cut(title, columns > 12 ? columns - 2 : 10, charset), kStrong);
      continue;
    }
    lines.push_back(
        Line(column(entry.project.value, id_width, charset) + "  ")
            .add(column(to_local_time(entry.finished_at), kWhen, charset) + "  ", kQuiet)
            .add(cut(title, columns - before, charset), kStrong));
    const std::size_t indent = id_width + 2;
    const std::string came_to = one_line(entry.one_liner, charset);
    if (!came_to.empty())
      lines.emplace_back(std::string(indent, ' ') + cut(came_to, columns - indent, charset),
                         kQuiet);
  }
  return lines;
}

Lines memory_entry_lines(const MemoryEntry& entry, std::size_t columns, Charset charset) {
  Lines lines;
  for (const std::string& row :
       wrap(fmt::format("Project {}, room {}, finished {}", entry.project.value, entry.room.value,
                        to_local_time(entry.finished_at)),
            columns))
    lines.emplace_back(row, kQuiet);
  lines.emplace_back();
  append(lines, lay_out(shown(memory_markdown(entry), charset), columns));
  return lines;
}

}  // namespace fm::cli
