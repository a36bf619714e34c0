// How a room does the effects that have a performer: the attempts, what a crash in the middle
// means, and what comes back (P-12, R22 to R25).

#include <algorithm>

#include "engine/flow/gate.h"
#include "engine/runtime/room_runtime.h"

namespace fm {

EffectCall RoomRuntime::call_of(const FlowRun& run, const Leaf& leaf) const {
  EffectCall call;
  call.room = room_;
  call.flow = run.start();
  call.place = leaf.place;
  call.request = leaf.request.request;
  call.cursor = leaf.cursor;
  call.attempt = leaf.attempt;
  // What another run had begun keeps its key: it is one effect, wherever it is asked for.
  const Place& first = leaf.carried.empty() ? leaf.place : leaf.carried;
  call.key = to_base32(
      sha256(room_.value + " " + run.start()->id.value + " " + first.value + " " + leaf.digest),
      26);
  call.cancel = leaf.cancel;
  return call;
}

void RoomRuntime::ask_performer(FlowRun& run, Leaf& leaf, Performer& performer) {
  leaf.attempt = 0;
  std::vector<NewEvent> first = {scheduled(run, leaf, performer.effect_class())};
  for (NewEvent& announced : performer.announce(call_of(run, leaf))) {
    announced.flow = run.start()->id;
    announced.place = leaf.place;
    announced.at = engine_.now();
    first.push_back(std::move(announced));
  }
  start_attempt(run, leaf, performer, std::move(first));
}

void RoomRuntime::start_attempt(FlowRun& run, Leaf& leaf, Performer& performer,
                                std::vector<NewEvent> first) {
  ++leaf.attempt;
  leaf.in_doubt = false;
  Append append;
  append.events = std::move(first);
  if (state_ != "working") append.state = "working";
  append.events.push_back(event("effect.started",
                                {{"attempt", leaf.attempt}, {"key", call_of(run, leaf).key}},
                                run.start()->id, leaf.place));
  const EffectClass effect_class = performer.effect_class();
  const FlowId flow = run.start()->id;
  const Place place = leaf.place;
  if (effect_class == EffectClass::kPure || effect_class == EffectClass::kRepeatable) {
    // Doing it twice is allowed, so it need not wait for the disk.
    append.urgency = Urgency::kLazy;
    this->append(std::move(append));
    perform(flow, place, performer);
  } else {
    this->append(std::move(append), [this, flow, place, &performer](const Appended&) {
      perform(flow, place, performer);
    });
  }
}

void RoomRuntime::perform(const FlowId& flow, const Place& place, Performer& performer) {
  FlowRun* run = find_run(flow);
  Leaf* leaf = find_leaf(flow, place);
  if (!run || !leaf || leaf->finishing) return;
  EffectCall call = call_of(*run, *leaf);
  const int attempt = leaf->attempt;
  // The flow may have read on since (in other branches, before a crash): then the view is folded
  // anew to where this effect was asked for.
  std::unique_ptr<Fold> earlier;
  if (run->cursor() != leaf->cursor) {
    auto all = read_all(engine_.journal(), room_);
    if (!all) {
      performed(flow, place, attempt,
                std::unexpected(std::make_exception_ptr(Bug(all.error().message))));
      return;
    }
    earlier = engine_.fold_factory()();
    for (const EventPtr& event : *all)
      if (event->room_seq <= leaf->cursor) earlier->apply(*event);
  }
  auto done = [this, flow, place, attempt, alive = std::weak_ptr(alive_)](
                  std::expected<Performed, std::exception_ptr> outcome) {
    if (alive.lock()) performed(flow, place, attempt, std::move(outcome));
  };
  try {
    Task<Performed> task = performer.begin(std::move(call), earlier ? *earlier : run->fold());
    leaf->task = fm::start(std::move(task), std::move(done));
  } catch (...) {  // a bug in the performer: this room's fault only
    performed(flow, place, attempt, std::unexpected(std::current_exception()));
  }
}

void RoomRuntime::performed(const FlowId& flow, const Place& place, int attempt,
                            std::expected<Performed, std::exception_ptr> done) {
  FlowRun* run = find_run(flow);
  Leaf* leaf = find_leaf(flow, place);
  if (!run || !leaf || leaf->finishing || leaf->attempt != attempt) return;  // too late (R25)
  if (done) {
    bool has_double = contains_double(done->outcome.value);
    for (const NewEvent& said : done->events) has_double = has_double || contains_double(said.body);
    if (has_double)
      done = std::unexpected(std::make_exception_ptr(Bug("a double in what an effect gave back")));
  }
  if (!done) {
    // A bug in a turn stops this room only (design idea 12). Posted: we are inside its task.
    leaf->finishing = true;
    run->fail(done.error());
    engine_.loop().post([this, flow, alive = std::weak_ptr(alive_)] {
      if (alive.lock()) settle(flow), check_idle();
    });
    return;
  }
  for (NewEvent& event : done->events) {
    event.flow = flow;
    event.place = place;
    event.at = engine_.now();
  }
  finish(*run, *leaf, std::move(done->outcome), std::move(done->events), {}, done->prompt_hash);
}

void RoomRuntime::recover(FlowRun& run, Leaf& leaf, Performer& performer) {
  const EffectClass effect_class = performer.effect_class();
  if (leaf.unknown) return;  // a gate is open about it
  if (leaf.attempt == 0 || effect_class == EffectClass::kPure ||
      effect_class == EffectClass::kRepeatable) {
    start_attempt(run, leaf, performer);
  } else if (effect_class == EffectClass::kCheckable) {
    probe(run, leaf, performer);
  } else {
    ask_about_unknown(run, leaf);
  }
}

void RoomRuntime::probe(FlowRun& run, Leaf& leaf, Performer& performer) {
  auto found = std::make_shared<Performed>();
  const FlowId flow = run.start()->id;
  const Place place = leaf.place;
  auto done = [this, flow, place, found, &performer,
               alive = std::weak_ptr(alive_)](std::expected<Probe, std::exception_ptr> probed) {
    if (!alive.lock()) return;
    FlowRun* asked = find_run(flow);
    Leaf* waiting = find_leaf(flow, place);
    if (!asked || !waiting || waiting->finishing) return;
    if (probed && *probed != Probe::kUnknown) waiting->in_doubt = false;
    if (probed && *probed == Probe::kHappened) {
      performed(flow, place, waiting->attempt, std::move(*found));
    } else if (waiting->scope->is_cancelled()) {
      std::vector<NewEvent> before;
      if (waiting->in_doubt)
        before.push_back(event("effect.unknown", {{"attempt", waiting->attempt}}, flow, place));
      Outcome interrupted;
      interrupted.interrupted = true;
      finish(*asked, *waiting, std::move(interrupted), std::move(before));
    } else if (probed && *probed == Probe::kDidNotHappen) {
      // Posted: starting anew replaces the task that we are inside of.
      engine_.loop().post([this, flow, place, &performer, still = std::weak_ptr(alive_)] {
        if (!still.lock()) return;
        FlowRun* again = find_run(flow);
        Leaf* leaf_again = find_leaf(flow, place);
        if (!again || !leaf_again || leaf_again->finishing) return;
        if (leaf_again->scope->is_cancelled()) {
          flow_cancels(*again, *leaf_again);
        } else {
          start_attempt(*again, *leaf_again, performer);
        }
      });
    } else {
      ask_about_unknown(*asked, *waiting);
    }
  };
  try {
    Task<Probe> task = performer.probe(call_of(run, leaf), *found);
    leaf.task = fm::start(std::move(task), std::move(done));
  } catch (...) {  // a probe that cannot even begin tells nothing
    ask_about_unknown(run, leaf);
  }
}

void RoomRuntime::ask_about_unknown(FlowRun& run, Leaf& leaf) {
  leaf.unknown = true;
  GateRequest gate;
  gate.type = "unknown_effect";
  gate.question =
      "The program stopped while a step was being done, and it is not known whether "
      "it happened. What shall be done?";
  gate.options = unknown_options();
  JsonObject subject;
  subject["effect"] = leaf.request.kind;
  subject["request"] = leaf.request.request;
  subject["attempt"] = leaf.attempt;
  gate.subject = std::move(subject);
  const std::string id = unknown_gate_id(run, leaf);
  Append append;
  append.events.push_back(
      event("effect.unknown", {{"attempt", leaf.attempt}}, run.start()->id, leaf.place));
  append.events.push_back(event("gate.opened", gate_body(id, gate), run.start()->id, leaf.place));
  append.opened.push_back(gate_row(room_, append.events.back().body, append.events.back(), true));
  append.opened.back().data["attempt"] = leaf.attempt;
  append.state = "waiting";
  this->append(std::move(append));
}

}  // namespace fm
