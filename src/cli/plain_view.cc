#include "cli/plain_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/report_html.h"
#include "cli/marks.h"
#include "cli/notes.h"
#include "cli/speech.h"
#include "cli/summary.h"

namespace fm::cli {
namespace {

constexpr std::size_t kTableInPipe = 100;

}  // namespace

PlainView::PlainView(const Story& story, Output& output, Options options)
    : story_(story),
      output_(output),
      options_(std::move(options)),
      wrap_(options_.columns > 0 ? options_.columns - 1 : kUnwrapped),
      table_(options_.columns > 0 ? options_.columns - 1 : kTableInPipe) {}

void PlainView::print(const Lines& lines) {
  std::string out;
  for (const Line& line : lines) out += plain(line) + "\n";
  any_ = any_ || !out.empty();
  output_.write(std::move(out));
}

void PlainView::paragraph(const Lines& lines) {
  if (any_ && !lines.empty()) print({Line()});
  print(lines);
}

void PlainView::begin(const Opening& opening) {
  earlier_ = opening.earlier;
  recap_due_ = opening.earlier.value > 0;
  interactive_ = opening.interactive;
  for (const Error& notice : opening.started.notices) told_.push_back(notice.message);
  if (options_.say == Say::kEverything) print(started_lines(opening, wrap_, options_.charset));
}

void PlainView::event(const Event& event, Age age) {
  if (options_.say != Say::kEverything) return;
  if (age == Age::kEarlier) {
    if (event.room_seq >= earlier_) recap();  // a room that waits for an answer has no news
    return;
  }
  const std::string_view kind = event.kind;
  recap();
  if (kind == "flow.started" && !std::exchange(opened_, true))
    paragraph(opening_lines(story_, wrap_, options_.charset));
  if (kind == "message.posted") return message(event);
  if (kind == "turn.started") return turn_started(event);
  if (kind == "idea.proposed" || kind == "idea.revised" || kind == "idea.scored")
    return idea(event);
  if (kind == "turn.failed") {
    if (bool_at(event.body, "held")) return;  // what holds it is told by itself
    Error error;
    if (const Json* value = event.body.if_contains("error")) error = error_from_json(*value);
    told_.push_back(error.message);
    return print(error_lines(error, kPlain, wrap_, options_.charset));
  }
  if (kind == "warning") {
    const Error error = error_from_json(event.body);
    if (const auto told = std::ranges::find(told_, error.message); told != told_.end()) {
      told_.erase(told);
      return;
    }
    return print(error_lines(error, kPlain, wrap_, options_.charset));
  }
  if (kind == "gate.opened") {
    const auto& gates = story_.room.gates;
    const auto gate = std::ranges::find(gates, std::string(event.text("gate")), &OpenGate::gate);
    if (gate != gates.end()) show_gate(*gate);
    return;
  }
  if (const auto text = small_event(event, options_.me, options_.charset))
    print(marked_lines("-", *text, kPlain, wrap_, options_.charset));
}

// Where a discussion stands that goes on, and the question that is still open.
void PlainView::recap() {
  if (!std::exchange(recap_due_, false)) return;
  opened_ = true;
  paragraph(opening_lines(story_, wrap_, options_.charset));
  print(recap_lines(story_, wrap_, options_.charset));
  if (const OpenGate* gate = story_.open_gate()) show_gate(*gate);
}

void PlainView::show_gate(const OpenGate& gate) {
  if (interactive_ && gate.type == kInterruptedGate) return;  // it is asked otherwise
  paragraph(gate_lines(gate, wrap_, options_.charset));
}

void PlainView::turn_started(const Event& event) {
  const std::string task(event.text("task"));
  const std::string agent(event.text("agent"));
  const Progress at =
      progress_of(story_.room, task, agent, static_cast<int>(event.number("round")));
  if (!at.stage.empty() && std::exchange(stage_, at.stage) != at.stage) paragraph({Line(at.stage)});
  std::string text = mark_of(agent, options_.charset).name + " is " + std::string(activity(task));
  if (at.step > 0) text += fmt::format(" (step {} of {})", at.step, at.steps);
  print({Line(text + ".")});
}

void PlainView::message(const Event& event) {
  const bool person = event.by.kind == Actor::kPerson;
  if (person && !opened_) return;  // the topic, which the room's head shows
  const Json body(event.body);
  Speech speech;
  speech.agent = person && event.by.id == options_.me ? "You"
                 : person                             ? event.by.id
                                                      : std::string(event.text("from"));
  speech.task = event.text("kind");
  speech.text = event.text("text");
  speech.person = person;
  speech.interrupted = bool_at(body, "interrupted");
  std::string head = person ? one_line(speech.agent, options_.charset)
                            : mark_of(speech.agent, options_.charset).name;
  if (!person && bool_at(body, "rehearsal")) head += " (rehearsed)";
  Lines lines{Line(head + ":")};
  append(lines, speech_body(speech, wrap_, options_.charset, Growth::kDone));
  paragraph(lines);
}

void PlainView::idea(const Event& event) {
  const Idea* idea = story_.room.idea(event.text("id"));
  if (idea == nullptr) return;
  const std::string title = one_line(idea->now().title, options_.charset);
  std::string text;
  if (event.kind == "idea.scored" && idea->score) {
    text = fmt::format("Score of {}: {}", idea->id, score_text(idea->score->score));
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < kCriteria.size(); ++i)
      if (const auto& value = idea->score->criteria[i])
        parts.push_back(fmt::format("{} {}", kCriteria[i], score_text(*value)));
    if (!parts.empty()) text += fmt::format(" ({})", fmt::join(parts, ", "));
  } else {
    const bool revised = event.kind == "idea.revised";
    text = fmt::format("{} {}, round {}: {}", revised ? "Revised" : "Idea", idea->id,
                       idea->now().round, title);
  }
  print(marked_lines("-", text, kPlain, wrap_, options_.charset));
}

void PlainView::notice(const TurnNotice& notice) {
  if (notice.text.empty() || options_.say != Say::kEverything) return;
  print(marked_lines("-", mark_of(notice.agent, options_.charset).name + " waits: " + notice.text,
                     kPlain, wrap_, options_.charset));
}

void PlainView::ask(const std::string& question) {
  if (!question.empty()) paragraph({Line(question)});
}

void PlainView::trouble(const Error& error) {
  print(error_lines(error, kPlain, wrap_, options_.charset));
}

void PlainView::end(const Ending& ending) {
  if (options_.say == Say::kOutcome)
    return print(brief_summary(story_, ending, table_, options_.charset));
  // The summary's prose is wrapped even in a pipe: its table is laid for the same width.
  paragraph(summary_lines(story_, ending, table_, options_.charset));
}

}  // namespace fm::cli
