// The projects of a room (project_looks.h).
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "cli/listing/project_looks.h"
#include "team/room/project_words.h"

namespace fm::cli {
namespace {

constexpr std::size_t kPhase = 10;
constexpr std::size_t kWaits = 12;
constexpr std::size_t kWhen = 16;
constexpr std::size_t kOneLine = 76;    // columns from which a project fits on one line,
constexpr std::size_t kWithTime = 110;  // and from which also when something last happened

// By WaitsFor.
constexpr std::array<std::string_view, 11> kWaitWords = {
    "",       "at work", "answer it", "your turn", "start it", "approve it",
    "review", "decide",  "continue",  "try again", "resume"};

TextStyle style_of(const ProjectStatus& status) {
  if (status.phase == Phase::kFailed) return kDanger;
  return is_active(status.phase) ? kGood : kQuiet;
}

}  // namespace

// Ids are never cut: they are there to be copied.
Lines project_list_lines(const std::vector<ProjectStatus>& projects, std::size_t columns,
                         Charset charset) {
  std::size_t id_width = 0;
  for (const ProjectStatus& status : projects)
    id_width = std::max(id_width, status.id.value.size());
  Lines lines;
  for (const ProjectStatus& status : projects) {
    const std::string title = one_line(title_of(status), charset);
    const std::string_view waits = kWaitWords[static_cast<std::size_t>(status.waits.what)];
    Line line(status.active ? "* " : "  ", kStrong);
    if (columns < kOneLine) {
      line.add(status.id.value + "  ", status.active ? kStrong : kPlain)
          .add(to_string(status.phase), style_of(status));
      lines.push_back(std::move(line));
      lines.emplace_back("    " + cut(title, columns > 24 ? columns - 4 : 20, charset), kQuiet);
      continue;
    }
    const bool with_time = columns >= kWithTime;
    const std::size_t left =
        2 + id_width + 2 + kPhase + 2 + kWaits + 2 + (with_time ? kWhen + 2 : 0);
    line.add(column(status.id.value, id_width, charset) + "  ", status.active ? kStrong : kPlain)
        .add(column(to_string(status.phase), kPhase, charset) + "  ", style_of(status))
        .add(column(waits, kWaits, charset) + "  ",
             status.waits.what == WaitsFor::kTeam ? kPlain : kAsk);
    if (with_time)
      line.add(column(to_local_time(status.last_activity), kWhen, charset) + "  ", kQuiet);
    line.add(cut(title, columns > left + 10 ? columns - left : 10, charset));
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace fm::cli
