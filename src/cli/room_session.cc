#include "cli/room_session.h"

#include <sys/random.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "cli/report_error.h"

namespace fm::cli {
namespace {

constexpr std::size_t kPage = 200;

std::string random_client() {
  std::uint64_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != sizeof random)
    random = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(&random));
  std::string hex(16, '0');
  for (char& c : hex) {
    c = "0123456789abcdef"[random & 15];
    random >>= 4;
  }
  return "cli-" + hex;
}

}  // namespace

std::optional<std::string> chosen_option(const OpenGate& gate, std::string_view text) {
  const std::string said = fold(trim(text));
  if (said.empty()) return std::nullopt;
  std::size_t number = 0;
  const auto [end, failed] = std::from_chars(said.data(), said.data() + said.size(), number);
  if (failed == std::errc() && end == said.data() + said.size())
    return number >= 1 && number <= gate.options.size() ? std::optional(gate.options[number - 1])
                                                        : std::nullopt;
  const std::string* beginning = nullptr;
  for (const std::string& option : gate.options) {
    const std::string folded = fold(option);
    if (folded == said) return option;
    if (!folded.starts_with(said)) continue;
    if (beginning != nullptr) return std::nullopt;
    beginning = &option;
  }
  return beginning == nullptr ? std::nullopt : std::optional(*beginning);
}

RoomSession::RoomSession(Service& service, Loop& loop, Story& story, View& view, Output& output,
                         Options options)
    : service_(service),
      loop_(loop),
      story_(story),
      view_(view),
      output_(output),
      options_(options),
      started_(loop.clock().steady()),
      client_(random_client()) {
  output_.listen(
      loop_,
      [this] {
        view_.drained();
        if (behind_) catch_up();
        if (waits_for_output_ && output_.empty()) loop_.stop();
      },
      [this] { hang_up(); });
}

RoomSession::~RoomSession() {
  *alive_ = false;
  subscription_.reset();
  output_.listen(loop_, {}, {});
}

Result<int> RoomSession::run(const Started& started) {
  room_ = started.room;
  if (started.continued || options_.resumed) earlier_ = TRY(service_.view(room_)).head;
  view_.begin({.started = started,
               .earlier = earlier_,
               .resumed = options_.resumed,
               .interactive = options_.interactive});
  subscription_ = service_.watch(room_, RoomSeq{0}, *this);
  if (output_.closed()) hang_up();
  if (!ending_) loop_.run();
  return ending_ ? ending_->status : kFailed;
}

// Events.

void RoomSession::event(const EventPtr& event) {
  if (ending_) return;
  behind_ = behind_ || output_.congested();
  if (!behind_) deliver(*event);
}

void RoomSession::deliver(const Event& event) {
  if (event.room_seq <= seen_) return;
  seen_ = event.room_seq;
  story_.apply(event);
  const Age age = event.room_seq <= earlier_ ? Age::kEarlier : Age::kNew;
  view_.event(event, age);
  if (age == Age::kNew) follow_prompt(event);
}

// What the room does while the question after Ctrl-C stands.
void RoomSession::follow_prompt(const Event& event) {
  if (!prompt_.is_asking()) return;
  if (event.kind == "gate.answered") {  // somebody else has decided
    prompt_.withdraw();
    view_.ask("");
  } else if (event.kind == "turn.started") {
    // Ctrl-C came between two turns, when there was nothing to interrupt.
    if (const auto done = service_.interrupt(room_); !done) view_.trouble(done.error());
  }
}

void RoomSession::catch_up() {
  while (!output_.congested() && !ending_) {
    auto page = service_.events(room_, seen_, kPage);
    if (!page) {
      view_.trouble(page.error());
      return end(EndKind::kLeft, kFailed);
    }
    if (page->empty()) {
      behind_ = false;
      return consider_end();
    }
    for (const EventPtr& event : *page) deliver(*event);
  }
}

void RoomSession::delta(const TurnDelta& delta) {
  if (!ending_ && !behind_) view_.delta(delta);
}

void RoomSession::notice(const TurnNotice& notice) {
  if (!ending_) view_.notice(notice);
}

void RoomSession::idle(const RoomId&) {
  idle_ = true;
  consider_end();
}

// The end.

void RoomSession::consider_end() {
  if (ending_ || behind_ || !idle_) return;
  if (const auto lost = service_.failure()) {
    view_.trouble(*lost);
    return end(EndKind::kLeft, status_of(*lost));
  }
  const FlowRecord* flow = story_.room.latest_flow();
  if (flow != nullptr && flow->state == FlowState::kFinished)
    return end(EndKind::kOver, status_of_flow());
  const bool asked = story_.open_gate() != nullptr;
  const bool waits_for_words = flow != nullptr && flow->state == FlowState::kRunning;
  if (options_.interactive && (asked || waits_for_words)) return;  // the person will say
  end(asked ? EndKind::kWaiting : EndKind::kPaused, asked || waits_for_words ? kWaits : kFailed);
}

int RoomSession::status_of_flow() const {
  const FlowRecord* flow = story_.room.latest_flow();
  if (flow == nullptr || flow->state != FlowState::kFinished) return kFailed;
  if (flow->completion == "success") return kDone;
  if (flow->completion == "escalation") return kWaits;
  if (flow->completion == "cancellation") return kInterrupted;
  return kFailed;
}

void RoomSession::end(EndKind kind, int status) {
  if (ending_) return;
  ending_ = Ending{.kind = kind, .status = status, .elapsed = loop_.clock().steady() - started_};
  view_.end(*ending_);
  stop_when_written();
}

void RoomSession::stop_when_written() {
  waits_for_output_ = true;
  if (output_.empty()) loop_.stop();
}

void RoomSession::leave() {
  if (!ending_) return end(EndKind::kLeft, kInterrupted);
  output_.abandon();  // whoever asks twice does not wait for a slow reader
  loop_.stop();
}

void RoomSession::hang_up() {
  if (!ending_) ending_ = Ending{.kind = EndKind::kGone, .status = kInterrupted, .elapsed = {}};
  output_.abandon();
  loop_.stop();
}

// The person.

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
      if (const auto done = service_.interrupt(room_); !done) view_.trouble(done.error());
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
  const OpenGate* gate = story_.open_gate();
  if (gate != nullptr && gate->type == kInterruptedGate)
    for (const std::string& option : gate->options)
      if (option.starts_with(word)) return answer(*gate, option);
  say(word);
}

void RoomSession::line(std::string text) {
  if (ending_ || trim(text).empty()) return;
  if (prompt_.is_asking()) {
    const auto meant = prompt_.answered(text);
    if (meant != InterruptPrompt::Act::kNone) return act(meant);
  }
  if (answer_gate(text)) return;
  say(std::move(text));
}

void RoomSession::say(std::string text) {
  service_.say(room_, std::move(text), client_ + "-" + std::to_string(++said_),
               [this, alive = alive_](Result<EventPtr> said) {
                 if (*alive && !ending_ && !said) view_.trouble(said.error());
               });
}

bool RoomSession::answer_gate(const std::string& text) {
  const OpenGate* gate = story_.open_gate();
  const auto option = gate == nullptr ? std::nullopt : chosen_option(*gate, text);
  if (!option) return false;
  answer(*gate, *option);
  return true;
}

void RoomSession::answer(const OpenGate& gate, const std::string& option) {
  service_.answer(room_, gate.gate, gate.digest, option, "",
                  [this, alive = alive_](Result<EventPtr> answered) {
                    if (*alive && !ending_ && !answered) view_.trouble(answered.error());
                  });
}

}  // namespace fm::cli
