// Runs that cannot go on, and those that take their place (design idea 11).
//
//   a run            what happens
//   diverges, fails  flow.paused and a gate, in one commit: begin anew, try again, or stop
//   renews           of an older program, by a flow that says so: it begins anew without a question
//   begins anew      one commit: the answer, what waited closed, flow.started of the next run.
//                    It follows the former run as far as both ask for the same (flow/carried.h)
//   fails again      the next one is begun afresh: where the room is now, with what was heard
//
// Nothing is guessed: each result that is handed over is journaled once more, as this run's own, so
// that the run replays like any other.

#include <algorithm>
#include <array>

#include "engine/flow/gate.h"
#include "engine/flow/gate_options.h"
#include "engine/flow/pins.h"
#include "engine/log/post.h"
#include "engine/runtime/room_runtime.h"

namespace fm {
namespace {

constexpr std::string_view kGateType = "begin_anew";

constexpr std::array<GateOption, 3> kAnswers = {
    GateOption{"begin-anew", "begin anew"},
    {"try-again", "try again"},
    {"stop", "stop"},
};
constexpr std::string_view kBeginAnew = kAnswers[0].id;
constexpr std::string_view kStop = kAnswers[2].id;

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

// The run that takes the place of `former`.
FlowStart next_of(const FlowStart& former, const FlowDefinition* definition) {
  FlowStart next = former;
  next.run += 1;
  if (definition) next.version = definition->version;
  next.anew = Anew{.run = former.run, .from = former.started, .afresh = former.anew.has_value()};
  if (!next.args.contains("$input_after")) next.args["$input_after"] = former.started.value;
  return next;
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
  for (const GateOption& answer : kAnswers) gate.offer(answer);
  gate.subject = JsonObject{{"code", fault.code}, {"cause", fault.cause}};
  const std::string id = derived_id('g', flow, "/begin-anew/" + std::to_string(head().value));
  append.events.push_back(event("gate.opened", gate_body(id, gate), flow, {}));
  append.opened.push_back(gate_row(room_, append.events.back().body, append.events.back(), false));
  append.opened.back().data["anew"] = true;
  anew_gates_[flow] = id;
}

// A newer program comes with its own way to go on, unless that failed already.
bool RoomRuntime::is_renewed(const FlowId& flow, const Error& fault) const {
  const auto start = starts_.find(flow);
  if (fault.code != "flow_diverged" || start == starts_.end() || is_orphan(start->second))
    return false;
  const auto definition = engine_.definition(start->second.name);
  if (!definition || !(*definition)->renews) return false;
  const std::optional<Anew>& anew = start->second.anew;
  return start->second.version < (*definition)->version || (anew && !anew->afresh);
}

void RoomRuntime::renew(const FlowId& flow) {
  engine_.read_left(room_, [this, alive = std::weak_ptr(alive_), flow](Result<RoomPast> left) {
    if (!alive.lock() || !paused_.contains(flow)) return;
    const Step step(*this);
    if (left) return begin_anew(flow, By{}, {}, *left);
    Append append;  // then a person decides, once it can be read
    ask_anew(append, flow, {"flow_diverged", "", left.error().message, ""});
    append.state = "paused";
    this->append(std::move(append));
  });
}

std::set<std::string> RoomRuntime::close_anew_gates(Append& append, const FlowId& flow) {
  const auto open = engine_.anew_gates(room_, flow);
  std::set<std::string> gates(open.begin(), open.end());
  if (const auto opened = anew_gates_.extract(flow)) gates.insert(opened.mapped());
  for (const std::string& gate : gates) append.closed.emplace_back(OpenKind::kGate, gate);
  return gates;
}

void RoomRuntime::withdraw_anew(Append& append, const FlowId& flow) {
  for (const std::string& gate : close_anew_gates(append, flow))
    append.events.push_back(event("gate.expired", {{"gate", gate}}, flow, {}));
}

void RoomRuntime::answer_anew(const Engine::Gate& about, NewEvent answered,
                              Engine::Acknowledge done) {
  const std::string gate(text_at(answered.body, "gate"));
  const std::string answer(text_at(answered.body, "answer"));
  const FlowId flow = about.flow;
  const auto acknowledge = [](Engine::Acknowledge& told, Result<Appended>& result) {
    if (!told) return;
    if (result) {
      told(result->events.front());
    } else {
      told(std::unexpected(result.error()));
    }
  };
  if (answer == kBeginAnew) {
    // Whatever is read, the answer goes along with what it asks for.
    engine_.read_left(
        room_, [this, alive = std::weak_ptr(alive_), flow, answered = std::move(answered),
                done = std::move(done)](Result<RoomPast> left) mutable {
          if (!alive.lock()) return;
          if (!left || !paused_.contains(flow) || beginning_.contains(flow)) {
            const Error late{"gate_unknown", "This question is open no more.", "",
                             "See what is open with `folkmoot room show`."};
            if (done) done(std::unexpected(left ? late : left.error()));
            return;
          }
          const By by = answered.by;
          const Step step(*this);
          std::vector<NewEvent> first;
          first.push_back(std::move(answered));
          begin_anew(flow, by, std::move(first), *left);
          tell_outcome([done = std::move(done)](const Result<Appended>& told) mutable {
            if (!done) return;
            if (!told) return done(std::unexpected(told.error()));
            for (const EventPtr& event : told->events)
              if (event->kind == "gate.answered") return done(event);
          });
        });
    return;
  }
  Append append;
  append.room = room_;
  append.events.push_back(answered);
  if (answer == kStop) {
    NewEvent cancelled = event("flow.cancelled", {{"why", "stopped by the person"}}, flow, {});
    cancelled.by = answered.by;
    append.events.push_back(std::move(cancelled));
  }
  append.closed.emplace_back(OpenKind::kGate, gate);
  anew_gates_.erase(flow);
  ++pending_;
  idle_told_ = false;
  engine_.append(std::move(append),
                 [this, alive = std::weak_ptr(alive_), stops = answer == kStop, acknowledge,
                  done = std::move(done)](Result<Appended> result) mutable {
                   acknowledge(done, result);
                   if (!alive.lock()) return;
                   {
                     const Step step(*this);
                     --pending_;
                   }
                   if (result && !stops) engine_.try_again(room_, [](const Result<void>&) {});
                 });
}

void RoomRuntime::begin_anew(const By& by, std::move_only_function<void(Result<void>)> done) {
  engine_.read_left(room_, [this, room = room_, alive = std::weak_ptr(alive_), by,
                            done = std::move(done)](Result<RoomPast> left) mutable {
    if (!alive.lock()) return done(std::unexpected(room_fenced(room)));
    if (!left) return done(std::unexpected(left.error()));
    const Step step(*this);
    for (const FlowId& flow : std::set(paused_))
      if (const auto start = starts_.find(flow);
          start != starts_.end() && !paused_.contains(start->second.parent))
        begin_anew(flow, by, {}, *left);
    if (!outbox_.used) return done({});
    tell_outcome([done = std::move(done)](const Result<Appended>& begun) mutable {
      done(begun ? Result<void>() : std::unexpected(begun.error()));
    });
  });
}

void RoomRuntime::begin_anew(const FlowId& flow, const By& by, std::vector<NewEvent> first,
                             RoomPast& left) {
  const auto known = starts_.find(flow);
  if (known == starts_.end() || is_orphan(known->second) || !beginning_.insert(flow).second) return;
  const FlowStart former = known->second;
  const auto definition = engine_.definition(former.name);
  FlowStart next = next_of(former, definition ? *definition : nullptr);
  if (next.anew->afresh && definition && (*definition)->afresh)
    next.args =
        (*definition)->afresh(std::move(next.args), left.carried[flow], *state_.snapshot().fold);
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
  append.state = "working";
  idle_told_ = false;
  starts_[flow].args = next.args;
  // Its children stand still until the new run asks for them, and ask nothing meanwhile.
  std::set<FlowId> followed = {flow};
  for (const auto& [id, start] : starts_)
    if (start.parent == flow) {
      followed.insert(id);
      runs_.erase(id);
      withdraw_anew(append, id);
      touch(id);
    }
  follow(left.carried, left.state, followed);
  know_inputs(left.inputs);
  this->append(std::move(append));
}

// Following.

void RoomRuntime::follow(std::map<FlowId, Carried>& known, const RoomState& state,
                         const std::set<FlowId>& flows) {
  for (const FlowId& flow : flows) {
    auto found = known.extract(flow);
    if (!found) continue;
    Carried& carried = found.mapped();
    Following following;
    std::set<RoomSeq> needed;
    carried.add_cursors(needed);
    if (const auto start = starts_.find(flow); start != starts_.end())
      needed.insert(start->second.started);
    for (const RoomSeq at : needed) {
      if (auto there = state.at(at)) following.views.insert_or_assign(at, *there);
    }
    following.carried = std::move(carried);
    following_.insert_or_assign(flow, std::move(following));
  }
}

void RoomRuntime::take_up(const FlowStart& start, const History& history) {
  if (!start.anew) {
    following_.erase(start.id);
    return;
  }
  Following& following = following_[start.id];
  for (const auto& [place, effect] : history.effects())
    if (auto* known = following.carried.by_origin(effect.carried)) known->used = true;
}

std::optional<FlowHost::Followed> RoomRuntime::flow_follows(FlowRun& run, Leaf& leaf) {
  const auto following = following_.find(run.start()->id);
  if (following == following_.end()) return std::nullopt;
  const bool afresh = run.start()->anew->afresh;
  Carried& carried = following->second.carried;
  CarriedEffect* known =
      carried.match(path_in_run(leaf.place.value, run.start()->run), leaf.request, afresh);
  if (!known) {
    // What is new and changes nothing does not take the run out of the past that it follows.
    const auto performer = engine_.performers().find(leaf.request.kind);
    const bool looks = performer == engine_.performers().end()
                           ? leaf.request.kind == "look" || leaf.request.kind == "version"
                           : performer->second->effect_class() == EffectClass::kPure;
    if (!looks || afresh || !carried.is_ahead(run.cursor())) return std::nullopt;
    return Followed{run.cursor(), std::nullopt};
  }
  known->used = true;
  leaf.carried = known->origin;
  leaf.progress = known->progress;
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
  append.events.back().body["attempt"] = leaf.attempt;
  append.events.back().body["key"] = call_of(run, leaf).key;
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
    for (const StepPath& place : following.owed) {
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

void RoomRuntime::forget_followed(const FlowStart& start, Append& append) {
  const auto following = following_.extract(start.id);
  if (!following || !start.anew) return;
  for (const CarriedEffect* effect : following.mapped().carried.in_doubt())
    append.events.push_back(event("warning", to_json(in_doubt_warning(*effect)), start.id, {}));
  // Children of the former run that this one did not ask for serve nobody.
  for (const auto& [id, child] : std::map(starts_))
    if (child.parent == start.id && !is_of_run(child.parent_path.value, start.run))
      end_cancelled(id);
}

// Children. One that was begun by the former run keeps its id and is begun anew for this one; until
// then it stands still.

bool RoomRuntime::is_orphan(const FlowStart& start) const {
  const auto parent = starts_.find(start.parent);
  return !start.parent.empty() && parent != starts_.end() &&
         !is_of_run(start.parent_path.value, parent->second.run);
}

FlowId RoomRuntime::child_of(const FlowRun& run, const Leaf& leaf) const {
  const StepPath& first = leaf.carried.empty() ? leaf.place : leaf.carried;
  return {derived_id('f', run.start()->id, first.value)};
}

bool RoomRuntime::adopt_child(FlowRun& run, Leaf& leaf) {
  const auto known = starts_.find(child_of(run, leaf));
  if (known == starts_.end()) return false;
  const FlowStart former = known->second;
  runs_.erase(former.id);
  paused_.erase(former.id);
  const auto definition = engine_.definition(former.name);
  FlowStart child = next_of(former, definition ? *definition : nullptr);
  child.parent_path = leaf.place;
  Append append;
  append.events.push_back(scheduled(run, leaf, EffectClass::kPure));
  pin_by_manifest(child, append);
  append.events.push_back(event("flow.started", to_body(child, &former), child.id, {}));
  close_anew_gates(append, child.id);
  for (const OpenRow& row : engine_.waiting(room_, child.id)) {
    append.closed.emplace_back(row.kind, row.id);
    if (row.kind == OpenKind::kTimer)
      engine_.disarm(room_, child.id, {row.id.substr(row.id.find(' ') + 1)});
  }
  this->append(std::move(append));
  return true;
}

}  // namespace fm
