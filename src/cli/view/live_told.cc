// What the live view tells between the speeches: where the room stands, gates, faults, the end.
#include <algorithm>
#include <utility>

#include "cli/view/conversation_wording.h"
#include "cli/view/live_screen.h"
#include "cli/view/notes.h"
#include "cli/view/room_status.h"
#include "cli/view/summary.h"

namespace fm::cli {

// Where a discussion stands that goes on, and the question that is still open.
void LiveScreen::recap() {
  if (!std::exchange(recap_due_, false)) return;
  opened_ = true;
  if (converses()) {
    if (!opening_.interactive) return;  // whoever is not there is not greeted
    settle(Block::kOther, welcome_lines(view_state_, opening_, text_columns(), options_.charset));
    return follow_gate();
  }
  settle(Block::kOther, opening_lines(view_state_, text_columns(), options_.charset));
  note(recap_lines(view_state_, text_columns(), options_.charset));
  if (const OpenGate* gate = view_state_.open_gate()) show_gate(*gate);
}

void LiveScreen::gate_opened(const Event& event) {
  const auto& gates = view_state_.room.gates;
  const auto gate = std::ranges::find(gates, std::string(event.text("gate")), &OpenGate::gate);
  if (gate == gates.end()) return;
  if (!converses()) return show_gate(*gate);
  if (view_state_.asked_gate() != &*gate)
    note(marked_lines("?", asked_elsewhere(*gate, options_.charset), kAsk, text_columns(),
                      options_.charset));
}

// Whatever is asked now stands on the screen: also what was asked before and waits again, because
// something else was answered or the person turned to another project.
void LiveScreen::follow_gate() {
  const OpenGate* gate = view_state_.asked_gate();
  const std::string id = gate == nullptr ? "" : gate->gate;
  if (std::exchange(asked_, id) != id && gate != nullptr) show_gate(*gate);
}

void LiveScreen::show_gate(const OpenGate& gate) {
  if (converses())
    return settle(Block::kOther, question_lines(gate, text_columns(), options_.charset));
  if (opening_.interactive && gate.type == kInterruptedGate) return;  // it is asked otherwise
  settle(Block::kOther, gate_lines(gate, text_columns(), options_.charset));
}

void LiveScreen::warn(const Error& error) {
  if (const auto told = std::ranges::find(told_, error.message); told != told_.end()) {
    told_.erase(told);
    return;
  }
  note(error_lines(error, kAsk, text_columns(), options_.charset));
}

// A project and its flow fail of the same; it is told once.
void LiveScreen::fault(const Error& error) {
  if (std::exchange(fault_, error.message) != error.message)
    note(error_lines(error, kDanger, text_columns(), options_.charset));
}

void LiveScreen::show(const Layout& layout) {
  settle(Block::kOther, layout(text_columns(), options_.charset));
}

void LiveScreen::trouble(const Error& error) {
  settle(Block::kNote, error_lines(error, kDanger, text_columns(), options_.charset));
}

void LiveScreen::end(const Ending& ending) {
  previews_.clear();
  release_held();
  if (converses()) {
    if (opening_.interactive)
      settle(Block::kOther, farewell_lines(view_state_, ending, text_columns(), options_.charset));
  } else {
    settle(Block::kOther, summary_lines(view_state_, ending, text_columns(), options_.charset));
  }
  ended_ = true;
}

}  // namespace fm::cli
