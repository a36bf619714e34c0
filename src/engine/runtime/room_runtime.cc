#include "engine/runtime/room_runtime.h"

#include <algorithm>

#include "engine/flow/pins.h"

namespace fm {
namespace {

bool is_input(const Event& event) {
  return event.kind == "message.posted" && event.by.kind == Actor::kPerson;
}

bool waits_outside(const Leaf& leaf) {
  const std::string& kind = leaf.request.kind;
  return !leaf.finishing &&
         (leaf.unknown || kind == "ask" || kind == "sleep" || kind == "input" || kind == "child");
}

}  // namespace

RoomRuntime::RoomRuntime(Engine& engine, RoomId room, std::vector<EventPtr> events, bool marked)
    : engine_(engine), room_(std::move(room)), marked_(marked) {
  for (const EventPtr& event : events)
    if (is_input(*event)) inputs_.push_back(event);
  if (!events.empty()) head_ = events.back()->room_seq;
  events_.assign(events.begin(), events.end());
}

RoomRuntime::~RoomRuntime() = default;

void RoomRuntime::run_all() {
  std::map<FlowId, bool> unfinished;  // -> true
  std::vector<FlowId> order;
  for (const EventPtr& event : events_) {
    if (event->kind == "flow.started" && unfinished.emplace(event->flow, true).second)
      order.push_back(event->flow);
    if (event->kind == "flow.finished") unfinished[event->flow] = false;
  }
  for (const FlowId& flow : order)
    if (unfinished[flow]) make_run(flow);
  forget_old_events();
  check_idle();
}

void RoomRuntime::make_run(const FlowId& flow) {
  const std::vector<EventPtr> all(events_.begin(), events_.end());
  auto former = seen_.extract(flow);
  auto history = History::of(all, flow, former ? former.mapped().start.get() : nullptr);
  FM_CHECK(history.has_value(), "a flow that was started is in the log");
  if (history->finished()) return;
  auto definition = engine_.definition(history->start().name);
  const std::string paused(history->paused());
  if (!definition) {
    if (history->cancelled()) {
      end_cancelled(flow);
    } else if (paused != definition.error().code) {
      pause(flow, definition.error());
    } else {
      paused_.insert(flow);
    }
    return;
  }
  FlowSeen seen{.fold = engine_.fold_factory()()};
  if (former) seen = std::move(former.mapped());
  follow(history->start(), all);
  auto run = std::make_unique<FlowRun>(*this, **definition, std::move(*history), std::move(seen));
  FlowRun& made = *(runs_[flow] = std::move(run));
  made.replay();
  if (made.fault() && made.fault()->code == paused && !made.cancelled()) {
    // It stands paused for this very reason; saying so again helps nobody who has been asked.
    const Error fault = *made.fault();
    runs_.erase(flow);
    paused_.insert(flow);
    if (!anew_gates_.contains(flow) && engine_.anew_gates(room_, flow).empty()) pause(flow, fault);
    return;
  }
  if (!made.fault()) {  // it can go on, by another version of the program than asked last
    Append append;
    withdraw_anew(append, flow);
    append.state = "working";
    if (!append.events.empty()) this->append(std::move(append));
  }
  settle(flow);
}

std::optional<UtcMs> RoomRuntime::fold_events(RoomSeq after, RoomSeq upto, Fold& fold) {
  auto first = std::ranges::upper_bound(events_, after, {},
                                        [](const EventPtr& event) { return event->room_seq; });
  FM_CHECK(first == events_.end() || (*first)->room_seq.value == after.value + 1,
           "the events after a cursor are in memory");
  std::optional<UtcMs> time;
  for (auto event = first; event != events_.end() && (*event)->room_seq <= upto; ++event) {
    fold.apply(**event);
    time = (*event)->at;
  }
  return time;
}

void RoomRuntime::forget_old_events() {
  RoomSeq lowest = head_;
  for (const auto& [id, run] : runs_) lowest = std::min(lowest, run->cursor());
  for (const auto& [id, seen] : seen_) lowest = std::min(lowest, seen.cursor);
  while (!events_.empty() && events_.front()->room_seq <= lowest) events_.pop_front();
}

void RoomRuntime::committed(const std::vector<EventPtr>& events) {
  std::vector<EventPtr> fresh;  // what was read when the room came back is known already
  for (const EventPtr& event : events) {
    if (event->room_seq <= head_) continue;
    head_ = event->room_seq;
    events_.push_back(event);
    if (is_input(*event)) inputs_.push_back(event);
    fresh.push_back(event);
  }
  for (const EventPtr& event : fresh) deliver(event);
  forget_old_events();
  check_idle();
}

void RoomRuntime::deliver(const EventPtr& event) {
  if (event->kind == "effect.finished" || event->kind == "flow.cancelled") {
    FlowRun* run = find_run(event->flow);
    if (!run && event->kind == "flow.cancelled" && paused_.contains(event->flow))
      end_cancelled(event->flow);
    if (!run || !run->live()) return;
    // What a run before this one had asked for is nothing that this one waits for.
    if (event->kind == "effect.finished" && !is_of_run(event->place.value, run->start()->run))
      return note_followed(*event);
    Completion completion;
    completion.at = event->room_seq;
    if (event->kind == "flow.cancelled") {
      completion.what = Completion::What::kCancelled;
    } else {
      completion.place = event->place;
      completion.outcome = outcome_of(*event);
    }
    run->deliver(completion);
    settle(event->flow);
  } else if (is_input(*event)) {
    for (auto& [id, run] : runs_)
      for (auto& [place, leaf] : run->leaves())
        if (leaf->request.kind == "input" && leaf->journaled && !leaf->finishing)
          take_input(*run, *leaf);
  }
}

void RoomRuntime::settle(const FlowId& flow) {
  FlowRun* run = find_run(flow);
  if (!run) return;
  if (run->fault()) {
    const Error fault = *run->fault();
    const bool cancelled = run->cancelled();
    runs_.erase(flow);
    if (cancelled) {
      end_cancelled(flow);  // it cannot clean up after itself; it ends all the same
    } else {
      pause(flow, fault);
    }
  } else if (run->end()) {
    FlowEnd end = *run->end();
    if (end.next_args) {
      next_run(*run, std::move(*end.next_args));
    } else {
      const auto start = run->start();
      const RoomSeq read = run->read_up_to();
      runs_.erase(flow);
      this->end(*start, std::move(end), read);
    }
  } else {
    hand_over(*run);
  }
}

void RoomRuntime::pause(const FlowId& flow, const Error& fault) {
  paused_.insert(flow);
  JsonObject body;
  body["why"] = fault.code;
  body["detail"] = fault.cause;
  body["cure"] = fault.cure;
  Append append;
  withdraw_anew(append, flow);
  append.events.push_back(event("flow.paused", std::move(body), flow, {}));
  ask_anew(append, flow, fault);
  append.state = "paused";
  this->append(std::move(append));
}

void RoomRuntime::end_cancelled(const FlowId& flow) {
  paused_.erase(flow);
  auto all = read_all(engine_.journal(), room_);
  auto history = all ? History::of(*all, flow) : std::unexpected(all.error());
  if (!history) {
    pause(flow, history.error());
    return;
  }
  std::set<FlowId> children;
  for (const EventPtr& event : *all) {
    if (event->kind == "flow.started" && event->text("parent") == flow.value)
      children.insert(event->flow);
    if (event->kind == "flow.finished") children.erase(event->flow);
  }
  for (const FlowId& child : children) cancel_flow(child, flow);
  end(history->start(), FlowEnd::cancelled("It was cancelled while it could not go on."), head_);
}

void RoomRuntime::retry_paused() {
  if (paused_.empty()) return;
  idle_told_ = false;  // whoever asked for it is told that it rests again
  for (const FlowId& flow : std::exchange(paused_, {})) begin(flow);
}

void RoomRuntime::end(const FlowStart& start, FlowEnd end, RoomSeq read) {
  JsonObject body;
  body["completion"] = end.completion;
  body["reason"] = end.reason;
  if (!end.result.is_null()) body["result"] = end.result;
  if (end.error) body["error"] = to_json(*end.error);
  const auto unread =
      std::ranges::count_if(inputs_, [&](const EventPtr& input) { return input->room_seq > read; });
  if (unread > 0) body["unread"] = static_cast<std::int64_t>(unread);
  Append append;
  forget_followed(start, append);
  close_anew_gates(append, start.id);
  append.events.push_back(event("flow.finished", std::move(body), start.id, {}));
  append.closed.emplace_back(OpenKind::kFlow, start.id.value);
  if (start.parent.empty()) {
    append.state = end.completion == "error" ? "failed" : "finished";
    append.activation = marked_ ? ActivationMark::kProgress : ActivationMark::kNone;
    marked_ = false;
  } else {
    // The parent learns of it in the same commit: neither can be there without the other.
    JsonObject value;
    value["flow"] = start.id.value;
    value["completion"] = end.completion;
    value["reason"] = end.reason;
    value["result"] = end.result;
    Outcome outcome;
    outcome.value = std::move(value);
    outcome.error = end.error;
    outcome.interrupted = end.completion == "cancellation";
    if (Leaf* leaf = find_leaf(start.parent, start.parent_place)) leaf->finishing = true;
    NewEvent finished;
    finished.kind = "effect.finished";
    finished.body = to_body(outcome, 1);
    finished.flow = start.parent;
    finished.place = start.parent_place;
    finished.at = engine_.now();
    append.events.push_back(std::move(finished));
  }
  this->append(std::move(append));
}

void RoomRuntime::next_run(FlowRun& run, JsonObject args) {
  FlowStart next = *run.start();
  next.run += 1;
  args["$input_after"] = run.input_taken().value;
  if (run.takes_input()) args["$takes_input"] = true;
  next.args = std::move(args);
  auto definition = engine_.definition(next.name);
  if (definition) next.version = (*definition)->version;
  next.anew.reset();
  const FlowId flow = next.id;
  Append append;
  forget_followed(*run.start(), append);
  std::optional<Repinned> fresh;
  if (engine_.options().repin) fresh = engine_.options().repin(next, run.fold());
  if (fresh) {
    next.manifest = std::move(fresh->manifest);
    next.pins.clear();
    std::ranges::move(fresh->blobs, std::back_inserter(append.blobs));
  } else {
    pin_by_manifest(next, append);
  }
  append.events.push_back(event("flow.started", to_body(next, run.start().get()), flow, {}));
  seen_[flow] = run.give_up_seen();
  runs_.erase(flow);
  this->append(std::move(append), [this, flow](const Appended&) { begin(flow); });
}

void RoomRuntime::begin(const FlowId& flow) {
  if (seen_.contains(flow)) {
    make_run(flow);
    forget_old_events();
    return check_idle();
  }
  auto all = read_all(engine_.journal(), room_);
  if (!all) {
    pause(flow, all.error());
    return;
  }
  // What is durable but not yet acknowledged comes by committed(), like everything else.
  std::erase_if(*all, [this](const EventPtr& event) { return event->room_seq > head_; });
  events_.assign(all->begin(), all->end());
  make_run(flow);
  forget_old_events();
  check_idle();
}

bool RoomRuntime::parked() const {
  if (pending_ > 0 || held_ > 0) return false;
  for (const auto& [id, following] : following_)
    if (!following.owed.empty()) return false;
  for (const auto& [id, run] : runs_)
    for (const auto& [place, leaf] : run->leaves())
      if (!waits_outside(*leaf)) return false;
  return true;
}

bool RoomRuntime::waits_for_person() const {
  for (const auto& [id, run] : runs_)
    for (const auto& [place, leaf] : run->leaves())
      if (leaf->unknown || leaf->request.kind == "ask" || leaf->request.kind == "input")
        return true;
  return false;
}

void RoomRuntime::check_idle() {
  if (!parked()) {
    idle_told_ = false;
    return;
  }
  if (waits_for_person() && state_ != "waiting") {  // for those who list the rooms
    Append waiting;
    waiting.state = "waiting";
    waiting.urgency = Urgency::kLazy;
    return append(std::move(waiting));
  }
  if (std::exchange(marked_, false)) engine_.clear_mark(room_);  // it came this far without harm
  if (!std::exchange(idle_told_, true)) engine_.bus().idle(room_);
  if (runs_.empty() || engine_.options().evict == EngineOptions::Evict::kWhenParked)
    engine_.drop(room_);
}

void RoomRuntime::release() {
  --held_;
  check_idle();
}

int RoomRuntime::interrupt() {
  std::vector<CancelToken> running;
  for (auto& [id, run] : runs_)
    for (auto& [place, leaf] : run->leaves())
      if (!leaf->finishing && !leaf->task.done()) running.push_back(leaf->cancel);
  for (const CancelToken& token : running) token.cancel();
  return static_cast<int>(running.size());
}

void RoomRuntime::append(Append append, Then then) {
  append.room = room_;
  if (!append.state.empty()) state_ = append.state;
  ++pending_;
  engine_.append(std::move(append), [this, alive = std::weak_ptr(alive_),
                                     then = std::move(then)](Result<Appended> done) mutable {
    if (!alive.lock()) return;
    if (done && then) then(*done);
    --pending_;
    // A refusal is a result that came too late (R25), or the journal is lost, which the engine
    // has been told; neither changes this room.
    check_idle();
  });
}

FlowRun* RoomRuntime::find_run(const FlowId& flow) {
  auto found = runs_.find(flow);
  return found == runs_.end() ? nullptr : found->second.get();
}

Leaf* RoomRuntime::find_leaf(const FlowId& flow, const Place& place) {
  FlowRun* run = find_run(flow);
  if (!run) return nullptr;
  auto found = run->leaves().find(place);
  return found == run->leaves().end() ? nullptr : found->second.get();
}

NewEvent RoomRuntime::event(std::string kind, JsonObject body, const FlowId& flow,
                            const Place& place) const {
  NewEvent made;
  made.kind = std::move(kind);
  made.body = std::move(body);
  made.at = engine_.now();
  made.flow = flow;
  made.place = place;
  return made;
}

}  // namespace fm
