#include "cli/view/status_line.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "app/report/report_html.h"
#include "cli/text/marks.h"

namespace fm::cli {
namespace {

// How much is left out: each level also leaves out what the former did.
enum Level {
  kAll,
  kShortTokens,
  kNoTokens,
  kNoIteration,
  kNoIdeas,
  kNoModel,
  kNoCost,
  kNoStep,
  kShortStrip,
  kNoRound,
  kNoTime
};

std::vector<std::string> place(const Status& status, int level) {
  std::vector<std::string> parts;
  const Progress& at = status.progress;
  if (at.round > 0) {
    parts.push_back(at.rounds > 0 ? fmt::format("round {}/{}", at.round, at.rounds)
                                  : fmt::format("round {}", at.round));
    if (at.step > 0 && level < kNoStep)
      parts.push_back(fmt::format("step {}/{}", at.step, at.steps));
  }
  if (status.strip)
    parts.push_back(level < kShortStrip ? long_text(*status.strip) : short_text(*status.strip));
  if (status.strip && status.iteration > 1 && level < kNoIteration)
    parts.push_back(fmt::format("iteration {}", status.iteration));
  return parts;
}

std::string facts(const Status& status, int level) {
  std::vector<std::string> parts;
  if (level < kNoRound) parts = place(status, level);
  if (status.ideas > 0 && level < kNoIdeas)
    parts.push_back(fmt::format("{} idea{}", status.ideas, status.ideas == 1 ? "" : "s"));
  if (status.tokens > 0 && level < kNoTokens)
    parts.push_back((level < kShortTokens ? thousands(status.tokens) : short_count(status.tokens)) +
                    " tokens");
  if (status.cost.value > 0 && level < kNoCost) parts.push_back(money_text(status.cost, 2));
  if (!status.model.empty() && level < kNoModel) parts.push_back(status.model);
  if (status.elapsed && level < kNoTime) parts.push_back(clock_text(*status.elapsed));
  return fmt::format("{}", fmt::join(parts, ", "));
}

Line who(const Status& status, Charset charset) {
  if (status.agent.empty()) return Line(status.activity, kQuiet);
  Line line = name_line(mark_of(status.agent, charset));
  line.add(" " + status.activity + "...", kQuiet);
  if (status.others > 0) line.add(fmt::format(" and {} more", status.others), kQuiet);
  return line;
}

}  // namespace

Line status_line(const Status& status, std::size_t columns, Charset charset) {
  Line line;
  for (int level = kAll; level <= kNoTime; ++level) {
    line = who(status, charset);
    const std::string rest = facts(status, level);
    if (!rest.empty()) line.add("  " + rest, kQuiet);
    if (width(line) <= columns) return line;
  }
  return cut(line, columns, charset);
}

std::string clock_text(Millis span) {
  const std::int64_t seconds = span.count() / 1000;
  if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string short_count(std::int64_t count) {
  if (count < 1'000) return std::to_string(count);
  if (count < 999'500) return fmt::format("{}k", (count + 500) / 1'000);
  const std::int64_t tenths = (count + 50'000) / 100'000;
  return fmt::format("{}.{}M", tenths / 10, tenths % 10);
}

}  // namespace fm::cli
