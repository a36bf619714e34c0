#include "engine/flow/flow_run.h"

#include <algorithm>
#include <limits>

#include "engine/flow/gate.h"

namespace fm {
namespace {

constexpr std::size_t kManyEffects = 1000;

bool is_instant(const EffectRequest& request) {
  return request.kind == "look" || request.kind == "version";
}

// It has begun nothing outside: a question, a wait, a message to come.
bool waits_for_nothing_done(const Leaf& leaf) {
  const std::string& kind = leaf.request.kind;
  return !leaf.finishing && (kind == "ask" || kind == "sleep" || kind == "input");
}

Outcome interrupted() {
  Outcome outcome;
  outcome.interrupted = true;
  return outcome;
}

Error internal_error(std::string cause) {
  return {"internal_error", "Something in this program went wrong, so this room is paused.",
          std::move(cause), "Report the cause above; other rooms go on."};
}

}  // namespace

FlowRun::FlowRun(FlowHost& host, const FlowDefinition& definition, History history)
    : host_(host),
      definition_(definition),
      history_(std::move(history)),
      start_(std::make_shared<const FlowStart>(history_.start())),
      top_(std::make_shared<detail::Scope>()) {
  input_taken_ = start_->started;
  if (const auto* after = start_->args.if_contains("$input_after"); after && after->is_int64())
    input_taken_ = {after->get_int64()};
  takes_input_ = start_->args.contains("$takes_input");
}

FlowRun::~FlowRun() {
  // The leaves' tasks end first: they may still call out; then the frames that they point into.
  leaves_.clear();
  ready_.clear();
  body_.reset();
}

void FlowRun::replay() {
  try {
    replay_journal();
  } catch (...) {  // a bug outside of the coroutine, e.g. in the fold: this room's fault only
    fail(std::current_exception());
  }
  note_end();
}

void FlowRun::replay_journal() {
  begin();
  drain();
  for (const Completion& completion : history_.completions()) {
    settle_late(completion.at);
    if (ended() || fault_) break;
    take(completion);
    drain();
  }
  settle_late({std::numeric_limits<std::int64_t>::max()});
  if (fault_) return;
  if (const JournaledEffect* left = history_.unasked_below("")) {
    fault_ = history_.diverged(host_.room(), left->place, left, nullptr, definition_.version);
    state_ = State::kEnded;
    return;
  }
  if (!ended()) go_live();
}

void FlowRun::begin() {
  move_cursor(start_->started);
  top_->prefix = start_->run > 1 ? "/run-" + std::to_string(start_->run) : "";
  body_.emplace(definition_.body(FlowHandle(*this, top_, top_->prefix), start_->args));
  ready_.push_back(body_->handle());
}

void FlowRun::go_live() {
  state_ = State::kLive;
  std::vector<StepPath> journaled;
  for (auto& [place, leaf] : leaves_)
    if (leaf->journaled) journaled.push_back(place);
  for (const auto& [place, kind] : std::exchange(withdrawn_, {}))
    host_.flow_withdraws(*this, place, kind);
  for (const StepPath& place : journaled) {
    const auto found = leaves_.find(place);
    if (found == leaves_.end()) continue;
    Leaf& leaf = *found->second;
    if (leaf.scope->is_cancelled()) {
      host_.flow_cancels(*this, leaf);
    } else {
      host_.flow_asked(*this, leaf);
    }
  }
  // Before a run that was begun anew has asked for anything, there is nothing to be late for.
  const bool late = !(start_->anew && history_.effects().empty());
  for (const StepPath& place : std::exchange(kept_back_, {})) {
    auto leaf = leaves_.find(place);
    if (leaf == leaves_.end()) continue;
    if (leaf->second->scope->is_cancelled()) {
      move_cursor(host_.head());
      leaf->second->cursor = cursor_;
      leaf->second->view = view_;
      leaf->second->late = late;
      host_.flow_skips(*this, *leaf->second);
    } else {
      leaf->second->late = late;
      schedule(*leaf->second);
    }
  }
  drain();
}

// What a replay could not match was scheduled at its end, at the cursor of that moment. A later
// replay must do the same at the same moment: the cursor, and what comes at once, wait until all
// that was told to the flow before then was told again. `before` is what will be told next.
void FlowRun::settle_late(RoomSeq before) {
  while (!late_.empty() && !fault_ && !ended()) {
    RoomSeq lowest = before;
    for (const StepPath& place : late_) lowest = std::min(lowest, history_.find(place)->cursor);
    if (lowest >= before) return;
    std::vector<JournaledEffect*> group;
    for (const StepPath& place : late_)
      if (auto* known = history_.find(place); known->cursor == lowest) group.push_back(known);
    std::erase_if(late_,
                  [&](const StepPath& place) { return history_.find(place)->cursor == lowest; });
    // What rides in one row stays in the order in which it was asked.
    std::ranges::stable_sort(group, {},
                             [](const JournaledEffect* known) { return known->scheduled; });
    for (const JournaledEffect* known : group)
      if (auto leaf = leaves_.find(known->place); leaf != leaves_.end())
        accept(*leaf->second, *known);
    drain();
  }
}

void FlowRun::deliver(const Completion& completion) {
  FM_CHECK(live(), "a completion for a run that is not live");
  try {
    take(completion);
    drain();
  } catch (...) {  // see replay()
    fail(std::current_exception());
    note_end();
  }
}

void FlowRun::take(const Completion& completion) {
  if (completion.what == Completion::What::kCancelled) {
    cancel_scope(*top_);
    return;
  }
  auto leaf = leaves_.find(completion.place);
  if (leaf == leaves_.end()) {
    fault_ = history_.diverged(host_.room(), completion.place, history_.find(completion.place),
                               nullptr, definition_.version);
    state_ = State::kEnded;
    return;
  }
  Outcome outcome = completion.outcome;
  if (leaf->second->request.kind == "input" && outcome.ok()) {
    if (leaf->second->scope->is_cancelled()) {
      // The branch lost its race while the message was on its way: the next one who asks gets it.
      outcome = interrupted();
    } else {
      input_taken_ = {int_at(outcome.value, "room_seq")};
    }
  }
  if (leaf->second->request.kind == "ask") name_answered_option(leaf->second->request, outcome);
  finish(completion.place, std::move(outcome));
}

void FlowRun::finish(const StepPath& place, Outcome outcome) {
  auto leaf = leaves_.find(place);
  *leaf->second->outcome = std::move(outcome);
  ready_.push_back(leaf->second->waiting);
  leaves_.erase(leaf);
}

void FlowRun::drain() {
  while (!ready_.empty() && !fault_) {
    const auto handle = ready_.front();
    ready_.pop_front();
    handle.resume();
  }
  note_end();
}

void FlowRun::note_end() {
  if (fault_) {
    state_ = State::kEnded;
    return;
  }
  if (end_ || !body_ || !body_->done()) return;
  try {
    end_ = body_->take();
  } catch (...) {
    fail(std::current_exception());
  }
  state_ = State::kEnded;
}

void FlowRun::fail(const std::exception_ptr& failure) noexcept {
  if (fault_) return;  // the first is the cause of the others
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& bug) {
    fault_ = internal_error(bug.what());
  } catch (...) {
    fault_ = internal_error("An exception that is no std::exception.");
  }
}

void FlowRun::ask(std::shared_ptr<detail::Scope> scope, const StepPath& place,
                  EffectRequest request, Outcome& outcome, std::coroutine_handle<> waiting) {
  FM_CHECK(used_.insert(place).second, "the same place twice in one run of a flow");
  FM_CHECK(!contains_double(request.request), "a double in what a flow asks for");
  takes_input_ = takes_input_ || request.kind == "input";
  auto leaf = std::make_unique<Leaf>();
  leaf->place = place;
  leaf->digest = request.digest();
  leaf->request = std::move(request);
  leaf->scope = std::move(scope);
  leaf->waiting = waiting;
  leaf->outcome = &outcome;
  Leaf& asked = *(leaves_[place] = std::move(leaf));
  if (asked.scope->is_cancelled()) {
    finish(place, interrupted());
    return;
  }
  if (used_.size() == kManyEffects && live())
    host_.flow_warns(*this, {"flow_long", "This way of working has taken very many steps.",
                             std::to_string(kManyEffects) + " in one run.", ""});
  if (live()) {
    schedule(asked);
    return;
  }
  if (JournaledEffect* known = history_.find(place)) {
    match(asked, *known);
    return;
  }
  const JournaledEffect* later = history_.unasked_below(asked.scope->prefix);
  if (later && asked.request.kind == "version") {
    // This run had passed here before the marker was written: it goes the old way.
    Outcome oldest;
    oldest.value = int_at(asked.request.request, "oldest");
    finish(place, std::move(oldest));
    return;
  }
  if (later) diverge(place, later, &asked.request);
  kept_back_.push_back(place);
}

void FlowRun::match(Leaf& leaf, JournaledEffect& known) {
  if (known.kind != leaf.request.kind || known.digest != leaf.digest)
    diverge(leaf.place, &known, &leaf.request);
  known.asked = true;
  history_.matched(leaf.place);
  leaf.cursor = known.cursor;
  leaf.attempt = known.attempts;
  leaf.in_doubt = known.attempts > 0;
  leaf.due = known.due;
  leaf.unknown = known.unknown;
  leaf.expired = known.expired;
  leaf.answered = known.answered;
  leaf.progress = known.progress;
  leaf.carried = known.carried;
  leaf.journaled = true;
  if (known.late) {
    late_.push_back(leaf.place);
  } else {
    accept(leaf, known);
  }
}

void FlowRun::accept(Leaf& leaf, const JournaledEffect& known) {
  move_cursor(known.cursor);
  if (!known.instant)
    leaf.view = known.cursor == cursor_ ? view_ : host_.snapshot(known.cursor).fold;
  if (known.instant) {
    Outcome outcome;
    outcome.value = *known.instant;
    finish(leaf.place, std::move(outcome));
  }
}

void FlowRun::schedule(Leaf& leaf) {
  std::optional<FlowHost::Followed> followed;
  if (start_->anew) followed = host_.flow_follows(*this, leaf);
  move_cursor(followed && !leaf.late ? followed->cursor : host_.head());
  leaf.cursor = cursor_;
  leaf.view = view_;
  if (!is_instant(leaf.request)) {
    host_.flow_asked(*this, leaf);
    return;
  }
  Json result = leaf.request.kind == "version" ? Json(int_at(leaf.request.request, "current"))
                                               : Json(JsonObject());
  if (followed && followed->instant) result = *followed->instant;
  JournaledEffect noted;
  noted.place = leaf.place;
  noted.carried = leaf.carried;
  noted.kind = leaf.request.kind;
  noted.digest = leaf.digest;
  noted.request = leaf.request.request;
  noted.cursor = leaf.cursor;
  noted.late = leaf.late;
  noted.instant = result;
  noted_.push_back(std::move(noted));
  Outcome outcome;
  outcome.value = std::move(result);
  finish(leaf.place, std::move(outcome));
}

RoomSeq FlowRun::read_up_to() const {
  return takes_input_ ? input_taken_ : std::max(cursor_, input_taken_);
}

void FlowRun::move_cursor(RoomSeq to) {
  if (view_ && to <= cursor_) return;
  RoomSnapshot there = host_.snapshot(to);
  view_ = std::move(there.fold);
  cursor_time_ = there.time;
  cursor_ = to;
}

void FlowRun::diverge(const StepPath& place, const JournaledEffect* expected,
                      const EffectRequest* asked) {
  fault_ = history_.diverged(host_.room(), place, expected, asked, definition_.version);
  throw Bug(fault_->cause);  // unwinds the flow; the fault is what is told
}

// What only waits for a person or a timer is over as soon as nobody needs it: the flow goes on, and
// the log is told by the way. Only where an answer is on its way already, that counts. A replay
// knows by the log which of the two it was.
void FlowRun::cancel_scope(detail::Scope& scope) {
  scope.cancelled = true;
  std::vector<StepPath> below;
  for (auto& [place, leaf] : leaves_)
    if (leaf->scope->is_below(scope) && leaf->scope->is_cancelled()) below.push_back(place);
  for (const StepPath& place : below) {
    const auto found = leaves_.find(place);
    if (found == leaves_.end()) continue;
    Leaf& leaf = *found->second;
    const bool only_waits = waits_for_nothing_done(leaf);
    if (live() && !only_waits) {
      host_.flow_cancels(*this, leaf);
    } else if (live()) {
      host_.flow_withdraws(*this, place, leaf.request.kind);
      finish(place, interrupted());
    } else if (only_waits && leaf.journaled && !history_.find(place)->finished) {
      if (!history_.find(place)->withdrawn) withdrawn_.emplace(place, leaf.request.kind);
      finish(place, interrupted());
    }
    // Else the journal tells what became of it, and go_live() sees to the rest.
  }
}

}  // namespace fm
