#include "engine/runtime/room_runtime.h"

#include <algorithm>
#include <iterator>

#include "engine/flow/pins.h"

namespace fm {
namespace {

// Up to where a run that begins has read what people said.
RoomSeq input_after(const FlowStart& start) {
  const auto* after = start.args.if_contains("$input_after");
  return after && after->is_int64() ? RoomSeq{after->get_int64()} : start.started;
}

bool waits_outside(const Leaf& leaf) {
  const std::string& kind = leaf.request.kind;
  return !leaf.finishing &&
         (leaf.unknown || kind == "ask" || kind == "sleep" || kind == "input" || kind == "child");
}

// Whether a flow hears of it when it is committed (deliver()).
bool tells(const NewEvent& event) {
  if (event.kind == "effect.finished") return !event.body.contains("withdrawn");
  return event.kind == "flow.started" || event.kind == "flow.cancelled" ||
         event.kind == "message.posted";
}

}  // namespace

RoomRuntime::RoomRuntime(Engine& engine, RoomId room, RoomPast past, bool marked)
    : engine_(engine),
      room_(std::move(room)),
      state_(std::move(past.state)),
      kept_(past.kept),
      replays_(std::move(past.histories)),
      order_(past.unfinished),
      unfinished_(std::move(past.unfinished)),
      inputs_(std::move(past.inputs)),
      marked_(marked) {
  for (const auto& [flow, history] : replays_) starts_[flow] = history.start();
  std::set<FlowId> followed;
  for (const auto& [flow, carried] : past.carried) followed.insert(flow);
  follow(past.carried, state_, followed);
}

RoomRuntime::~RoomRuntime() = default;

void RoomRuntime::run_all() {
  const Step step(*this);
  for (const FlowId& flow : std::exchange(order_, {}))
    if (auto history = replays_.extract(flow)) make_run(flow, std::move(history.mapped()));
  state_.forget_kept();
  forget_inputs();
}

void RoomRuntime::make_run(const FlowId& flow, History history) {
  if (history.finished() || is_orphan(history.start())) return;
  auto definition = engine_.definition(history.start().name);
  const std::string paused(history.paused());
  if (!definition) {
    if (history.cancelled()) {
      end_cancelled(flow);
    } else if (paused != definition.error().code) {
      pause(flow, definition.error());
    } else {
      paused_.insert(flow);
    }
    return;
  }
  take_up(history.start(), history);
  auto run = std::make_unique<FlowRun>(*this, **definition, std::move(history));
  FlowRun& made = *(runs_[flow] = std::move(run));
  touch(flow);
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
    if (!append.events.empty()) this->append(std::move(append));
  }
  settle(flow);
}

RoomSnapshot RoomRuntime::snapshot(RoomSeq at) {
  auto there = state_.at(at);
  if (!there)
    for (const auto& [flow, following] : following_)
      if (const auto view = following.views.find(at); view != following.views.end())
        there = view->second;
  FM_CHECK(there.has_value(), "the room at a cursor is in memory");
  return *there;
}

// What the log says of a room's flows is known before any of them hears of it.
void RoomRuntime::note(const EventPtr& event) {
  state_.apply(*event);
  if (is_input(*event)) inputs_.push_back(event);
  if (event->kind == "flow.started") {
    const auto former = starts_.find(event->flow);
    auto history =
        History::of({event}, event->flow, former == starts_.end() ? nullptr : &former->second);
    if (former == starts_.end()) unfinished_.push_back(event->flow);
    starts_[event->flow] = history->start();
    replays_.insert_or_assign(event->flow, std::move(*history));
    state_.keep();
  } else if (event->kind == "flow.finished") {
    if (starts_.erase(event->flow) > 0) std::erase(unfinished_, event->flow);
    replays_.erase(event->flow);
    paused_.erase(event->flow);
    beginning_.erase(event->flow);
  }
}

void RoomRuntime::committed(const std::vector<EventPtr>& events) {
  const Step step(*this);
  std::vector<EventPtr> fresh;  // what was read when the room came back is known already
  for (const EventPtr& event : events) {
    if (event->room_seq <= state_.head()) continue;
    note(event);
    fresh.push_back(event);
  }
  for (const EventPtr& event : fresh)
    if (!was_known(*event)) deliver(event);
  state_.forget_kept();  // not sooner: of the runs that begin here each begins at its own place
  forget_inputs();
  // A room that never rests is kept all the same.
  if (is_fold_due(2)) keep_fold();
}

void RoomRuntime::deliver(const EventPtr& event) {
  if (event->kind == "flow.started") {
    begin(event->flow);
  } else if (is_input(*event)) {
    for (auto& [id, run] : runs_)
      for (auto& [place, leaf] : run->leaves())
        if (leaf->request.kind == "input" && leaf->journaled && !leaf->finishing)
          take_input(*run, *leaf);
  } else if (event->kind == "flow.cancelled") {
    FlowRun* run = find_run(event->flow);
    if (!run && paused_.contains(event->flow)) end_cancelled(event->flow);
    if (!run || !run->live()) return;
    run->deliver({Completion::What::kCancelled, event->room_seq, {}, {}});
    settle(event->flow);
  } else if (auto completion = completion_of(*event)) {
    FlowRun* run = find_run(event->flow);
    if (!run || !run->live()) return;
    // What a run before this one had asked for is nothing that this one waits for.
    if (!is_of_run(event->place.value, run->start()->run)) return;
    run->deliver(*completion);
    settle(event->flow);
  }
}

void RoomRuntime::begin(const FlowId& flow) {
  paused_.erase(flow);
  beginning_.erase(flow);
  if (auto history = replays_.extract(flow)) make_run(flow, std::move(history.mapped()));
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
  body["cure"] =
      fault.code == "internal_error" ? fault.cure + " " + begin_anew_cure(room_) : fault.cure;
  Append append;
  withdraw_anew(append, flow);
  append.events.push_back(event("flow.paused", std::move(body), flow, {}));
  const bool renewed = is_renewed(flow, fault);
  if (!renewed) ask_anew(append, flow, fault);
  append.state = renewed ? "working" : "paused";
  this->append(std::move(append));
  if (renewed) renew(flow);
}

void RoomRuntime::end_cancelled(const FlowId& flow) {
  paused_.erase(flow);
  const auto start = starts_.find(flow);
  FM_CHECK(start != starts_.end(), "a flow that is ended was begun");
  for (const auto& [id, child] : starts_)
    if (child.parent == flow) cancel_flow(id, flow);
  end(start->second, FlowEnd::cancelled("It was cancelled while it could not go on."), head());
}

void RoomRuntime::retry_paused(RoomPast past) {
  const Step step(*this);
  idle_told_ = false;  // whoever asked for it is told that it rests again
  // Not a run that is being begun anew, nor one that paused after this past was read.
  std::set<FlowId> again;
  std::erase_if(paused_, [&](const FlowId& flow) {
    const auto history = past.histories.find(flow);
    const bool retried = !beginning_.contains(flow) && history != past.histories.end() &&
                         !history->second.paused().empty();
    if (retried) again.insert(flow);
    return retried;
  });
  follow(past.carried, past.state, again);
  state_.keep_from(past.state);
  know_inputs(past.inputs);
  for (const FlowId& flow : again)
    if (auto history = past.histories.extract(flow)) make_run(flow, std::move(history.mapped()));
  state_.forget_kept();
  forget_inputs();
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
    if (std::exchange(marked_, false)) append.activation = ActivationMark::kProgress;
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
    if (Leaf* leaf = find_leaf(start.parent, start.parent_path)) leaf->finishing = true;
    NewEvent finished;
    finished.kind = "effect.finished";
    finished.body = to_body(outcome, 1);
    finished.flow = start.parent;
    finished.place = start.parent_path;
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
  append.events.push_back(event("flow.started", to_body(next, run.start().get()), next.id, {}));
  starts_[next.id].args = next.args;
  runs_.erase(next.id);
  this->append(std::move(append));
}

bool RoomRuntime::waits_for_person() const {
  for (const auto& [id, run] : runs_)
    for (const auto& [place, leaf] : run->leaves())
      if (leaf->unknown || leaf->request.kind == "ask" || leaf->request.kind == "input")
        return true;
  return false;
}

void RoomRuntime::look_at_touched() {
  for (const FlowId& flow : std::exchange(touched_, {})) {
    const auto run = runs_.find(flow);
    const bool busy =
        run != runs_.end() && std::ranges::any_of(run->second->leaves(), [](const auto& leaf) {
          return !waits_outside(*leaf.second);
        });
    if (busy) {
      busy_.insert(flow);
    } else {
      busy_.erase(flow);
    }
  }
}

void RoomRuntime::begin_step() {
  if (++depth_ == 1 && engine_.options().mark) engine_.options().mark->enter(room_);
}

void RoomRuntime::end_step() {
  if (depth_ > 1) {
    --depth_;
    return;
  }
  tell_known();
  look_at_touched();
  flush();
  ++step_;
  for (auto& begins : std::exchange(to_perform_, {})) begins();
  if (depth_ == 1 && (outbox_.used || !to_perform_.empty())) return end_step();  // of what began
  --depth_;
  if (engine_.options().mark) engine_.options().mark->leave();
  check_idle();
}

// One append of all that was asked for in this step. Where the room waits after it, that it waits
// rides along, and nobody has to wait for company.
void RoomRuntime::flush() {
  if (!outbox_.used) return;
  Outbox out = std::exchange(outbox_, {});
  Append& append = out.append;
  const bool waits = all_wait();
  if (append.state.empty()) {
    const std::string state = !waits ? "working" : waits_for_person() ? "waiting" : written_;
    if (state != written_) append.state = state;
  }
  if (!append.state.empty()) written_ = append.state;
  if (waits) {
    append.urgency = Urgency::kNow;
    if (pending_ == 0 && std::exchange(marked_, false))
      append.activation = ActivationMark::kProgress;  // it came this far without harm
  }
  append.room = room_;
  // What a flow did with a result that is not durable yet is not seen outside before it is.
  std::vector<std::move_only_function<void()>> begins;
  if (out.known) begins = std::exchange(to_perform_, {});
  const bool known = out.known;
  const bool overtaken = known && engine_.is_appending(room_);  // by what came in this step
  ++pending_;
  engine_.append(
      std::move(append),
      [this, alive = std::weak_ptr(alive_), known, overtaken, then = std::move(out.then),
       told = std::move(out.told), begins = std::move(begins)](Result<Appended> done) mutable {
        for (Told& one : told) one(done);
        if (!alive.lock()) return;
        const Step step(*this);
        if (done) {
          for (Then& one : then) one(*done);
          for (auto& one : begins) one();
        }
        // Its flows have seen what the log does not hold, or holds in another order.
        if (done ? overtaken : known && !done.error().code.starts_with("store_"))
          engine_.start_over(room_);
        --pending_;
        // A refusal is a result that came too late (R25), or the journal is lost, which
        // the engine has been told; neither changes this room.
      },
      {.starts_over = known});
}

void RoomRuntime::check_idle() {
  if (depth_ > 0) return;
  if (!parked()) {
    idle_told_ = false;
    return;
  }
  if (waits_for_person() && written_ != "waiting") {  // for those who list the rooms
    Append waiting;
    waiting.state = "waiting";
    const Step step(*this);
    return append(std::move(waiting));
  }
  if (is_fold_due(1)) keep_fold();
  if (std::exchange(marked_, false)) engine_.clear_mark(room_);  // it came this far without harm
  if (!std::exchange(idle_told_, true)) engine_.bus().idle(room_);
  if (runs_.empty() || engine_.options().evict == EngineOptions::Evict::kWhenDeferred)
    engine_.drop(room_);
}

bool RoomRuntime::is_fold_due(std::int64_t spans) const {
  const std::int64_t span = engine_.options().keep_fold_after;
  return span > 0 && head().value - kept_.value >= spans * span;
}

// Where a run has gone further than the log, so have the words that it does not need any more; what
// it has appended by now is durable before the fold is.
void RoomRuntime::keep_fold() {
  KeptRoom room{.past = {.at = head(),
                         .time = {},
                         .bytes = static_cast<std::int64_t>(state_.bytes()),
                         .flows = {},
                         .inputs = {}},
                .fold = {}};
  try {
    const RoomSnapshot& now = state_.snapshot();
    room.past.time = now.time;
    room.fold = now.fold;
  } catch (const std::exception&) {  // a fault of its fold, which its flows are told of
    return;
  }
  for (const FlowId& flow : unfinished_) room.past.flows.push_back(starts_.at(flow));
  for (const EventPtr& input : inputs_) room.past.inputs.push_back(input->room_seq);
  kept_ = head();
  engine_.keep_fold(room_, std::move(room));
}

void RoomRuntime::tell_rest_again() {
  if (!std::exchange(idle_told_, false)) return;
  hold();
  engine_.loop().post([this, alive = std::weak_ptr(alive_)] {
    if (alive.lock()) release();
  });
}

void RoomRuntime::release() {
  --held_;
  check_idle();
}

int RoomRuntime::interrupt() {
  const Step step(*this);
  std::vector<CancelToken> running;
  for (auto& [id, run] : runs_)
    for (auto& [place, leaf] : run->leaves())
      if (!leaf->finishing && !leaf->unknown && engine_.performers().contains(leaf->request.kind))
        running.push_back(leaf->cancel);
  for (const CancelToken& token : running) token.cancel();
  return static_cast<int>(running.size());
}

void RoomRuntime::append(Append append, Then then) {
  const Step step(*this);  // outside of any other, it leaves at once
  Append& out = outbox_.append;
  if (!outbox_.used) out.urgency = Urgency::kLazy;
  outbox_.used = true;
  outbox_.tells = outbox_.tells || std::ranges::any_of(append.events, tells);
  std::ranges::move(append.events, std::back_inserter(out.events));
  for (auto& closed : append.closed) {
    std::erase_if(out.opened, [&](const OpenRow& row) {
      return row.kind == closed.first && row.id == closed.second;
    });
    out.closed.push_back(std::move(closed));
  }
  std::ranges::move(append.opened, std::back_inserter(out.opened));
  std::ranges::move(append.blobs, std::back_inserter(out.blobs));
  if (!append.state.empty()) out.state = std::move(append.state);
  if (append.activation != ActivationMark::kNone) out.activation = append.activation;
  if (append.urgency == Urgency::kNow) out.urgency = Urgency::kNow;
  if (then) outbox_.then.push_back(std::move(then));
}

void RoomRuntime::tell_outcome(Told told) {
  append({});
  outbox_.told.push_back(std::move(told));
}

// Runs that went on may have let words be forgotten that the paused ones have not read.
void RoomRuntime::know_inputs(const std::vector<EventPtr>& more) {
  std::map<RoomSeq, EventPtr> inputs;
  const std::vector<EventPtr> known = std::exchange(inputs_, {});
  for (const auto* some : {&more, &known})
    for (const EventPtr& input : *some)
      if (input->room_seq <= head()) inputs.emplace(input->room_seq, input);
  for (auto& [at, input] : inputs) inputs_.push_back(std::move(input));
}

void RoomRuntime::forget_inputs() {
  if (inputs_.empty()) return;
  RoomSeq read = head();
  for (const auto& [id, run] : runs_)
    read = std::min({read, run->read_up_to(), run->input_taken()});
  for (const auto& [flow, start] : starts_)  // between two runs, or paused
    if (!runs_.contains(flow)) read = std::min(read, input_after(start));
  std::erase_if(inputs_, [&](const EventPtr& input) { return input->room_seq <= read; });
}

FlowRun* RoomRuntime::find_run(const FlowId& flow) {
  auto found = runs_.find(flow);
  if (found == runs_.end()) return nullptr;
  touch(flow);
  return found->second.get();
}

Leaf* RoomRuntime::find_leaf(const FlowId& flow, const StepPath& place) {
  FlowRun* run = find_run(flow);
  if (!run) return nullptr;
  auto found = run->leaves().find(place);
  return found == run->leaves().end() ? nullptr : found->second.get();
}

NewEvent RoomRuntime::event(std::string kind, JsonObject body, const FlowId& flow,
                            const StepPath& place) const {
  NewEvent made;
  made.kind = std::move(kind);
  made.body = std::move(body);
  made.at = engine_.now();
  made.flow = flow;
  made.place = place;
  return made;
}

}  // namespace fm
