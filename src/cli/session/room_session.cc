#include "cli/session/room_session.h"

#include <sys/random.h>

#include <algorithm>
#include <utility>

#include "cli/context/report_error.h"
#include "cli/view/notes.h"
#include "team/room/event_error.h"

namespace fm::cli {
namespace {

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

RoomSession::RoomSession(Service& service, Loop& loop, ViewState& view_state, View& view,
                         Output& output, Options options)
    : service_(service),
      loop_(loop),
      view_state_(view_state),
      view_(view),
      output_(output),
      options_(std::move(options)),
      me_{.who = {Actor::kPerson, view_state.me}, .channel = options_.channel},
      prompt_(options_.mode == Mode::kFlow ? InterruptPrompt::Then::kAsk
                                           : InterruptPrompt::Then::kGiveTheFloor),
      started_(loop.clock().steady()),
      client_(random_client()) {
  output_.listen(
      loop_,
      [this] {
        view_.drained();
        catch_up();
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
  // A conversation is never begun anew: all that its room has said was said before. A room that
  // is being made has nothing yet.
  if (started.rounds_added > 0 || started.continued || options_.resumed || converses())
    earlier_ = started.earlier;
  view_.begin({.started = started,
               .mode = options_.mode,
               .earlier = earlier_,
               .resumed = options_.resumed,
               .interactive = options_.interactive,
               .now = loop_.clock().now(),
               .client = client_});
  subscription_ = service_.watch(room_, RoomSeq{0}, *this);
  if (options_.answer != nullptr)
    answer(options_.answer->gate, options_.answer->option, options_.answer->reason);
  if (!options_.first.empty()) say(options_.first);
  if (output_.closed()) hang_up();
  if (!ending_) loop_.run();
  return ending_ ? ending_->status : kFailed;
}

// Events.

void RoomSession::event(const EventPtr& event) {
  if (ending_) return;
  deliver(*event);
  fall_behind();
}

void RoomSession::deliver(const Event& event) {
  seen_ = event.room_seq;
  view_state_.apply(event);
  const Age age = event.room_seq <= earlier_ ? Age::kEarlier : Age::kNew;
  if (event.kind == "turn.started") idle_ = stopped_ = false;  // also where words had come before
  if (event.kind == "flow.paused" && age == Age::kNew) told_paused_ = said_;  // the view tells it
  follow_failures(event);
  view_.event(event, age);
  if (age == Age::kNew) follow_prompt(event);
  if (event.room_seq >= earlier_) want_line();
  // One that ended before anybody watched told its rest to nobody: with its end it rests.
  const FlowRecord* flow = view_state_.room.latest_flow();
  if (!converses() && age == Age::kNew && event.kind == "flow.finished" && flow != nullptr &&
      flow->id == event.flow) {
    idle_ = true;
    consider_rest();
  }
}

void RoomSession::follow_failures(const Event& event) {
  if (event.kind == "message.posted" && event.by.kind == Actor::kAgent) unheard_.reset();
  if (event.kind == "phase.changed") failed_ = fault_in(event);
  if (event.kind == "warning" && event.text("code") == "turn_empty") {
    unheard_ = error_from_json(event.body);
    unheard_->cure = "Send it again, or use another model: folkmoot --model PROVIDER:MODEL";
  }
  if (event.kind != "turn.failed") return;
  unheard_.reset();
  if (is_no_news(event)) return;
  unheard_ = error_of(event).value_or(
      Error{"ended_in_error", "An agent did not answer.", "", "Send your message again."});
}

// The watch keeps nothing meanwhile; it tells what was missed, and that the room rests, once more.
void RoomSession::fall_behind() {
  if (behind_ || !output_.congested()) return;
  behind_ = true;
  idle_ = false;
  subscription_->pause();
}

void RoomSession::catch_up() {
  if (!behind_ || output_.congested()) return;
  behind_ = false;
  subscription_->resume();
}

void RoomSession::delta(const TurnDelta& delta) {
  if (!ending_) view_.delta(delta);
}

void RoomSession::notice(const TurnNotice& notice) {
  if (!ending_) view_.notice(notice);
}

void RoomSession::idle(const RoomId&) {
  // What a line says is on its way, and rest before it was taken up is not the rest after it.
  if (options_.lines != nullptr && unsettled_ > 0) return;
  idle_ = true;
  stops_next_turn_ = false;
  consider_rest();
}

void RoomSession::consider_rest() {
  if (ending_ || behind_ || !idle_) return;
  tell_stopped();
  tell_paused();
  view_.idle();
  if (says_yes()) return;
  consider_end();
  want_line();
}

// The end.

// What is asked again was not settled by a yes: that waits for a person.
bool RoomSession::says_yes() {
  const OpenGate* gate = view_state_.asked_gate();
  const auto option = gate == nullptr ? std::nullopt : answer_of_yes(*gate, options_.yes);
  if (!option || !said_yes_.insert(gate->type).second) return false;
  answer(*gate, *option, std::string(kSaidInAdvance));
  return true;
}

void RoomSession::consider_end() {
  if (ending_ || behind_ || !idle_) return;
  if (const auto lost = service_.failure()) {
    view_.trouble(*lost);
    return end(EndKind::kLeft, status_of(*lost));
  }
  if (converses()) {
    if (no_more_lines_) {
      const int status = status_at_rest();
      end(status == kWaits ? EndKind::kWaiting : EndKind::kOver, status);
    }
    return;
  }
  const FlowRecord* flow = view_state_.room.latest_flow();
  if (flow != nullptr && flow->state == FlowState::kFinished)
    return end(EndKind::kOver, status_of_flow());
  const bool asked = view_state_.open_gate() != nullptr;
  const bool waits_for_words = flow != nullptr && flow->state == FlowState::kRunning;
  if (options_.interactive && (asked || waits_for_words)) return;  // the person will say
  end(asked ? EndKind::kWaiting : EndKind::kPaused, asked || waits_for_words ? kWaits : kFailed);
}

int RoomSession::status_of_flow() const {
  const FlowRecord* flow = view_state_.room.latest_flow();
  if (flow == nullptr || flow->state != FlowState::kFinished) return kFailed;
  if (flow->completion == "success") return kDone;
  if (flow->completion == "escalation") return kWaits;
  if (flow->completion == "cancellation") return kInterrupted;
  return kFailed;
}

// Of a conversation that nobody attends: whether it got on, and whether it waits for a person.
int RoomSession::status_at_rest() const {
  const FlowRecord* flow = view_state_.room.latest_flow();
  if (flow != nullptr && flow->completion == "error") return kFailed;
  if (!refused_.empty()) return status_of_refused();
  if (flow != nullptr && flow->state == FlowState::kPaused)
    return view_state_.asked_gate() != nullptr ? kWaits : kFailed;
  const Project* project = view_state_.room.projects.current();
  if (!unheard_ && view_state_.asked_gate() != nullptr) return kWaits;
  if (unheard_ || (project != nullptr && project->phase == Phase::kFailed)) return kFailed;
  const bool asks =
      project != nullptr && is_active(project->phase) && !project->awaited_questions().empty();
  return asks ? kWaits : kDone;
}

// Only what was typed wrong, and nothing that failed, is wrong usage.
int RoomSession::status_of_refused() const {
  const auto is_usage = [](const Error& error) { return status_of(error) == kUsage; };
  return std::ranges::all_of(refused_, is_usage) ? kUsage : kFailed;
}

std::optional<Error> RoomSession::failure() const {
  if (unheard_) return unheard_;
  const Project* project = view_state_.room.projects.current();
  const bool is_failed = project != nullptr && project->phase == Phase::kFailed;
  return is_failed && view_state_.asked_gate() == nullptr ? failed_ : std::nullopt;
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

}  // namespace fm::cli
