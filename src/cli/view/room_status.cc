#include "cli/view/room_status.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/report/report_html.h"
#include "base/figures.h"
#include "base/text.h"
#include "cli/text/markdown.h"
#include "cli/text/marks.h"
#include "cli/view/conversation_wording.h"
#include "cli/view/notes.h"
#include "cli/view/speech.h"
#include "team/pack/screenplays.h"
#include "team/room/project_words.h"

namespace fm::cli {
namespace {

constexpr std::size_t kRecalled = 4;  // messages

void add_text(Lines& lines, std::string_view text, TextStyle style, std::size_t columns) {
  for (const std::string& row : wrap(text, columns)) lines.emplace_back(row, style);
}

std::string sentence_case(std::string_view text) {
  std::string out(text);
  if (!out.empty() && out.front() >= 'a' && out.front() <= 'z')
    out.front() = static_cast<char>(out.front() - 'a' + 'A');
  return out;
}

std::string names_of(const std::vector<std::string>& agents) {
  std::vector<std::string> names;
  for (const std::string& agent : agents) names.push_back(display_name(agent));
  return join(names, ", ");
}

// Those that the person does not attend to just now.
std::string other_projects(const std::vector<ProjectStatus>& projects) {
  std::vector<std::string> others;
  for (const ProjectStatus& one : projects)
    if (!one.active) others.push_back(fmt::format("{} ({})", title_of(one), one.id.value));
  return join(others, "; ");
}

void add_fact(Lines& lines, std::string_view name, const std::string& value, std::size_t columns) {
  const std::size_t room = columns > 24 ? columns - 11 : columns;
  bool first = true;
  for (const std::string& row : wrap(value, room)) {
    Line line;
    line.add(fmt::format("{:<10} ", std::exchange(first, false) ? name : ""), kQuiet).add(row);
    lines.push_back(std::move(line));
  }
}

void add_open_questions(Lines& lines, const Project& project, std::size_t columns,
                        Charset charset) {
  for (const ProjectQuestion* question : project.awaited_questions()) {
    const int number = project.number_of(*question);
    const std::string text =
        (number > 0 ? fmt::format("{}. ", number) : std::string()) + question->text;
    const Speech speech{
        .agent = question->agent, .task = "question", .text = text, .is_open = true};
    lines.emplace_back();
    lines.push_back(speech_head(speech, charset));
    append(lines, speech_body(speech, columns, charset, Growth::kDone));
  }
}

// "after 3 hours"; empty when it was just now.
std::string after(const RoomView& room, UtcMs now) {
  const Millis span = room.messages.empty() ? Millis(0) : now - room.messages.back().at;
  const std::int64_t minutes = span.count() / 60'000;
  const auto counted = [](std::int64_t count, std::string_view what) {
    return fmt::format(" after {} {}{}", count, what, count == 1 ? "" : "s");
  };
  if (minutes < 1) return {};
  if (minutes < 120) return counted(minutes, "minute");
  return minutes < 48 * 60 ? counted(minutes / 60, "hour") : counted(minutes / (24 * 60), "day");
}

void add_rehearsal(Lines& lines, const ViewState& view_state, std::size_t columns) {
  if (view_state.is_rehearsal())
    add_text(lines, "Demo mode: scripted answers, no AI model. Use --model to choose a real one.",
             kAsk, columns);
}

void add_demonstrations(Lines& lines, std::size_t columns, Charset charset) {
  lines.emplace_back();
  add_text(lines,
           "Three conversations are written out whole. Type the words of one, or "
           "/demo and its name:",
           kPlain, columns);
  append(lines, demonstration_lines(columns, charset));
  add_text(lines, "On anything else the team only shows its steps.", kQuiet, columns);
}

// "general-9qyq, team council, gpt-5"
std::string place_text(const ViewState& view_state, Charset charset) {
  std::string text = fmt::format("Room {}, team {}", view_state.room.id.value,
                                 one_line(view_state.room.team, charset));
  if (const std::string model = model_shown(view_state); !model.empty())
    text += ", " + one_line(model, charset);
  return text + ".";
}

// That nobody thinks here was perhaps told with the model that was chosen.
bool tells_demo(const Opening& opening) {
  return std::ranges::any_of(opening.started.notices,
                             [](const Error& notice) { return notice.code == "model_chosen"; });
}

Lines greeting(const ViewState& view_state, const Opening& opening, std::size_t columns,
               Charset charset) {
  Lines lines;
  lines.emplace_back(cut("Welcome.", columns, charset), kStrong);
  add_text(lines,
           place_text(view_state, charset) +
               " Say what you want to make, find out or decide. /help lists the commands, /quit "
               "leaves.",
           kQuiet, columns);
  if (!tells_demo(opening)) add_rehearsal(lines, view_state, columns);
  if (view_state.is_rehearsal()) add_demonstrations(lines, columns, charset);
  return lines;
}

}  // namespace

Lines demonstration_lines(std::size_t columns, Charset charset) {
  constexpr std::size_t kName = 10;
  Lines lines;
  for (const OfferedDemonstration& one : built_in_demonstrations()) {
    bool first = true;
    const std::string words = shown("“" + one.opening + "”", charset);
    for (const std::string& row :
         wrap(words, columns > kName + 20 ? columns - kName - 2 : columns)) {
      Line line("  ");
      line.add(column(std::exchange(first, false) ? one.name : "", kName, charset), kStrong);
      lines.push_back(line.add(row));
    }
  }
  return lines;
}

RoomStatus room_status(const ViewState& view_state) {
  const Usage usage = view_state.room.usage();
  const Project* project = view_state.room.projects.current();
  return {.room = view_state.room.id.value,
          .team = view_state.room.team,
          .model = model_shown(view_state),
          .strip = project == nullptr ? std::nullopt : phase_strip(*project),
          .projects = project_list(view_state.room),
          .tasks = task_stands(view_state.room),
          .tokens = usage.input + usage.output,
          .cost = view_state.room.cost()};
}

Lines project_lines(const ProjectStatus& status, const std::optional<PhaseStrip>& strip,
                    std::size_t columns, Charset charset) {
  Lines lines;
  const auto rows = wrap(one_line(cut_bytes(status.goal, 1000), charset), columns);
  for (std::size_t i = 0; i < std::min<std::size_t>(rows.size(), 2); ++i)
    lines.emplace_back(
        i == 1 && rows.size() > 2 ? cut(rows[i] + " ...", columns, charset) : rows[i], kStrong);
  std::string where = strip ? long_text(*strip) : sentence_case(phase_text(status)) + ".";
  if (strip && status.iteration > 1) where += fmt::format(", iteration {}", status.iteration);
  add_text(lines, where, kQuiet, columns);
  add_text(lines, due_text(status), kPlain, columns);
  if (status.error) append(lines, error_lines(*status.error, kDanger, columns, charset));
  return lines;
}

Lines room_status_lines(const RoomStatus& standing, std::size_t columns, Charset charset) {
  Lines lines;
  const auto active = std::ranges::find(standing.projects, true, &ProjectStatus::active);
  if (active == standing.projects.end()) {
    add_text(lines, "No project yet: say what you want, and one begins.", kPlain, columns);
  } else {
    append(lines, project_lines(*active, standing.strip, columns, charset));
    if (!active->agents.empty()) add_fact(lines, "Team", names_of(active->agents), columns);
    if (active->questions.asked > 0) add_fact(lines, "Questions", questions_text(*active), columns);
    if (!active->brief_title.empty())
      add_fact(lines, "Brief",
               fmt::format("{}, revision {}", one_line(active->brief_title, charset),
                           active->brief_revision),
               columns);
    append(lines, task_lines(standing.tasks, standing.tasks.size(), columns, charset));
    if (active->verdict)
      add_fact(lines, "Verdict", one_line(verdict_text(*active->verdict), charset), columns);
  }
  if (const std::string others = other_projects(standing.projects); !others.empty())
    add_fact(lines, "Others", one_line(others, charset), columns);
  std::string used = thousands(standing.tokens) + " tokens";
  if (standing.cost.value > 0) used += ", " + money_text(standing.cost, 2);
  add_fact(lines, "Used", used, columns);
  if (!standing.model.empty()) add_fact(lines, "Model", one_line(standing.model, charset), columns);
  add_fact(lines, "Room", standing.room + ", team " + one_line(standing.team, charset), columns);
  return lines;
}

std::vector<SaidWords> last_words(const ViewState& view_state, std::size_t count) {
  std::vector<SaidWords> words;
  const auto& all = view_state.room.messages;
  for (auto said = all.rbegin(); said != all.rend() && words.size() < count; ++said) {
    if (said->kind == "system" || said->kind == "summary") continue;
    const bool person = said->kind == "user";
    words.push_back({person ? person_name(said->from, view_state.me, said->channel) : said->from,
                     said->kind, *said->text, person});
  }
  std::ranges::reverse(words);
  return words;
}

Lines words_lines(const std::vector<SaidWords>& words, Shortened shortened, std::size_t columns,
                  Charset charset) {
  Lines lines;
  for (const SaidWords& said : words) {
    const Speech speech{
        .agent = said.author, .task = said.kind, .text = said.text, .person = said.person};
    if (shortened == Shortened::kNo) {
      if (!lines.empty()) lines.emplace_back();
      lines.push_back(speech_head(speech, charset));
      append(lines, speech_body(speech, columns, charset, Growth::kDone));
      continue;
    }
    Line line = speech_head(speech, charset);
    const Lines body = speech_body(speech, kUnwrapped, charset, Growth::kDone);
    const auto first =
        std::ranges::find_if(body, [](const Line& row) { return !row.spans.empty(); });
    if (first != body.end()) line.add(": ").add(trim(plain(*first)), kQuiet);
    if (body.size() > 1 && width(line) + 4 < columns) line.add(" ...", kQuiet);
    lines.push_back(cut(line, columns, charset));
  }
  return lines;
}

Lines farewell_lines(const ViewState& view_state, const Ending& ending, std::size_t columns,
                     Charset charset) {
  if (ending.kind == EndKind::kGone) return {};
  const std::string room = view_state.room.id.value;
  const bool usual = room.empty() || view_state.room.title == "general";  // the folder's own
  return marked_lines(
      "-", "Saved. Run folkmoot" + (usual ? std::string() : " --room " + room) + " to continue.",
      kQuiet, columns, charset);
}

Lines welcome_lines(const ViewState& view_state, const Opening& opening, std::size_t columns,
                    Charset charset) {
  const RoomView& room = view_state.room;
  if (room.messages.empty()) return greeting(view_state, opening, columns, charset);
  Lines lines;
  lines.push_back(
      cut(Line("Welcome back" + after(room, opening.now) + ".", kStrong), columns, charset));
  add_text(lines, place_text(view_state, charset), kQuiet, columns);
  const Project* project = room.projects.current();
  if (project != nullptr)
    append(lines,
           project_lines(project_status(room, *project), phase_strip(*project), columns, charset));
  if (!tells_demo(opening)) add_rehearsal(lines, view_state, columns);

  std::vector<SaidWords> words = last_words(view_state, kRecalled + 6);
  if (project != nullptr && !project->awaited_questions().empty())
    std::erase_if(words, [](const SaidWords& one) { return one.kind == "question"; });
  if (words.size() > kRecalled)
    words.erase(words.begin(), words.end() - static_cast<std::ptrdiff_t>(kRecalled));
  if (!words.empty()) lines.emplace_back();
  append(lines, words_lines(words, Shortened::kToALine, columns, charset));
  if (project != nullptr) add_open_questions(lines, *project, columns, charset);
  return lines;
}

}  // namespace fm::cli
