#include "cli/session/session_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/listing/cast_lines.h"
#include "cli/listing/project_looks.h"
#include "cli/text/cost_table.h"
#include "cli/text/markdown.h"
#include "cli/view/notes.h"
#include "cli/view/room_status.h"
#include "team/pack/screenplays.h"
#include "team/room/brief.h"
#include "team/tasks/task_map.h"

namespace fm::cli {
namespace {

constexpr std::size_t kUsualLog = 20;
constexpr std::size_t kLongestLog = 1000;

Layout note_of(std::string text) {
  return [text = std::move(text)](std::size_t columns, Charset charset) {
    return marked_lines("-", text, kAsk, columns, charset);
  };
}

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

constexpr std::size_t kUsage = 19;   // columns for what is typed
constexpr std::size_t kNarrow = 60;  // below, what it does stands in a line of its own

void add_commands(Lines& lines, SlashCommand::By by, std::size_t columns, Charset charset) {
  const bool narrow = columns < kNarrow;
  const std::size_t indent = narrow ? 4 : kUsage + 2;
  for (const SlashCommand& command : slash_commands()) {
    if (command.in_terminal != by || command.listed == SlashCommand::Listed::kNowhere) continue;
    Line line("  ");
    line.add(column(usage_of(command), narrow ? columns - 2 : kUsage, charset), kStrong);
    if (narrow) lines.push_back(std::exchange(line, Line(std::string(indent, ' '))));
    for (const std::string& row : wrap(command.does, columns - indent))
      lines.push_back(std::exchange(line, Line(std::string(indent, ' '))).add(row));
  }
}

Lines help_lines(std::size_t columns, Charset charset) {
  Lines lines;
  const auto text = [&](std::string_view words) {
    for (const std::string& row : wrap(words, columns)) lines.emplace_back(row);
  };
  text(
      "Say what you want in your own words. @name speaks to one agent, @all to everybody, @team to "
      "those whom it concerns. Answer a question with words, a choice with its number.");
  lines.emplace_back();
  text(
      "Enter sends. Ctrl-J, Alt-Enter or a backslash before Enter begins a new line. Tab completes "
      "names and commands, the arrows bring back what you said, Ctrl-R searches it, Ctrl-C stops "
      "whoever speaks.");
  lines.emplace_back();
  lines.emplace_back("Shown to you alone:", kQuiet);
  add_commands(lines, SlashCommand::By::kSession, columns, charset);
  lines.emplace_back();
  lines.emplace_back("Said to the room:", kQuiet);
  add_commands(lines, SlashCommand::By::kRoom, columns, charset);
  return lines;
}

Layout brief_layout(const RoomView& room, std::string_view which) {
  const Project* project = room.projects.current();
  if (project == nullptr || project->brief() == nullptr)
    return note_of("There is no brief yet. /go has it written.");
  const BriefRevision* brief = project->brief();
  if (!which.empty()) {
    const auto number = number_in(which);
    brief = number ? project->brief(static_cast<int>(std::min<std::size_t>(*number, 1'000'000)))
                   : nullptr;
    if (brief == nullptr)
      return note_of(
          fmt::format("There is no such revision. The newest is {}.", project->brief()->revision));
  }
  return [project = *project, number = brief->revision](std::size_t columns, Charset charset) {
    return project_brief_lines(project, *project.brief(number), columns, charset);
  };
}

Layout plan_layout(const RoomView& room) {
  const Project* project = room.projects.current();
  const PlanRevision* plan = project == nullptr ? nullptr : project->plan();
  if (plan == nullptr) return note_of("There is no plan yet: one is made when a brief is built.");
  return
      [text = task_map_markdown(task_map_from_json(*plan->plan))](
          std::size_t columns, Charset charset) { return lay_out(shown(text, charset), columns); };
}

Layout answers_layout(const RoomView& room) {
  const Project* project = room.projects.current();
  if (project == nullptr || project->questions.empty())
    return note_of("Nobody has asked you anything yet.");
  return [project = *project](std::size_t columns, Charset charset) {
    return project_answers_lines(project, columns, charset);
  };
}

Layout log_layout(const ViewState& view_state, std::string_view many) {
  const auto number = many.empty() ? kUsualLog : number_in(many).value_or(0);
  if (number == 0) return note_of("How many? Such as: /log 50");
  auto said = last_words(view_state, std::min(number, kLongestLog));
  if (said.empty()) return note_of("Nothing was said yet.");
  return [said = std::move(said)](std::size_t columns, Charset charset) {
    return words_lines(said, Shortened::kNo, columns, charset);
  };
}

}  // namespace

std::optional<SlashLine> read_own_command(std::string_view line) {
  auto said = read_slash_line(line);
  if (!said) return std::nullopt;
  const auto commands = slash_commands();
  const auto known = std::ranges::find_if(commands, [&](const SlashCommand& command) {
    return command.name == said->name && command.in_terminal == SlashCommand::By::kSession;
  });
  if (known == commands.end()) return std::nullopt;
  // An edited brief and a corrected answer are given to the room (C-12, C-41).
  if (said->name == "brief" && !said->rest.empty() && said->rest != kEdit && !number_in(said->rest))
    return std::nullopt;
  if (said->name == kPlanCommand && !said->rest.empty() && said->rest != kEdit) return std::nullopt;
  if (said->name == "answers" && !said->rest.empty()) return std::nullopt;
  if (!known->same_as.empty()) said->name = known->same_as;
  return said;
}

Layout cost_lines(const CostTables& tables) {
  const bool several = tables.size() > 1 && tables[1].size() > 1;
  // Demo mode asks no model, and its turns are none that cost.
  const bool nothing =
      tables.empty() || std::ranges::all_of(tables.front(), [](const CostLine& line) {
        return line.sum.usage.input + line.sum.usage.output == 0 && line.sum.cost.value == 0;
      });
  return [tables, several, nothing](std::size_t columns, Charset charset) {
    if (nothing) return Lines{Line("Nothing was spent: no model was asked in this room yet.")};
    Lines lines = cost_table(tables[0], "agent", columns, charset);
    if (several) lines.emplace_back();
    if (several) append(lines, cost_table(tables[1], "model", columns, charset));
    if (!several && tables.size() > 1 && !tables[1].empty())
      lines.emplace_back("All by " + one_line(tables[1].front().name, charset) + ".", kQuiet);
    return lines;
  };
}

std::optional<std::string> demo_opening(const SlashLine& command, const ViewState& view_state) {
  if (command.name != "demo" || !view_state.is_rehearsal()) return std::nullopt;
  for (const OfferedDemonstration& one : built_in_demonstrations())
    if (one.name == fold(command.rest)) return one.opening;
  return std::nullopt;
}

Layout command_lines(const SlashLine& command, const ViewState& view_state) {
  if (command.name == "help") return help_lines;
  if (command.name == "brief") return brief_layout(view_state.room, command.rest);
  if (command.name == "demo")
    return view_state.is_rehearsal()
               ? Layout(demonstration_lines)
               : note_of(
                     "A model speaks in this room. folkmoot demo NAME opens a room of its own.");
  if (command.name == kPlanCommand) return plan_layout(view_state.room);
  if (command.name == "answers") return answers_layout(view_state.room);
  if (command.name == "projects")
    return [projects = project_list(view_state.room)](std::size_t columns, Charset charset) {
      return projects.empty() ? Lines{Line("No project yet: say what you want, and one begins.")}
                              : project_list_lines(projects, columns, charset);
    };
  if (command.name == "agents" || command.name == "model")
    return [cast = cast_of(view_state), agents = command.name == "agents"](std::size_t columns,
                                                                           Charset charset) {
      return agents ? agent_lines(cast, columns, charset) : model_lines(cast, columns, charset);
    };
  if (command.name == "log") return log_layout(view_state, command.rest);
  if (command.name == "status")
    return [standing = room_status(view_state)](std::size_t columns, Charset charset) {
      return room_status_lines(standing, columns, charset);
    };
  return [](std::size_t, Charset) { return Lines(); };
}

}  // namespace fm::cli
