// folkmoot rewind TASK [STEP]
#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "cli/command/commands.h"
#include "cli/context/find_project.h"
#include "cli/context/report_error.h"
#include "cli/context/wait_for.h"

namespace fm::cli {
namespace {

constexpr std::size_t kMostFiles = 6;  // named in a line

JsonObject to_json(const RoomId& room, const LaneHistory& history, bool is_back) {
  JsonArray steps;
  for (const LaneSnapshot& step : history.steps)
    steps.push_back(JsonObject{{"number", step.number},
                               {"commit", step.commit},
                               {"what", step.what},
                               {"files", fm::to_json(step.files)},
                               {"is_now", step.is_now}});
  return {{"room", room.value},        {"project", history.project.value}, {"task", history.task},
          {"folder", history.folder},  {"steps", std::move(steps)},        {"went_back", is_back},
          {"rescued", history.rescued}};
}

std::string files_of(const LaneSnapshot& step) {
  std::vector<std::string> some(
      step.files.begin(),
      step.files.begin() + static_cast<std::ptrdiff_t>(std::min(step.files.size(), kMostFiles)));
  std::string text = join(some, ", ");
  if (step.files.size() > kMostFiles)
    text += fmt::format(" and {} more", step.files.size() - kMostFiles);
  return text;
}

Lines step_lines(const LaneHistory& history, const Context& context) {
  constexpr std::size_t kNumber = 6;
  const Charset charset = context.terminal.charset;
  Lines lines;
  for (const LaneSnapshot& step : history.steps) {
    Line line(column(std::to_string(step.number) + (step.is_now ? " *" : ""), kNumber, charset),
              kStrong);
    line.add(one_line(step.what, charset));
    lines.push_back(cut(line, context.columns(), charset));
    if (step.files.empty()) continue;
    for (const std::string& row :
         wrap(one_line(files_of(step), charset), context.columns() - kNumber))
      lines.push_back(Line(std::string(kNumber, ' ')).add(row, kQuiet));
  }
  return lines;
}

void add_text(Lines& lines, const std::string& text, const Context& context) {
  for (const std::string& row : wrap(text, context.columns())) lines.emplace_back(row);
}

Lines lines_of(const LaneHistory& history, const RewindArgs& args, const Context& context) {
  Lines lines;
  if (args.step) {
    add_text(lines,
             fmt::format("Task {} is as it was {}.", history.task,
                         *args.step == 0 ? std::string("when it began")
                                         : fmt::format("after step {}", *args.step)),
             context);
    if (!history.rescued.empty())
      add_text(lines, "What was there is kept: git show " + history.rescued, context);
    add_text(lines, "The work goes on from here with: folkmoot say \"/resume\"", context);
    return lines;
  }
  lines = step_lines(history, context);
  lines.emplace_back();
  add_text(lines,
           fmt::format("* is what its worktree holds now. To go back: folkmoot rewind {} NUMBER",
                       history.task),
           context);
  return lines;
}

}  // namespace

int run(const RewindArgs& args, Context& context) {
  const auto seen = look_at_project(args.of, context);
  if (!seen) return report(seen.error(), context);
  const auto opened = context.backend.open(context.to_open("rewind"), context.loop);
  if (!opened) return report(opened.error(), context);
  const auto history = wait_for<LaneHistory>(context.loop, [&](auto done) {
    opened->service->rewind(caller_of(*opened), seen->room->id,
                            {.project = seen->id, .task = args.task, .step = args.step},
                            std::move(done));
  });
  if (const auto lost = opened->service->failure()) return report(*lost, context);
  if (!history) return report(history.error(), context);
  if (context.json())
    print_json(to_json(seen->room->id, *history, args.step.has_value()), context);
  else
    print(lines_of(*history, args, context), context);
  return kDone;
}

}  // namespace fm::cli
