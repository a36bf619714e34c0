// How long each phase of a project took (project_looks.h).
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "base/figures.h"
#include "base/text.h"
#include "cli/listing/project_looks.h"

namespace fm::cli {
namespace {

constexpr std::size_t kPhase = 10;
constexpr std::size_t kIteration = 9;
constexpr std::size_t kBegan = 16;
constexpr std::size_t kTook = 12;
constexpr std::size_t kLeft = kPhase + kIteration + kBegan + kTook + 8;
constexpr std::size_t kNarrowest = 16;  // columns that a reason needs beside the rest

std::string reason_of(const PhaseStay& stay, Charset charset) {
  std::string why = one_line(stay.why, charset);
  if (stay.ended) return why;
  return why.empty() ? "so far" : "so far; " + why;
}

// Everything but the reason is of one width, whatever the terminal's.
class HistoryTable {
 public:
  HistoryTable(std::size_t columns, Charset charset)
      : columns_(columns), charset_(charset), beside_(columns >= kLeft + kNarrowest) {}

  Line head() const {
    Line line = row("phase", "iteration", "began", "took", kQuiet);
    if (beside_) line.add("  why", kQuiet);
    return line;
  }

  void add(Lines& lines, const PhaseStay& stay) const {
    const std::string iteration = stay.iteration > 0 ? std::to_string(stay.iteration) : "";
    const std::string began = to_local_time(stay.began);
    Line line = row(to_string(stay.phase), iteration, began, duration_text(stay.took),
                    stay.ended ? kPlain : kStrong);
    std::string reason = reason_of(stay, charset_);
    if (!beside_) {
      lines.push_back(std::exchange(line, Line("  ")));
      reason = began + (iteration.empty() ? "" : ", iteration " + iteration) +
               (reason.empty() ? "" : "; " + reason);
    } else if (!reason.empty()) {
      line.add("  ");
    }
    const std::size_t indent = beside_ ? kLeft : 2;
    for (const std::string& part : wrap(reason, columns_ - indent)) {
      line.add(part);
      lines.push_back(std::exchange(line, Line(std::string(indent, ' '))));
    }
    if (reason.empty()) lines.push_back(std::move(line));
  }

 private:
  Line row(std::string_view phase, std::string_view iteration, std::string_view began,
           std::string_view took, TextStyle style) const {
    Line line(column(phase, kPhase, charset_), style);
    if (beside_)
      line.add("  " + column_right(iteration, kIteration, charset_) + "  ", kQuiet)
          .add(column(began, kBegan, charset_), kQuiet);
    return line.add("  " + column_right(took, kTook, charset_), style);
  }

  std::size_t columns_;
  Charset charset_;
  bool beside_;
};

}  // namespace

Lines project_history_lines(const ProjectHistory& history, std::size_t columns, Charset charset) {
  const HistoryTable table(columns, charset);
  Lines lines{table.head()};
  for (const PhaseStay& stay : history.stays) table.add(lines, stay);
  std::string totals;
  Millis all{0};
  for (const Phase phase : kPhases) {
    const Millis total = history.total(phase);
    all += total;
    if (total.count() > 0) totals += fmt::format("{} {}, ", to_string(phase), duration_text(total));
  }
  lines.emplace_back();
  for (const std::string& row :
       wrap(fmt::format("In all: {}together {}.", totals, duration_text(all)), columns))
    lines.emplace_back(row);
  return lines;
}

}  // namespace fm::cli
