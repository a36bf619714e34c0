// Where a project stands (project_looks.h).
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/figures.h"
#include "base/text.h"
#include "cli/listing/project_looks.h"
#include "cli/text/marks.h"
#include "cli/view/notes.h"
#include "team/room/project_words.h"

namespace fm::cli {
namespace {

constexpr std::size_t kName = 11;
constexpr std::size_t kGoalRows = 4;
constexpr std::size_t kQuestionRows = 4;

class StatusLines {
 public:
  StatusLines(const RoomView& room, const ProjectStatus& status, std::size_t columns,
              Charset charset)
      : room_(room), status_(status), columns_(columns), charset_(charset) {}

  void head() {
    for (const std::string& row : wrap(one_line(status_.goal, charset_), columns_))
      lines_.emplace_back(row, kStrong);
    if (lines_.size() > kGoalRows) {
      lines_.resize(kGoalRows);
      lines_.back() = cut_off(lines_.back(), columns_, charset_);
    }
    for (const std::string& row :
         wrap(fmt::format("Room {}, project {}{}.", room_.id.value, status_.id.value,
                          status_.active ? "" : ", not the active one"),
              columns_))
      lines_.emplace_back(row, kQuiet);
    lines_.emplace_back();
  }

  void fact(std::string_view name, std::string_view value, TextStyle style = kPlain) {
    if (value.empty()) return;
    const std::string text = one_line(value, charset_);
    bool first = true;
    for (const std::string& row : wrap(text, inner())) {
      Line line(column(std::exchange(first, false) ? name : "", kName, charset_), kQuiet);
      lines_.push_back(std::move(line.add(row, style)));
    }
  }

  void wait() {
    const ProjectWait& wait = status_.waits;
    lines_.emplace_back();
    const TextStyle style = wait.what == WaitsFor::kTeam      ? kGood
                            : wait.what == WaitsFor::kNothing ? kPlain
                                                              : kAsk;
    fact("Due", due_text(status_), style);
    if (wait.what == WaitsFor::kAnswers) questions();
    for (const OpenGate& gate : room_.gates)
      if (std::ranges::find(wait.gates, gate.gate) != wait.gates.end())
        below(gate_lines(gate, inner(), charset_));
    lines_.emplace_back();
    commands();
  }

  Lines take() { return std::move(lines_); }

 private:
  std::size_t inner() const { return columns_ > kName + 20 ? columns_ - kName : 20; }

  void below(const Lines& rows) {
    for (const Line& row : rows) {
      Line line(std::string(kName, ' '));
      for (const Span& span : row.spans) line.add(span.text, span.style);
      lines_.push_back(std::move(line));
    }
  }

  void questions() {
    const Project* project = room_.projects.find(status_.id);
    if (project == nullptr) return;
    for (const ProjectQuestion* question : project->open_questions()) {
      const Mark mark = mark_of(question->agent, charset_);
      Lines rows = marked_lines(mark.shape, mark.name + ": " + one_line(question->text, charset_),
                                kPlain, inner(), charset_);
      if (rows.size() > kQuestionRows) {
        rows.resize(kQuestionRows);
        rows.back() = cut_off(rows.back(), inner(), charset_);
      }
      below(rows);
    }
  }

  void command(std::string_view name, const std::string& text) {
    Line line(column(name, kName, charset_), kQuiet);
    lines_.push_back(std::move(line.add(text)));
  }

  // What to type, with the room named: it is right in every folder.
  void commands() {
    const std::string room = " --room " + room_.id.value;
    const ProjectWait& wait = status_.waits;
    for (const RoomLink& link : room_.links)  // C-53
      if (link.project == status_.id)
        command(link.into ? "Goes on" : "Came from", "folkmoot --room " + link.room.value);
    if (!status_.active && wait.what != WaitsFor::kTeam)
      command("Go to it", "folkmoot project switch " + status_.id.value + room);
    if (wait.what == WaitsFor::kApproval) command("Read it", "folkmoot project brief" + room);
    for (const std::string& gate : wait.gates)
      command("Decide", "folkmoot gate answer " + gate + " N");
    if (const std::string_view words = usual_words(wait.what); !words.empty())
      command("Say it", fmt::format("folkmoot say \"{}\"{}", words, room));
    if (wait.what == WaitsFor::kTeam) command("Go there", "folkmoot" + room);
    if (wait.what == WaitsFor::kResume) command("Resume", "folkmoot resume " + room_.id.value);
  }

  const RoomView& room_;
  const ProjectStatus& status_;
  std::size_t columns_;
  Charset charset_;
  Lines lines_;
};

std::string since_text(UtcMs at, UtcMs now) {
  std::string text = to_local_time(at);
  if (now > at) text += fmt::format(", {} ago", duration_text(now - at));
  return text;
}

}  // namespace

Lines project_status_lines(const RoomView& room, const ProjectStatus& status, UtcMs now,
                           std::size_t columns, Charset charset) {
  StatusLines lines(room, status, columns, charset);
  lines.head();
  lines.fact("Phase", phase_text(status), status.phase == Phase::kFailed ? kDanger : kPlain);
  if (status.phase == Phase::kFailed && status.error)
    lines.fact("", status.error->message + " " + status.error->cause, kDanger);
  lines.fact("Agents", join(status.agents, ", "));
  lines.fact("Questions", questions_text(status));
  lines.fact("Brief",
             status.brief_revision == 0
                 ? "none yet"
                 : fmt::format("{}, revision {}", status.brief_title, status.brief_revision));
  if (status.verdict) lines.fact("Verdict", verdict_text(*status.verdict));
  lines.fact("Last", since_text(status.last_activity, now));
  lines.wait();
  return lines.take();
}

}  // namespace fm::cli
