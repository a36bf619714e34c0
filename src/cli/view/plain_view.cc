#include "cli/view/plain_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/report/report_html.h"
#include "cli/text/idea_text.h"
#include "cli/text/marks.h"
#include "cli/view/conversation_wording.h"
#include "cli/view/due.h"
#include "cli/view/notes.h"
#include "cli/view/room_status.h"
#include "cli/view/speech.h"
#include "cli/view/summary.h"
#include "team/room/event_error.h"
#include "team/room/phase_change.h"

namespace fm::cli {
namespace {

constexpr std::size_t kTableInPipe = 100;

}  // namespace

PlainView::PlainView(const ViewState& view_state, Output& output, Options options)
    : view_state_(view_state),
      output_(output),
      options_(std::move(options)),
      wrap_(options_.columns > 0 ? options_.columns - 1 : kUnwrapped),
      table_(options_.columns > 0 ? options_.columns - 1 : kTableInPipe) {}

void PlainView::print(const Lines& lines) {
  std::string out;
  for (const Line& line : lines) out += plain(line) + "\n";
  floor_told_ = floor_told_ && out.empty();
  any_ = any_ || !out.empty();
  if (away_) {
    waiting_ += out;
  } else {
    output_.write(std::move(out));
  }
}

void PlainView::come_back() {
  away_ = false;
  if (!waiting_.empty()) output_.write(std::exchange(waiting_, {}));
}

void PlainView::paragraph(const Lines& lines) {
  if (any_ && !lines.empty()) print({Line()});
  print(lines);
}

void PlainView::begin(const Opening& opening) {
  opening_ = opening;
  recap_due_ = opening.earlier.value > 0 || opening.mode == Mode::kConversation;
  for (const Error& notice : opening.started.notices) told_.push_back(notice.message);
  if (options_.say == Say::kEverything) print(started_lines(opening, wrap_, options_.charset));
}

void PlainView::event(const Event& event, Age age) {
  if (options_.say != Say::kEverything) return outcome(event, age);
  if (age == Age::kEarlier) {
    if (event.room_seq >= opening_.earlier) recap();  // a room that waits for an answer has no news
    return;
  }
  if (event.kind == "room.created") return;  // what the room is, its first flow knows
  recap();
  tell(event);
  if (opening_.mode == Mode::kConversation) follow_gate();
}

void PlainView::tell(const Event& event) {
  const std::string_view kind = event.kind;
  if (kind == "flow.started" && !std::exchange(opened_, true))
    paragraph(opening_lines(view_state_, wrap_, options_.charset));
  if (kind == "message.posted") {
    message(event);
    for (const std::string& text : unseen_files(event, options_.charset))
      print(marked_lines("-", text, kPlain, wrap_, options_.charset));
    return;
  }
  if (kind == "turn.started") {
    fault_.clear();
    return turn_started(event);
  }
  const bool by_person = event.by.kind == Actor::kPerson;
  if (kind == "idea.proposed" || kind == "idea.revised" || (kind == "idea.scored" && !by_person))
    return idea(event);
  if (kind == "turn.failed") {
    if (is_no_news(event)) return;
    const Error error = error_of(event).value_or(Error());
    told_.push_back(error.message);
    if (opening_.mode == Mode::kConversation) return fault(error);  // of a wave all may fail alike
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
  if (kind == "gate.opened") return gate_opened(event);
  if (opening_.mode == Mode::kConversation)
    if (const auto error = fault_in(event)) return fault(*error);
  if (const auto text = small_event(event, view_state_.room, options_.me, options_.charset))
    print(marked_lines("-", *text, kPlain, wrap_, options_.charset));
}

// What a quiet conversation says: the words of agents, and what is asked.
void PlainView::outcome(const Event& event, Age age) {
  opened_ = true;
  if (opening_.mode == Mode::kFlow || age == Age::kEarlier) return;
  if (event.kind == "message.posted" && event.by.kind == Actor::kAgent) message(event);
  follow_gate();
}

void PlainView::gate_opened(const Event& event) {
  const auto& gates = view_state_.room.gates;
  const auto gate = std::ranges::find(gates, std::string(event.text("gate")), &OpenGate::gate);
  if (gate == gates.end()) return;
  if (opening_.mode == Mode::kFlow) return show_gate(*gate);
  if (view_state_.asked_gate() != &*gate)
    print(marked_lines("?", asked_elsewhere(*gate, options_.charset), kPlain, wrap_,
                       options_.charset));
}

// Whatever is asked now was told last: also what was asked before and waits again, because
// something else was answered or the person turned to another project.
void PlainView::follow_gate() {
  const OpenGate* gate = view_state_.asked_gate();
  const std::string id = gate == nullptr ? "" : gate->gate;
  if (std::exchange(asked_, id) != id && gate != nullptr) show_gate(*gate);
}

// A project and its flow fail of the same; it is told once.
void PlainView::fault(const Error& error) {
  if (std::exchange(fault_, error.message) != error.message)
    paragraph(error_lines(error, kPlain, wrap_, options_.charset));
}

// Where a discussion stands that goes on, and the question that is still open.
void PlainView::recap() {
  if (!std::exchange(recap_due_, false)) return;
  opened_ = true;
  if (opening_.mode == Mode::kConversation) {
    if (!opening_.interactive) return;  // whoever is not there is not greeted
    paragraph(welcome_lines(view_state_, opening_, wrap_, options_.charset));
    return follow_gate();
  }
  paragraph(opening_lines(view_state_, wrap_, options_.charset));
  print(recap_lines(view_state_, wrap_, options_.charset));
  if (const OpenGate* gate = view_state_.open_gate()) show_gate(*gate);
}

void PlainView::show_gate(const OpenGate& gate) {
  if (opening_.mode == Mode::kConversation)
    return paragraph(question_lines(gate, wrap_, options_.charset));
  if (opening_.interactive && gate.type == kInterruptedGate) return;  // it is asked otherwise
  paragraph(gate_lines(gate, wrap_, options_.charset));
}

void PlainView::turn_started(const Event& event) {
  const std::string task(event.text("task"));
  const std::string agent(event.text("agent"));
  if (!tells_turn(task)) return;
  const Progress at =
      progress_of(view_state_.room, task, agent, static_cast<int>(event.number("round")));
  if (!at.stage.empty() && std::exchange(stage_, at.stage) != at.stage) paragraph({Line(at.stage)});
  std::string text = mark_of(agent, options_.charset).name + " is " + std::string(activity(task));
  if (at.step > 0) text += fmt::format(" (step {} of {})", at.step, at.steps);
  print({Line(text + ".")});
}

void PlainView::message(const Event& event) {
  const bool person = event.by.kind == Actor::kPerson;
  if (person && !opened_) return;  // the topic, which the room's head shows
  if (is_own_echo(event)) return;
  if (event.text("kind") == kSystemMessage)
    return paragraph(marked_lines("-", event.text("text"), kPlain, wrap_, options_.charset));
  const Json body(event.body);
  Speech speech;
  speech.agent = person ? person_name(event.by.id, options_.me, event.text("channel"))
                        : std::string(event.text("from"));
  speech.task = event.text("kind");
  speech.text = event.text("text");
  speech.person = person;
  speech.interrupted = bool_at(body, "interrupted");
  speech.cut = bool_at(body, "cut");
  std::string head = person ? one_line(speech.agent, options_.charset)
                            : mark_of(speech.agent, options_.charset).name;
  if (const auto manner = manner_of(speech); !manner.empty()) head.append(" ").append(manner);
  if (view_state_.is_scripted(event)) head += " (demo)";
  Lines lines{Line(head + ":")};
  append(lines, speech_body(speech, wrap_, options_.charset, Growth::kDone));
  paragraph(lines);
}

void PlainView::idea(const Event& event) {
  if (event.number("more") > 0) return;  // of a panel the last one tells what all add up to
  const Idea* idea = view_state_.room.idea(event.text("id"));
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
    if (idea->score->spread) text += fmt::format(", spread {}", score_text(*idea->score->spread));
    if (std::ranges::find(idea->score->flags, "contested") != idea->score->flags.end())
      text += ", contested";
  } else {
    const bool revised = event.kind == "idea.revised";
    text = fmt::format("{} {}, round {}: {}", revised ? "Revised" : "Idea", idea->id,
                       idea->now().round, title);
  }
  print(marked_lines("-", text, kPlain, wrap_, options_.charset));
  if (event.kind != "idea.scored") print(idea_description(*idea, 2, wrap_, options_.charset));
}

void PlainView::notice(const TurnNotice& notice) {
  if (notice.text.empty() || options_.say != Say::kEverything) return;
  const std::string who =
      notice.agent.empty() ? "" : mark_of(notice.agent, options_.charset).name + " waits: ";
  print(marked_lines("-", who + notice.text, kPlain, wrap_, options_.charset));
}

// Where every turn ends in a message, that one begins is news only when it takes long.
bool PlainView::tells_turn(std::string_view task) const {
  return conversation_activity(task).empty() || is_worth_telling(task);
}

// What the person types stands on their terminal already.
bool PlainView::is_own_echo(const Event& event) const {
  return opening_.mode == Mode::kConversation && opening_.interactive &&
         event.text("client_id").starts_with(opening_.client);
}

void PlainView::show(const Layout& layout) {
  if (options_.say == Say::kEverything) paragraph(layout(table_, options_.charset));
}

// Nothing moves here, so whoever reads is told when it is their turn.
void PlainView::idle() {
  if (opening_.mode != Mode::kConversation || !opening_.interactive || floor_told_ ||
      options_.say != Say::kEverything)
    return;
  paragraph(marked_lines("-", due_sentence(view_state_), kPlain, wrap_, options_.charset));
  floor_told_ = true;
}

void PlainView::ask(const std::string& question) {
  if (!question.empty()) paragraph({Line(question)});
}

void PlainView::trouble(const Error& error) {
  print(error_lines(error, kPlain, wrap_, options_.charset));
}

void PlainView::end(const Ending& ending) {
  if (opening_.mode == Mode::kConversation) {
    if (opening_.interactive)
      paragraph(farewell_lines(view_state_, ending, wrap_, options_.charset));
    return;
  }
  if (options_.say == Say::kOutcome)
    return print(brief_summary(view_state_, ending, table_, options_.charset));
  // The summary's prose is wrapped even in a pipe: its table is laid for the same width.
  paragraph(summary_lines(view_state_, ending, table_, options_.charset));
}

}  // namespace fm::cli
