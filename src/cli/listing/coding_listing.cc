#include "cli/listing/coding_listing.h"

#include <algorithm>

#include "app/config/whole_environment.h"
#include "base/text.h"
#include "cli/text/marks.h"

namespace fm::cli {

std::vector<CodingAgentRow> load_coding_agents(const Library& library, LookAtLogin login) {
  return coding_agents(library, whole_environment(), login);
}

JsonObject coding_json(const CodingAgentRow& row) {
  JsonObject object{{"coding_agent", row.id},
                    {"title", row.title},
                    {"installed", !row.program.empty()},
                    {"program", row.program},
                    {"version", row.version},
                    {"tried", to_json(row.tried)},
                    {"is_tried", row.is_tried},
                    {"permissions", to_json(row.permissions)},
                    {"network", row.needs_network},
                    {"origin", row.origin},
                    {"path", row.file}};
  if (!row.login.empty()) object["login"] = row.login;
  return object;
}

Lines coding_lines(const std::vector<CodingAgentRow>& rows, const Context& context) {
  const Charset charset = context.terminal.charset;
  std::size_t widest = 0;
  for (const CodingAgentRow& row : rows) widest = std::max(widest, row.id.size());
  Lines lines;
  lines.emplace_back();
  lines.emplace_back("Coding agents that a task can be built with:", kStrong);
  for (const CodingAgentRow& row : rows) {
    Line line;
    line.add("  " + column(row.id, widest, charset) + "  ", row.program.empty() ? kQuiet : kGood);
    line.add(version_text(row), row.program.empty() ? kQuiet : kPlain);
    lines.push_back(std::move(line));
  }
  return lines;
}

Finding coding_finding(const CodingAgentRow& row) {
  const std::string what = "agent " + row.id;
  if (row.login == "out")
    return {what, Health::kNote, version_text(row) + ", not logged in.",
            row.to_log_in.empty() ? "Log in to it." : "Log in: " + row.to_log_in};
  std::string found = version_text(row);
  if (row.login == "in") found += ", logged in.";
  if (row.is_tried) return {what, Health::kOk, std::move(found)};
  return {what, Health::kNote, std::move(found),
          "It may speak otherwise than its profile says: " + row.file};
}

}  // namespace fm::cli
