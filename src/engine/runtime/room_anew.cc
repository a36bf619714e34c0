// Runs that cannot go on, and those that take their place (design idea 11).
//
//   a run            what happens
//   diverges, fails  flow.paused and a gate, in one commit: begin anew, try again, or stop
//   begins anew      one commit: the answer, what waited closed, flow.started of the next run.
//                    It follows the former run as far as both ask for the same (flow/carried.h)
//   fails again      the next one is begun afresh: where the room is now, with what was heard
//
// Nothing is guessed: each result that is handed over is journaled once more, as this run's own, so
// that the run replays like any other.

#include <algorithm>

#include "engine/flow/gate.h"
#include "engine/flow/pins.h"
#include "engine/runtime/room_runtime.h"

namespace fm {
namespace {

constexpr std::string_view kGateType = "begin_anew";

enum class AnewAnswer { kAnew, kAgain, kStop };

const std::vector<std::string>& options() {
  static const std::vector<std::string> kOptions = {"begin anew", "try again", "stop"};
  return kOptions;
}

bool can_be_begun_anew(const Error& fault) {
  return fault.code == "flow_diverged" || fault.code == "internal_error";
}

// An interruption of these was the end of waiting, not something that was done.
bool only_waits(std::string_view kind) {
  return kind == "ask" || kind == "input" || kind == "sleep" || kind == "child";
}

Error in_doubt_warning(const CarriedEffect& effect) {
  return {"effect_in_doubt", "It is not known whether a step was done before this began anew.",
          "It was " + effect.kind + " " + canonical(effect.request) + " at " + effect.origin.value +
              ", and this program does not ask for it.",
          "Look whether it happened. It is not done again."};
}

}  // namespace

// The question that a room asks when a run of it cannot go on.
void RoomRuntime::ask_anew(Append& append, const FlowId& flow, const Error& fault) {
  if (!can_be_begun_anew(fault)) return;
  GateRequest gate;
  gate.type = kGateType;
  gate.question = fault.code == "flow_diverged"
                      ? "This was begun by another version of the program and cannot go on as it "
                        "is. How shall it go on?"
                      : "Something in this program went wrong, and this cannot go on as it is. How "
                        "shall it go on?";
  gate.options = options();
  gate.subject = JsonObject{{"code", fault.code}, {"cause", fault.cause}};
  const std::string id = derived_id('g', flow, "/begin-anew/" + std::to_string(head_.value));
  append.events.push_back(event("gate.opened", gate_body(id, gate), flow, {}));
  append.opened.push_back(gate_row(room_, append.events.back().body, append.events.back(), false));
  append.opened.back().data["anew"] = true;
  anew_gates_[flow] = id;
}

void RoomRuntime::close_anew_gates(Append& append, const FlowId& flow) {
  for (const std::string& gate : engine_.anew_gates(room_, flow))
    append.closed.emplace_back(OpenKind::kGate, gate);
  if (const auto opened = anew_gates_.extract(flow))
    append.closed.emplace_back(OpenKind::kGate, opened.mapped());
}

void RoomRuntime::withdraw_anew(Append& append, const FlowId& flow) {
  close_anew_gates(append, flow);
  for (const auto& [kind, gate] : append.closed)
    append.events.push_back(event("gate.expired", {{"gate", gate}}, flow, {}));
}

void RoomRuntime::answer_anew(const std::string& gate, const Engine::Gate& about, NewEvent answered,
                              Engine::Acknowledge done) {
  const std::string answer(text_at(answered.body, "answer"));
  if (answer == options()[static_cast<std::size_t>(AnewAnswer::kAnew)]) {
    const By by = answered.by;
    std::vector<NewEvent> first;
    first.push_back(std::move(answered));
    return begin_anew(about.flow, by, std::move(first), std::move(done));
  }
  const bool stops = answer == options()[static_cast<std::size_t>(AnewAnswer::kStop)];
  Append append;
  append.room = room_;
  append.events.push_back(answered);
  if (stops) {
    NewEvent cancelled =
        event("flow.cancelled", {{"why", "stopped by the person"}}, about.flow, {});
    cancelled.by = answered.by;
    append.events.push_back(std::move(cancelled));
  }
  append.closed.emplace_back(OpenKind::kGate, gate);
  anew_gates_.erase(about.flow);
  ++pending_;
  engine_.append(std::move(append), [this, alive = std::weak_ptr(alive_), flow = about.flow, stops,
                                     done = std::move(done)](Result<Appended> result) mutable {
    if (done) {
      if (result) {
        done(result->events.front());
      } else {
        done(std::unexpected(result.error()));
      }
    }
    if (!alive.lock()) return;
    --pending_;
    if (result && !stops) retry_paused();
    check_idle();
  });
}

bool RoomRuntime::begin_anew(const By& by) {
  const std::set<FlowId> stuck = paused_;
  for (const FlowId& flow : stuck) begin_anew(flow, by, {}, {});
  return !stuck.empty();
}

void RoomRuntime::begin_anew(const FlowId& flow, const By& by, std::vector<NewEvent> first,
                             Engine::Acknowledge done) {
  const auto refuse = [&](const Error& error) {
    if (done) done(std::unexpected(error));
  };
  const auto all = read_all(engine_.journal(), room_);
  if (!all) return refuse(all.error());
  const auto history = History::of(*all, flow);
  if (!history) return refuse(history.error());
  const FlowStart& former = history->start();
  const auto definition = engine_.definition(former.name);
  if (!definition) return refuse(definition.error());
  FlowStart next = former;
  next.run += 1;
  next.version = (*definition)->version;
  next.anew = Anew{.run = former.run, .from = former.started, .afresh = former.anew.has_value()};
  if (!next.args.contains("$input_after")) next.args["$input_after"] = former.started.value;
  if (next.anew->afresh && (*definition)->afresh)
    next.args = (*definition)->afresh(std::move(next.args), *all, flow);
  Append append;
  append.events = std::move(first);
  pin_by_manifest(next, append);
  NewEvent started = event("flow.started", to_body(next, &former), flow, {});
  started.by = by;
  append.events.push_back(std::move(started));
  close_anew_gates(append, flow);
  // What the former run waited for: the new one asks again.
  for (const OpenRow& row : engine_.waiting(room_, flow)) {
    append.closed.emplace_back(row.kind, row.id);
    if (row.kind == OpenKind::kTimer)
      engine_.disarm(room_, flow, {row.id.substr(row.id.find(' ') + 1)});
  }
  append.state = state_ = "working";
  append.room = room_;
  ++pending_;
  idle_told_ = false;
  engine_.append(std::move(append), [this, alive = std::weak_ptr(alive_), flow,
                                     done = std::move(done)](Result<Appended> result) mutable {
    if (done) {
      if (result) {
        done(result->events.front());
      } else {
        done(std::unexpected(result.error()));
      }
    }
    if (!alive.lock()) return;
    --pending_;
    if (result && paused_.erase(flow) > 0) begin(flow);
    check_idle();
  });
}

// Following.

void RoomRuntime::follow(const FlowStart& start, const std::vector<EventPtr>& room) {
  following_.erase(start.id);
  if (!start.anew) return;
  Following& following = following_[start.id];
  following.carried = Carried::of(room, start.id, start.anew->run);
  for (const EventPtr& event : room)
    if (event->flow == start.id && event->kind == "effect.scheduled" &&
        is_of_run(event->place.value, start.run))
      if (auto* known = following.carried.by_origin({std::string(event->text("carried"))}))
        known->used = true;
}

std::optional<FlowHost::Followed> RoomRuntime::flow_follows(FlowRun& run, Leaf& leaf) {
  const auto following = following_.find(run.start()->id);
  if (following == following_.end()) return std::nullopt;
  CarriedEffect* known = following->second.carried.match(
      place_in_run(leaf.place.value, run.start()->run), leaf.request, run.start()->anew->afresh);
  if (!known) {
    // What is new and changes nothing does not take the run out of the past that it follows.
    const auto performer = engine_.performers().find(leaf.request.kind);
    const bool looks = performer == engine_.performers().end()
                           ? leaf.request.kind == "look" || leaf.request.kind == "version"
                           : performer->second->effect_class() == EffectClass::kPure;
    if (!looks || run.start()->anew->afresh || !following->second.carried.is_ahead(run.cursor()))
      return std::nullopt;
    return Followed{run.cursor(), std::nullopt};
  }
  known->used = true;
  leaf.carried = known->origin;
  return Followed{known->cursor, known->instant};
}

// True: what the former run had of it is seen to, and nothing is begun.
bool RoomRuntime::take_over(FlowRun& run, Leaf& leaf) {
  const auto following = following_.find(run.start()->id);
  if (following == following_.end() || leaf.journaled) return false;
  const CarriedEffect* known = following->second.carried.by_origin(leaf.carried);
  if (!known) return false;
  if (known->outcome) {
    following->second.owed.insert(leaf.place);
    return true;
  }
  const auto performer = engine_.performers().find(leaf.request.kind);
  if (!known->outside || known->attempts == 0 || performer == engine_.performers().end())
    return false;
  // In flight when the former run stopped. That it was begun stands in this run too, before
  // anybody looks: whatever happens, it is not simply begun once more.
  leaf.journaled = true;
  leaf.attempt = known->attempts;
  leaf.in_doubt = true;
  Append append;
  append.events.push_back(scheduled(run, leaf, performer->second->effect_class()));
  append.events.push_back(event("effect.started",
                                {{"attempt", leaf.attempt}, {"key", call_of(run, leaf).key}},
                                run.start()->id, leaf.place));
  this->append(std::move(append));
  recover(run, leaf, *performer->second);
  return true;
}

// Its branch was cancelled before the result was handed over.
bool RoomRuntime::give_back(FlowRun& run, Leaf& leaf) {
  const auto following = following_.find(run.start()->id);
  if (following == following_.end() || following->second.owed.erase(leaf.place) == 0) return false;
  flow_skips(run, leaf);
  return true;
}

// One result at a time, the oldest first: so the run sees them in the order of the log, races too.
void RoomRuntime::hand_over(FlowRun& run) {
  const FlowId flow = run.start()->id;
  const auto found = following_.find(flow);
  if (found == following_.end()) return;
  Following& following = found->second;
  if (find_leaf(flow, following.in_hand)) return;
  while (!following.owed.empty()) {
    Leaf* leaf = nullptr;
    const CarriedEffect* known = nullptr;
    for (const Place& place : following.owed) {
      Leaf* waiting = find_leaf(flow, place);
      const CarriedEffect* its = waiting ? following.carried.by_origin(waiting->carried) : nullptr;
      if (!its || (known && its->finished > known->finished)) continue;
      leaf = waiting;
      known = its;
    }
    if (!leaf) return following.owed.clear();
    following.owed.erase(leaf->place);
    if (known->outcome->interrupted && only_waits(known->kind)) {
      leaf->carried = {};
      flow_asked(run, *leaf);
      continue;
    }
    following.in_hand = leaf->place;
    leaf->journaled = true;
    const auto performer = engine_.performers().find(known->kind);
    const EffectClass effect_class = performer == engine_.performers().end()
                                         ? EffectClass::kPure
                                         : performer->second->effect_class();
    std::vector<NewEvent> first;
    first.push_back(scheduled(run, *leaf, effect_class));
    finish(run, *leaf, *known->outcome, std::move(first));
    return;
  }
}

// A child of the former run has ended meanwhile.
void RoomRuntime::note_followed(const Event& finished) {
  const auto following = following_.find(finished.flow);
  if (following == following_.end()) return;
  for (CarriedEffect& known : following->second.carried.effects())
    if (known.asked_at == finished.place && !known.outcome) {
      known.outcome = outcome_of(finished);
      known.finished = finished.room_seq;
    }
}

void RoomRuntime::forget_followed(const FlowStart& start, Append& append) {
  const auto following = following_.extract(start.id);
  if (!following) return;
  for (const CarriedEffect* effect : following.mapped().carried.in_doubt())
    append.events.push_back(event("warning", to_json(in_doubt_warning(*effect)), start.id, {}));
  // Children of the former run that this one did not ask for serve nobody.
  for (const auto& [id, run] : runs_)
    if (run->start()->parent == start.id && !is_of_run(run->start()->parent_place.value, start.run))
      cancel_flow(id, start.id);
}

// Children. One that was begun by the former run keeps its id and is begun anew for this one.

FlowId RoomRuntime::child_of(const FlowRun& run, const Leaf& leaf) const {
  const Place& first = leaf.carried.empty() ? leaf.place : leaf.carried;
  return {derived_id('f', run.start()->id, first.value)};
}

std::optional<FlowStart> RoomRuntime::former_run(const FlowId& flow) {
  const auto all = read_all(engine_.journal(), room_);
  if (!all) return std::nullopt;
  const auto history = History::of(*all, flow);
  return history ? std::optional(history->start()) : std::nullopt;
}

void RoomRuntime::adopt_child(FlowRun& run, Leaf& leaf, const FlowStart& former) {
  runs_.erase(former.id);
  paused_.erase(former.id);
  FlowStart child = former;
  child.run += 1;
  child.parent_place = leaf.place;
  child.anew = Anew{.run = former.run, .from = former.started, .afresh = former.anew.has_value()};
  if (!child.args.contains("$input_after")) child.args["$input_after"] = former.started.value;
  if (const auto definition = engine_.definition(child.name); definition)
    child.version = (*definition)->version;
  Append append;
  append.events.push_back(scheduled(run, leaf, EffectClass::kPure));
  pin_by_manifest(child, append);
  append.events.push_back(event("flow.started", to_body(child, &former), child.id, {}));
  close_anew_gates(append, child.id);
  this->append(std::move(append), [this, id = child.id](const Appended&) { begin(id); });
}

}  // namespace fm
