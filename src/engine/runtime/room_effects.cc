// How a room does what its flows ask: the effects that the engine does by itself. Those with a
// performer are in room_performers.cc.

#include <algorithm>
#include <limits>

#include "engine/flow/gate.h"
#include "engine/flow/pins.h"
#include "engine/log/blob.h"
#include "engine/runtime/room_runtime.h"

namespace fm {
namespace {

NewEvent to_event(const Json& value, UtcMs at, const FlowId& flow, const StepPath& place) {
  NewEvent event;
  event.kind = text_at(value, "kind");
  if (const Json* by = find_at(value, "by")) {
    const std::string_view kind = text_at(*by, "kind");
    event.by.kind = kind == "person"  ? Actor::kPerson
                    : kind == "agent" ? Actor::kAgent
                                      : Actor::kSystem;
    event.by.id = text_at(*by, "id");
  }
  if (const Json* body = find_at(value, "body")) event.body = body->as_object();
  event.project = {std::string(text_at(value, "project"))};
  event.at = at;
  event.flow = flow;
  event.place = place;
  return event;
}

std::string timer_id(const FlowId& flow, const StepPath& place) {
  return flow.value + " " + place.value;
}

OpenRow timer_row(const RoomId& room, const FlowRun& run, const Leaf& leaf) {
  OpenRow row;
  row.kind = OpenKind::kTimer;
  row.room = room;
  row.id = timer_id(run.start()->id, leaf.place);
  row.due = leaf.due;
  return row;
}

Error unknown_kind(const std::string& kind) {
  return {"effect_unknown", "This program does not know how to do a step of this discussion.",
          "The step is of the kind \"" + kind + "\".",
          "Go on with the version of the program that began it."};
}

// The rows among what is open that an effect has no longer when it is over.
std::vector<std::pair<OpenKind, std::string>> closed_with(const FlowRun& run, const StepPath& place,
                                                          const std::string& kind) {
  std::vector<std::pair<OpenKind, std::string>> closed;
  const FlowId& flow = run.start()->id;
  if (kind == "ask") closed.emplace_back(OpenKind::kGate, derived_id('g', flow, place.value));
  if (kind == "ask" || kind == "sleep")
    closed.emplace_back(OpenKind::kTimer, timer_id(flow, place));
  return closed;
}

bool is_again(bool unknown, std::string_view answer) {
  return unknown && answer == option_id_of(UnknownAnswer::kAgain);
}

// What an answer makes of the effect that asked for it; `unknown`: of one that is in doubt.
Outcome outcome_of(bool unknown, const JsonObject& answered, const std::string& by) {
  Outcome outcome;
  JsonObject value;
  const std::string_view answer = text_at(answered, "answer");
  if (!unknown) {
    value["answer"] = answer;
    value["reason"] = text_at(answered, "reason");
    value["by"] = by;
  } else if (answer == option_id_of(UnknownAnswer::kHappened)) {
    value["assumed"] = true;
  } else {
    outcome.error = Error{"effect_abandoned", "A step was stopped by the person.",
                          "It was not known whether it had happened.", ""};
  }
  outcome.value = std::move(value);
  return outcome;
}

bool leaves_doubt(EffectClass effect_class) {
  return effect_class == EffectClass::kCheckable || effect_class == EffectClass::kOnce;
}

}  // namespace

NewEvent RoomRuntime::scheduled(FlowRun& run, const Leaf& leaf, EffectClass effect_class) const {
  JsonObject body;
  body["effect"] = leaf.request.kind;
  body["class"] = to_string(effect_class);
  body["digest"] = leaf.digest;
  body["cursor"] = leaf.cursor.value;
  // A post's events stand in the log beside it; all other requests are small and are shown when a
  // replay does not fit.
  if (leaf.request.kind != "post" && !leaf.request.request.empty())
    body["request"] = leaf.request.request;
  if (leaf.due.value != 0) body["due_ms"] = leaf.due.value;
  if (leaf.late) body["late"] = true;
  if (!leaf.carried.empty()) body["carried"] = leaf.carried.value;
  if (const auto noted = run.take_noted(); !noted.empty()) {
    JsonArray list;
    for (const JournaledEffect& one : noted) list.push_back(noted_effect(one));
    body["noted"] = std::move(list);
  }
  return event("effect.scheduled", std::move(body), run.start()->id, leaf.place);
}

NewEvent RoomRuntime::finished(const FlowRun& run, const Leaf& leaf, const Outcome& outcome) const {
  return event("effect.finished", to_body(outcome, std::max(leaf.attempt, 1)), run.start()->id,
               leaf.place);
}

void RoomRuntime::finish(FlowRun& run, Leaf& leaf, Outcome outcome, std::vector<NewEvent> before,
                         std::vector<std::pair<OpenKind, std::string>> closed,
                         const std::string& prompt_hash) {
  leaf.finishing = true;
  leaf.deadline.reset();
  touch(run.start()->id);
  bool too_large = has_text_over(outcome.value, kTextLimit);
  for (const NewEvent& said : before) too_large = too_large || has_text_over(said.body, kTextLimit);
  if (too_large) {
    outcome.value = Json();
    outcome.error = text_too_large().error();
    std::erase_if(before,
                  [](const NewEvent& said) { return has_text_over(said.body, kTextLimit); });
  }
  Append append;
  append.events = std::move(before);
  append.events.push_back(finished(run, leaf, outcome));
  if (!prompt_hash.empty()) append.events.back().body["prompt_hash"] = prompt_hash;
  append.closed = std::move(closed);
  if (std::exchange(marked_, false)) append.activation = ActivationMark::kProgress;
  this->append(std::move(append));
}

void RoomRuntime::flow_asked(FlowRun& run, Leaf& leaf) {
  if (!leaf.carried.empty() && take_over(run, leaf)) return;
  const std::string& kind = leaf.request.kind;
  if (kind == "post") return ask_post(run, leaf);
  if (kind == "sleep") return ask_sleep(run, leaf);
  if (kind == "ask") return ask_gate(run, leaf);
  if (kind == "input") return ask_input(run, leaf);
  if (kind == "child") return ask_child(run, leaf);
  auto performer = engine_.performers().find(kind);
  if (performer == engine_.performers().end()) {
    Outcome outcome;
    outcome.error = unknown_kind(kind);
    std::vector<NewEvent> before;
    if (!std::exchange(leaf.journaled, true))
      before.push_back(scheduled(run, leaf, EffectClass::kPure));
    finish(run, leaf, std::move(outcome), std::move(before));
    return;
  }
  if (std::exchange(leaf.journaled, true)) {
    recover(run, leaf, *performer->second);
  } else {
    ask_performer(run, leaf, *performer->second);
  }
}

void RoomRuntime::flow_warns(FlowRun& run, Error warning) {
  Append append;
  append.events.push_back(event("warning", to_json(warning), run.start()->id, {}));
  append.urgency = Urgency::kLazy;
  this->append(std::move(append));
}

void RoomRuntime::flow_cancels(FlowRun& run, Leaf& leaf) {
  if (give_back(run, leaf)) return;
  if (leaf.finishing || leaf.request.kind == "post") return;
  Outcome interrupted;
  interrupted.interrupted = true;
  auto performer = engine_.performers().find(leaf.request.kind);
  const bool performs = performer != engine_.performers().end();
  if (leaf.request.kind == "child") {
    cancel_flow(child_of(run, leaf), run.start()->id);
  } else if (performs && leaf.unknown) {
    const std::string gate = unknown_gate_id(run, leaf);
    finish(run, leaf, std::move(interrupted),
           {event("gate.expired", {{"gate", gate}}, run.start()->id, leaf.place)},
           {{OpenKind::kGate, gate}});
  } else if (!leaf.task.done()) {
    leaf.cancel.cancel();  // the performer gives back what there is so far
  } else if (!performs) {
    // Found waiting at the end of a replay, in a scope that was cancelled before it.
    finish(run, leaf, std::move(interrupted), {}, closed_with(run, leaf.place, leaf.request.kind));
  } else {
    // Found in flight, and nobody needs it any more. What cannot be known is at least said.
    std::vector<NewEvent> before;
    if (leaf.in_doubt && leaves_doubt(performer->second->effect_class()))
      before.push_back(
          event("effect.unknown", {{"attempt", leaf.attempt}}, run.start()->id, leaf.place));
    finish(run, leaf, std::move(interrupted), std::move(before));
  }
}

// Its effect.finished withdraws a question: nobody is asked any more.
void RoomRuntime::flow_withdraws(FlowRun& run, const StepPath& place, const std::string& kind) {
  engine_.disarm(room_, run.start()->id, place);
  Outcome interrupted;
  interrupted.interrupted = true;
  Append append;
  const auto following = following_.find(run.start()->id);
  if (following != following_.end() && following->second.owed.erase(place) > 0)
    append.events.push_back(scheduled(run, *run.leaves().at(place), EffectClass::kPure));
  append.events.push_back(
      event("effect.finished", to_body(interrupted, 1), run.start()->id, place));
  append.events.back().body["withdrawn"] = true;
  append.closed = closed_with(run, place, kind);
  append.urgency = Urgency::kLazy;
  this->append(std::move(append));
}

void RoomRuntime::flow_skips(FlowRun& run, Leaf& leaf) {
  leaf.journaled = true;
  Outcome interrupted;
  interrupted.interrupted = true;
  finish(run, leaf, std::move(interrupted), {scheduled(run, leaf, EffectClass::kPure)});
}

void RoomRuntime::cancel_flow(const FlowId& flow, const FlowId& with) {
  Append append;
  append.events.push_back(
      event("flow.cancelled", {{"why", "cancelled with " + with.value}}, flow, {}));
  this->append(std::move(append));
}

void RoomRuntime::ask_post(FlowRun& run, Leaf& leaf) {
  FM_CHECK(!leaf.journaled, "a post is one commit");
  leaf.journaled = true;
  leaf.finishing = true;
  Append append;
  append.events.push_back(scheduled(run, leaf, EffectClass::kPure));
  const Json request = leaf.request.request;
  for (const Json& posted : find_at(request, "events")->as_array())
    append.events.push_back(to_event(posted, engine_.now(), run.start()->id, leaf.place));
  append.events.push_back(finished(run, leaf, {}));
  this->append(std::move(append));
}

void RoomRuntime::ask_sleep(FlowRun& run, Leaf& leaf) {
  if (!std::exchange(leaf.journaled, true)) {
    leaf.due = engine_.now() + Millis(int_at(leaf.request.request, "ms"));
    Append append;
    append.events.push_back(scheduled(run, leaf, EffectClass::kPure));
    append.opened.push_back(timer_row(room_, run, leaf));
    append.urgency = Urgency::kLazy;
    this->append(std::move(append));
  }
  engine_.arm(leaf.due, room_, run.start()->id, leaf.place);
}

void RoomRuntime::timer_due(const FlowId& flow, const StepPath& place) {
  const Step step(*this);
  FlowRun* run = find_run(flow);
  Leaf* leaf = find_leaf(flow, place);
  if (!run || !leaf || leaf->finishing) return;  // a stale timer
  if (leaf->request.kind == "sleep") {
    finish(*run, *leaf, {}, {}, {{OpenKind::kTimer, timer_id(flow, place)}});
  } else if (leaf->request.kind == "ask" && !std::exchange(leaf->expired, true)) {
    Append append;  // recorded only: the question stays, and can still be answered
    append.events.push_back(
        event("gate.expired", {{"gate", derived_id('g', flow, place.value)}}, flow, place));
    append.closed.emplace_back(OpenKind::kTimer, timer_id(flow, place));
    this->append(std::move(append));
  }
}

void RoomRuntime::ask_gate(FlowRun& run, Leaf& leaf) {
  if (const auto* expires = leaf.request.request.if_contains("expires_at_ms"))
    leaf.due = {expires->as_int64()};
  if (leaf.due.value != 0 && !leaf.expired)
    engine_.arm(leaf.due, room_, run.start()->id, leaf.place);
  if (std::exchange(leaf.journaled, true)) {  // it is open already
    if (leaf.answered) take_answer(run, leaf);
    return;
  }
  const std::string id = derived_id('g', run.start()->id, leaf.place.value);
  JsonObject body = gate_body(id, gate_request(leaf.request.request));
  if (leaf.due.value != 0) body["expires_at"] = to_rfc3339(leaf.due);
  Append append;
  append.events.push_back(scheduled(run, leaf, EffectClass::kPure));
  append.events.push_back(event("gate.opened", std::move(body), run.start()->id, leaf.place));
  append.opened.push_back(gate_row(room_, append.events.back().body, append.events.back(), false));
  if (leaf.due.value != 0) append.opened.push_back(timer_row(room_, run, leaf));
  this->append(std::move(append));
}

void RoomRuntime::answer(const Engine::Gate& about, NewEvent answered, Engine::Acknowledge done) {
  if (about.anew) return answer_anew(about, std::move(answered), std::move(done));
  const std::string gate(text_at(answered.body, "gate"));
  const std::string said(text_at(answered.body, "answer"));
  Leaf* leaf = find_leaf(about.flow, about.place);
  Append append;
  append.events.push_back(answered);
  append.closed.emplace_back(OpenKind::kGate, gate);
  append.closed.emplace_back(OpenKind::kTimer, timer_id(about.flow, about.place));
  append.state = written_ = "working";
  const bool again = is_again(about.unknown, said);
  if (!again) {
    NewEvent finished = answered;
    finished.kind = "effect.finished";
    finished.by = By{};
    finished.body = to_body(outcome_of(about.unknown, answered.body, answered.by.id),
                            leaf ? std::max(leaf->attempt, 1) : 1);
    append.events.push_back(std::move(finished));
    if (leaf) leaf->finishing = true;
  } else {
    // The next attempt begins in the same commit: a crash right after it must ask again.
    NewEvent started = answered;
    started.kind = "effect.started";
    started.by = By{};
    started.body = {{"attempt", about.attempt + 1}};
    append.events.push_back(std::move(started));
    if (leaf) leaf->attempt = about.attempt + 1;
  }
  append.room = room_;
  ++pending_;
  engine_.append(std::move(append),
                 [this, alive = std::weak_ptr(alive_), gate, about, again, &engine = engine_,
                  room = room_, done = std::move(done)](Result<Appended> result) mutable {
                   if (alive.lock()) {
                     const Step step(*this);
                     Leaf* waiting = find_leaf(about.flow, about.place);
                     if (result && again && waiting) {
                       waiting->unknown = false;
                       waiting->in_doubt = false;
                       auto performer = engine_.performers().find(waiting->request.kind);
                       if (performer != engine_.performers().end())
                         perform(about.flow, about.place, *performer->second);
                     }
                     if (!result && result.error().code == "effect_finished" && waiting) {
                       // Somebody has answered from elsewhere, and that counts.
                       waiting->finishing = false;
                       waiting->attempt = about.attempt;
                       FlowRun* run = find_run(about.flow);
                       if (run && waiting->answered) take_answer(*run, *waiting);
                     }
                     --pending_;
                   }
                   if (!done) return;
                   if (result) {
                     done(result->events.front());
                   } else if (result.error().code == "effect_finished") {
                     engine.why_closed(room, gate, std::move(done));
                   } else {
                     done(std::unexpected(result.error()));
                   }
                 });
}

void RoomRuntime::answered(const EventPtr& event) {
  const Step step(*this);
  FlowRun* run = find_run(event->flow);
  Leaf* leaf = find_leaf(event->flow, event->place);
  if (!run || !leaf)
    return;  // nobody waits for it any more, or it is found when the run comes back
  leaf->answered = event;
  if (!leaf->finishing) take_answer(*run, *leaf);
}

// The answer is in the log already; what it means for the flow is not.
void RoomRuntime::take_answer(FlowRun& run, Leaf& leaf) {
  const EventPtr event = std::exchange(leaf.answered, nullptr);
  const std::string& kind = leaf.request.kind;
  if (is_again(leaf.unknown, event->text("answer"))) {
    leaf.unknown = false;
    if (const auto performer = engine_.performers().find(kind);
        performer != engine_.performers().end())
      start_attempt(run, leaf, *performer->second);
    return;
  }
  finish(run, leaf, outcome_of(leaf.unknown, event->body, event->by.id), {},
         closed_with(run, leaf.place, kind));
}

void RoomRuntime::ask_input(FlowRun& run, Leaf& leaf) {
  if (!std::exchange(leaf.journaled, true)) {
    Append append;
    append.events.push_back(scheduled(run, leaf, EffectClass::kPure));
    append.urgency = Urgency::kLazy;
    this->append(std::move(append));
  }
  take_input(run, leaf);
}

// The oldest that no leaf of this run has taken or is about to take.
const EventPtr* RoomRuntime::next_input(FlowRun& run) const {
  RoomSeq taken = run.input_taken();
  for (auto& [place, other] : run.leaves())
    if (other->request.kind == "input" && other->finishing) taken = std::max(taken, other->taking);
  auto next =
      std::ranges::find_if(inputs_, [&](const EventPtr& input) { return input->room_seq > taken; });
  return next == inputs_.end() ? nullptr : &*next;
}

void RoomRuntime::take_input(FlowRun& run, Leaf& leaf) {
  const EventPtr* next = next_input(run);
  if (next == nullptr) return;
  leaf.taking = (*next)->room_seq;
  Outcome outcome;
  JsonObject value;
  value["room_seq"] = (*next)->room_seq.value;
  value["id"] = (*next)->text("id");
  value["text"] = (*next)->text("text");
  outcome.value = std::move(value);
  finish(run, leaf, std::move(outcome));
}

RoomRuntime::Taking RoomRuntime::take_along(Append& append) {
  Taking taking;
  if (++inputs_on_their_way_ > 1) return taking;  // those before it come first
  const Json words = append.events.front().body;
  for (auto& [id, run] : runs_) {
    auto waits = std::ranges::find_if(run->leaves(), [](const auto& leaf) {
      return leaf.second->request.kind == "input" && leaf.second->journaled &&
             !leaf.second->finishing;
    });
    if (waits == run->leaves().end() || next_input(*run) != nullptr) continue;
    Leaf& leaf = *waits->second;
    leaf.finishing = true;
    leaf.taking = {std::numeric_limits<std::int64_t>::max()};  // nobody else of this run takes it
    touch(id);
    Outcome outcome;
    outcome.value = JsonObject{{"id", text_at(words, "id")}, {"text", text_at(words, "text")}};
    NewEvent row = finished(*run, leaf, outcome);
    row.body["taken"] = static_cast<std::int64_t>(append.events.size());
    append.events.push_back(std::move(row));
    taking.leaves.emplace_back(id, leaf.place);
  }
  look_at_touched();
  return taking;
}

void RoomRuntime::input_done(const Taking& taking, Taken taken) {
  const Step step(*this);
  --inputs_on_their_way_;
  if (taken == Taken::kYes) return;
  for (const auto& [flow, place] : taking.leaves) {
    FlowRun* run = find_run(flow);
    Leaf* leaf = find_leaf(flow, place);
    if (!run || !leaf) continue;
    leaf->finishing = false;
    leaf->taking = {};
    take_input(*run, *leaf);
  }
}

void RoomRuntime::ask_child(FlowRun& run, Leaf& leaf) {
  if (std::exchange(leaf.journaled, true)) return;  // it runs by itself
  if (!leaf.carried.empty() && adopt_child(run, leaf)) return;
  FlowStart child;
  child.id = child_of(run, leaf);
  child.name = text_at(leaf.request.request, "flow");
  if (const Json* args = leaf.request.request.if_contains("args")) child.args = args->as_object();
  child.manifest = run.start()->manifest;
  child.pins = run.start()->pins;
  child.endpoints = run.start()->endpoints;
  child.parent = run.start()->id;
  child.parent_path = leaf.place;
  auto definition = engine_.definition(child.name);
  if (!definition) {
    Outcome outcome;
    outcome.error = definition.error();
    finish(run, leaf, std::move(outcome), {scheduled(run, leaf, EffectClass::kPure)});
    return;
  }
  child.version = (*definition)->version;
  Append append;
  pin_by_manifest(child, append);
  append.events.push_back(scheduled(run, leaf, EffectClass::kPure));
  NewEvent started = event("flow.started", to_body(child), run.start()->id, {});
  started.flow = child.id;
  append.events.push_back(std::move(started));
  OpenRow row;
  row.kind = OpenKind::kFlow;
  row.room = room_;
  row.id = child.id.value;
  append.opened.push_back(std::move(row));
  this->append(std::move(append));
}

}  // namespace fm
