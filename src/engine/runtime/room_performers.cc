// How a room does the effects that have a performer: the attempts, what a crash in the middle
// means, and what comes back (P-12, R22 to R25).

#include <algorithm>

#include "engine/flow/gate.h"
#include "engine/log/blob.h"
#include "engine/runtime/room_runtime.h"

namespace fm {

EffectCall RoomRuntime::call_of(const FlowRun& run, const Leaf& leaf) {
  EffectCall call;
  call.room = room_;
  call.flow = run.start();
  call.place = leaf.place;
  call.request = leaf.request.request;
  call.cursor = leaf.cursor;
  call.attempt = leaf.attempt;
  // What another run had begun keeps its key: it is one effect, wherever it is asked for.
  const StepPath& first = leaf.carried.empty() ? leaf.place : leaf.carried;
  call.key = to_base32(
      sha256(room_.value + " " + run.start()->id.value + " " + first.value + " " + leaf.digest),
      26);
  call.view = leaf.view;
  call.progress = leaf.progress;
  const std::weak_ptr alive = alive_;
  const FlowId flow = run.start()->id;
  call.record = [this, alive, flow, place = leaf.place, attempt = leaf.attempt](JsonObject left) {
    return record_if(alive, this, flow, place, attempt, std::move(left));
  };
  call.beat = [this, alive, flow, place = leaf.place, attempt = leaf.attempt] {
    if (alive.lock()) beat(flow, place, attempt);
  };
  call.cancel = leaf.cancel;
  return call;
}

void RoomRuntime::ask_performer(FlowRun& run, Leaf& leaf, Performer& performer) {
  // A pure effect has no attempts: nothing happens outside, so nothing has to be known of its
  // beginning. The first attempt of any other begins with its scheduling, in one row.
  const EffectClass effect_class = performer.effect_class();
  leaf.attempt = 1;
  leaf.in_doubt = false;
  NewEvent row = scheduled(run, leaf, effect_class);
  const EffectCall call = call_of(run, leaf);
  if (effect_class != EffectClass::kPure) {
    row.body["attempt"] = leaf.attempt;
    row.body["key"] = call.key;
  }
  Append append;
  append.events.push_back(std::move(row));
  for (NewEvent& announced : performer.announce(call)) {
    announced.flow = run.start()->id;
    announced.place = leaf.place;
    announced.at = engine_.now();
    append.events.push_back(std::move(announced));
  }
  if (append.events.size() == 1) leaf.row = outbox_.append.events.size();
  leaf.row_step = step_;
  append_attempt(std::move(append), run, leaf, performer);
}

void RoomRuntime::start_attempt(FlowRun& run, Leaf& leaf, Performer& performer) {
  ++leaf.attempt;
  leaf.in_doubt = false;
  leaf.row.reset();
  Append append;
  if (performer.effect_class() != EffectClass::kPure)
    append.events.push_back(event("effect.started",
                                  {{"attempt", leaf.attempt}, {"key", call_of(run, leaf).key}},
                                  run.start()->id, leaf.place));
  append_attempt(std::move(append), run, leaf, performer);
}

void RoomRuntime::append_attempt(Append append, const FlowRun& run, const Leaf& leaf,
                                 Performer& performer) {
  const EffectClass effect_class = performer.effect_class();
  const FlowId flow = run.start()->id;
  const StepPath place = leaf.place;
  if (effect_class == EffectClass::kPure || effect_class == EffectClass::kRepeatable) {
    // Doing it twice is allowed, so it need not wait for the disk. What is done outside begins when
    // its row is on its way; what is not is known in this very moment, perhaps.
    append.urgency = Urgency::kLazy;
    const Step step(*this);
    if (!append.events.empty()) this->append(std::move(append));
    if (effect_class == EffectClass::kPure) {
      perform(flow, place, performer);
    } else {
      to_perform_.push_back([this, flow, place, &performer] { perform(flow, place, performer); });
    }
  } else {
    this->append(std::move(append), [this, flow, place, &performer](const Appended&) {
      perform(flow, place, performer);
    });
  }
}

void RoomRuntime::perform(const FlowId& flow, const StepPath& place, Performer& performer) {
  FlowRun* run = find_run(flow);
  Leaf* leaf = find_leaf(flow, place);
  if (!run || !leaf || leaf->finishing || engine_.is_finishing()) return;
  EffectCall call = call_of(*run, *leaf);
  const int attempt = leaf->attempt;
  watch(*leaf, flow, performer.deadline(call));
  auto done = [this, flow, place, attempt, alive = std::weak_ptr(alive_)](
                  std::expected<Performed, std::exception_ptr> outcome) {
    if (alive.lock()) performed(flow, place, attempt, std::move(outcome));
  };
  try {
    const FoldPtr view = leaf->view;
    Task<Performed> task = performer.begin(std::move(call), *view);
    leaf->task = fm::start(std::move(task), std::move(done));
  } catch (...) {  // a bug in the performer: this room's fault only
    performed(flow, place, attempt, std::unexpected(std::current_exception()));
  }
}

bool RoomRuntime::works() const {
  return std::ranges::any_of(runs_, [](const auto& run) {
    return std::ranges::any_of(run.second->leaves(),
                               [](const auto& leaf) { return !leaf.second->task.done(); });
  });
}

void RoomRuntime::performed(const FlowId& flow, const StepPath& place, int attempt,
                            std::expected<Performed, std::exception_ptr> done) {
  const Step step(*this);
  engine_.effect_over();
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
      if (!alive.lock()) return;
      const Step later(*this);
      settle(flow);
    });
    return;
  }
  if (leaf->overdue && done->outcome.interrupted) {
    done->outcome.error = leaf->overdue;
    done->outcome.interrupted = false;
  }
  if (finish_in_its_row(*run, *leaf, *done)) return;
  for (NewEvent& event : done->events) {
    event.flow = flow;
    event.place = place;
    event.at = engine_.now();
  }
  finish(*run, *leaf, std::move(done->outcome), std::move(done->events), {}, done->prompt_hash);
}

// What is known in the moment in which it is asked for, as reading a text is, is one row: its
// scheduling with the result.
bool RoomRuntime::finish_in_its_row(const FlowRun& run, Leaf& leaf, const Performed& done) {
  const bool same_moment = leaf.row && leaf.row_step == step_;
  if (!same_moment || leaf.attempt != 1 || !done.events.empty() || !done.prompt_hash.empty() ||
      has_text_over(done.outcome.value, kTextLimit))
    return false;
  NewEvent& row = outbox_.append.events[*leaf.row];
  if (text_at(row.body, "class") != to_string(EffectClass::kPure)) return false;
  for (const auto& [key, value] : to_body(done.outcome, 1))
    if (key != "attempt") row.body[key] = value;
  leaf.finishing = true;
  outbox_.append.urgency = Urgency::kNow;
  if (std::exchange(marked_, false)) outbox_.append.activation = ActivationMark::kProgress;
  if (may_be_known()) {
    know(run.start()->id, leaf.place, done.outcome);
  } else {
    outbox_.tells = true;
  }
  return true;
}

// What an attempt leaves behind is there before its work goes on: after a crash the next attempt
// or the probe finds by it what was begun.
Task<bool> RoomRuntime::record_if(std::weak_ptr<int> alive, RoomRuntime* room, FlowId flow,
                                  StepPath place, int attempt, JsonObject left) {
  if (!alive.lock()) co_return false;
  Leaf* leaf = room->find_leaf(flow, place);
  if (!leaf || leaf->finishing || leaf->attempt != attempt) co_return false;
  room->beat(flow, place, attempt);
  for (const auto& [key, value] : left) leaf->progress[key] = value;
  JsonObject body = leaf->progress;
  body["effect"] = leaf->request.kind;
  body["attempt"] = attempt;
  Later<bool> written;
  Append append;
  append.events.push_back(room->event("effect.progress", std::move(body), flow, place));
  room->append(std::move(append), [written](const Appended&) { written.resolve(true); });
  co_await written;
  co_return true;
}

void RoomRuntime::watch(Leaf& leaf, const FlowId& flow, const EffectDeadline& deadline) {
  leaf.limits = deadline;
  leaf.overdue.reset();
  leaf.began = engine_.loop().clock().steady();
  leaf.beaten = leaf.began;
  set_deadline(leaf, flow);
}

void RoomRuntime::set_deadline(Leaf& leaf, const FlowId& flow) {
  leaf.deadline.reset();
  const EffectDeadline& limits = leaf.limits;
  if (limits.in_all <= Millis(0) && limits.silence <= Millis(0)) return;
  Millis due = Millis::max();
  if (limits.in_all > Millis(0)) due = leaf.began + limits.in_all;
  if (limits.silence > Millis(0)) due = std::min(due, leaf.beaten + limits.silence);
  const Millis wait = std::max(due - engine_.loop().clock().steady(), Millis(0));
  leaf.deadline = engine_.loop().after(
      wait,
      [this, flow, place = leaf.place, attempt = leaf.attempt, alive = std::weak_ptr(alive_)] {
        if (alive.lock()) look_at_deadline(flow, place, attempt);
      });
}

void RoomRuntime::beat(const FlowId& flow, const StepPath& place, int attempt) {
  Leaf* leaf = find_leaf(flow, place);
  if (leaf && leaf->attempt == attempt) leaf->beaten = engine_.loop().clock().steady();
}

void RoomRuntime::look_at_deadline(const FlowId& flow, const StepPath& place, int attempt) {
  const Step step(*this);
  Leaf* leaf = find_leaf(flow, place);
  if (!leaf || leaf->finishing || leaf->attempt != attempt || leaf->task.done()) return;
  const Millis now = engine_.loop().clock().steady();
  const bool too_long = leaf->limits.in_all > Millis(0) && now >= leaf->began + leaf->limits.in_all;
  const bool silent =
      leaf->limits.silence > Millis(0) && now >= leaf->beaten + leaf->limits.silence;
  if (!too_long && !silent) return set_deadline(*leaf, flow);
  const Millis limit = too_long ? leaf->limits.in_all : leaf->limits.silence;
  leaf->overdue = Error{"effect_timeout", "A step took too long and was ended.",
                        (too_long ? "It may take " : "It may be silent for ") +
                            std::to_string(limit.count() / 1000) + " s.",
                        "Try it again, or give it more time."};
  leaf->cancel.cancel();  // the performer gives back what there is so far
}

void RoomRuntime::recover(FlowRun& run, Leaf& leaf, Performer& performer) {
  const EffectClass effect_class = performer.effect_class();
  if (leaf.unknown) {  // a gate is open about it, or was answered from elsewhere
    if (leaf.answered) take_answer(run, leaf);
    return;
  }
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
  const StepPath place = leaf.place;
  auto done = [this, flow, place, found, &performer,
               alive = std::weak_ptr(alive_)](std::expected<Probe, std::exception_ptr> probed) {
    if (!alive.lock()) return;
    const Step step(*this);
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
        const Step later(*this);
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
  offer_unknown_answers(gate);
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
  touch(run.start()->id);
  this->append(std::move(append));
}

}  // namespace fm
