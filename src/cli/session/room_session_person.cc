// The person in front of the room: what they type, and what Ctrl-C does.
#include <algorithm>
#include <charconv>
#include <utility>

#include "app/message_limits.h"
#include "base/text.h"
#include "cli/context/report_error.h"
#include "cli/session/room_session.h"
#include "cli/view/due.h"
#include "cli/view/notes.h"

namespace fm::cli {

namespace {

// Ids are folded too, since people type them as they see them.
std::optional<std::string> option_of(const OpenGate& gate, const std::string& folded) {
  for (std::size_t i = 0; i < gate.options.size(); ++i)
    if (fold(gate.options[i]) == folded || fold(gate.option_ids[i]) == folded)
      return gate.option_ids[i];
  return std::nullopt;
}

std::optional<std::string> numbered_option(const OpenGate& gate, std::size_t number) {
  if (number < 1 || number > gate.option_ids.size()) return std::nullopt;
  return gate.option_ids[number - 1];
}

}  // namespace

std::optional<std::string> chosen_option(const OpenGate& gate, std::string_view text) {
  const std::string said = fold(trim(text));
  if (said.empty()) return std::nullopt;
  std::size_t number = 0;
  const auto [end, failed] = std::from_chars(said.data(), said.data() + said.size(), number);
  if (failed == std::errc() && end == said.data() + said.size())
    return numbered_option(gate, number);
  if (auto whole = option_of(gate, said)) return whole;
  std::optional<std::string> beginning;
  for (std::size_t i = 0; i < gate.options.size(); ++i) {
    if (!fold(gate.options[i]).starts_with(said)) continue;
    if (beginning) return std::nullopt;
    beginning = gate.option_ids[i];
  }
  return beginning;
}

std::optional<std::string> named_option(const OpenGate& gate, std::string_view text) {
  const std::string_view said = trim(text);
  std::size_t number = 0;
  const auto [end, failed] = std::from_chars(said.data(), said.data() + said.size(), number);
  if (failed == std::errc()) {
    const std::string_view rest(end, static_cast<std::size_t>(said.data() + said.size() - end));
    const bool alone = rest.empty() || rest == "." || rest == ")";
    return alone ? numbered_option(gate, number) : std::nullopt;
  }
  if (said.find('?') != said.npos) return std::nullopt;
  const std::string words = fold(said);
  return words.size() < 2 ? std::nullopt : option_of(gate, words);
}

// What the room does after Ctrl-C, while its question stands or nobody had been speaking.
void RoomSession::follow_prompt(const Event& event) {
  if (stops_next_turn_ && event.kind == "turn.started")
    stops_next_turn_ = !service_.interrupt(me_, room_).has_value();
  if (!prompt_.is_asking()) return;
  if (event.kind == "gate.answered") {  // somebody else has decided
    prompt_.withdraw();
    view_.ask("");
  } else if (event.kind == "turn.started") {
    // Ctrl-C came between two turns, when there was nothing to interrupt.
    if (const auto done = service_.interrupt(me_, room_); !done) view_.trouble(done.error());
  }
}

void RoomSession::pressed_interrupt() {
  if (ending_ || !options_.interactive) return leave();
  act(prompt_.pressed(loop_.clock().steady()));
}

bool RoomSession::key(char c) {
  if (!prompt_.is_asking()) return false;
  act(prompt_.answered(std::string_view(&c, 1)));
  return true;
}

void RoomSession::act(InterruptPrompt::Act act) {
  using Act = InterruptPrompt::Act;
  switch (act) {
    case Act::kNone:
      return;
    case Act::kInterrupt:
      if (converses()) return interrupt_talk();
      if (const auto done = service_.interrupt(me_, room_); !done) view_.trouble(done.error());
      return view_.ask(std::string(InterruptPrompt::kQuestion));
    case Act::kLeave:
      return leave();
    case Act::kContinue:
      decide("continue");
      break;
    case Act::kSkip:
      decide("skip");
      break;
    case Act::kStop:
      decide("stop");
      break;
  }
  view_.ask("");
}

// Answers the gate that the interruption opened; before it is there, the word is said.
void RoomSession::decide(const std::string& word) {
  const OpenGate* gate = view_state_.open_gate();
  if (gate != nullptr && gate->type == kInterruptedGate)
    for (const std::string& option : gate->option_ids)
      if (option.starts_with(word)) return answer(*gate, option);
  say(word);
}

void RoomSession::line(std::string text) {
  if (ending_ || is_blank(text)) return;  // an empty message is no message (P-53)
  told_to_leave_ = false;
  if (converses()) return talk_line(std::move(text));
  if (prompt_.is_asking()) {
    const auto meant = prompt_.answered(text);
    if (meant != InterruptPrompt::Act::kNone) return act(meant);
  }
  if (answer_gate(text)) return;
  say(std::move(text));
}

void RoomSession::typing(std::string_view shown) {
  if (shown.empty()) {
    typed_gate_.reset();
  } else if (!typed_gate_) {
    const OpenGate* gate = view_state_.asked_gate();
    typed_gate_ = gate == nullptr ? "" : gate->gate;
  }
}

void RoomSession::finished_typing() {
  if (converses() && !ending_) end(EndKind::kLeft, kDone);
}

void RoomSession::tell(std::string text) {
  view_.show([text = std::move(text)](std::size_t columns, Charset charset) {
    return marked_lines("-", text, kAsk, columns, charset);
  });
}

// Stops whoever speaks; what they have said is kept, and it is the person's turn (C-4). That is
// told when their last words stand there, with what is due then.
void RoomSession::interrupt_talk() {
  if (idle_ && told_to_leave_) return leave();  // however long ago it was told
  told_to_leave_ = true;
  if (idle_) return tell("Nobody is speaking. Ctrl-C again leaves, and so does /quit.");
  stops_next_turn_ = !service_.interrupt(me_, room_).has_value();
  stopped_ = !stops_next_turn_;
  if (stops_next_turn_)
    tell("Nobody is speaking now; the next turn will be stopped. Ctrl-C again leaves.");
}

void RoomSession::tell_stopped() {
  if (std::exchange(stopped_, false))
    tell("Stopped. What was said is kept. " + due_after_stop(view_state_) +
         " Ctrl-C again leaves.");
}

// Whoever speaks where nobody can hear is told so, and what to do about it.
void RoomSession::tell_paused() {
  if (told_paused_ == said_) return;
  told_paused_ = said_;
  if (const auto paused = paused_error(view_state_.room)) view_.trouble(*paused);
}

// Where nobody sits: the next line, once the room has taken up the one before and is at rest.
void RoomSession::want_line() {
  const bool at_rest = idle_ || (said_ == 0 && !options_.rest_first);
  if (options_.lines == nullptr || wants_line_ || no_more_lines_ || ending_ || behind_ ||
      unsettled_ > 0 || !at_rest || seen_ < earlier_)
    return;
  wants_line_ = true;
  options_.lines->want([this, alive = alive_](std::optional<Result<std::string>> text) {
    if (!*alive) return;
    wants_line_ = false;
    if (text && *text) {
      line(*std::move(*text));
    } else if (text) {
      idle_ = idle_ || (said_ == 0 && !options_.rest_first);
      refuse(text->error());
    } else {
      no_more_lines_ = true;
      idle_ = idle_ ||
              (said_ == 0 && !options_.rest_first);  // nothing was said that could be waited for
    }
    loop_.post([this, alive] {
      if (!*alive || ending_) return;
      consider_end();
      want_line();
    });
  });
}

void RoomSession::say(std::string text, std::function<void(bool)> settled) {
  idle_ = false;
  unheard_.reset();
  ++unsettled_;
  service_.say(me_, room_,
               {.text = std::move(text), .client_id = client_ + "-" + std::to_string(++said_)},
               [this, alive = alive_, settled = std::move(settled)](Result<EventPtr> said) {
                 if (*alive) sent(said);
                 settled(said.has_value());
               });
}

bool RoomSession::answer_gate(const std::string& text) {
  const OpenGate* gate = view_state_.open_gate();
  const auto option = gate == nullptr ? std::nullopt : chosen_option(*gate, text);
  if (!option) return false;
  answer(*gate, *option);
  return true;
}

void RoomSession::answer(const OpenGate& gate, const std::string& option,
                         const std::string& reason) {
  idle_ = false;
  ++said_;
  ++unsettled_;
  service_.answer(me_, room_,
                  {.gate = gate.gate, .digest = gate.digest, .option = option, .reason = reason},
                  [this, alive = alive_](Result<EventPtr> answered) {
                    if (*alive) sent(answered);
                  });
}

void RoomSession::refuse(const Error& error) {
  view_.trouble(error);
  constexpr std::size_t kMost = 20;  // of a pipe full of them the first ones say enough
  const bool known = std::ranges::find(refused_, error) != refused_.end();
  if (!known && refused_.size() < kMost) refused_.push_back(error);
}

// What was refused moves nobody, nor does what is said where no flow runs: the room is at rest.
void RoomSession::sent(const Result<EventPtr>& result) {
  --unsettled_;
  if (ending_) return;
  if (!result) refuse(result.error());
  const FlowRecord* flow = view_state_.room.latest_flow();
  // Words in a room that stands paused try it once more; that it rests again is told as ever.
  const bool moves = result && flow != nullptr && flow->state != FlowState::kFinished;
  if (!converses() || unsettled_ > 0 || moves) return;
  idle_ = true;
  consider_rest();
}

}  // namespace fm::cli
