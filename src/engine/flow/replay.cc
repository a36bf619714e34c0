#include "engine/flow/replay.h"

#include <algorithm>
#include <utility>

namespace fm {
namespace {

constexpr std::size_t kShownSteps = 5;

JsonObject to_object(const Json* value) {
  return value && value->is_object() ? value->get_object() : JsonObject();
}

bool is_instant(std::string_view kind) { return kind == "look" || kind == "version"; }

JournaledEffect noted(const Json& value, RoomSeq scheduled) {
  JournaledEffect effect;
  effect.place = {std::string(text_at(value, "place"))};
  effect.kind = text_at(value, "effect");
  effect.digest = text_at(value, "digest");
  if (effect.digest.empty()) effect.digest = EffectRequest{effect.kind, {}}.digest();
  effect.request = to_object(find_at(value, "request"));
  effect.cursor = {int_at(value, "cursor")};
  effect.scheduled = scheduled;
  effect.late = bool_at(value, "late");
  effect.carried = {std::string(text_at(value, "carried"))};
  const Json* result = find_at(value, "result");
  effect.instant = result ? *result : Json(JsonObject());
  return effect;
}

std::string describe(const std::string& kind, const JsonObject& request) {
  return kind + " " + canonical(request);
}

}  // namespace

JsonObject to_body(const Outcome& outcome, int attempt) {
  JsonObject body;
  body["attempt"] = attempt;
  if (outcome.error) {
    body["error"] = to_json(*outcome.error);
  } else {
    body["result"] = outcome.value;
  }
  if (outcome.interrupted) body["interrupted"] = true;
  return body;
}

JsonObject noted_effect(const JournaledEffect& effect) {
  JsonObject value;
  value["place"] = effect.place.value;
  value["effect"] = effect.kind;
  value["cursor"] = effect.cursor.value;
  if (effect.late) value["late"] = true;
  if (!effect.carried.empty()) value["carried"] = effect.carried.value;
  if (effect.kind == "look") return value;
  value["digest"] = effect.digest;
  value["request"] = effect.request;
  value["result"] = *effect.instant;
  return value;
}

Outcome outcome_of(const Event& finished) {
  Outcome outcome;
  if (const auto* error = finished.body.if_contains("error"))
    outcome.error = error_from_json(*error);
  if (const auto* result = finished.body.if_contains("result")) outcome.value = *result;
  // The message that was taken stands so many rows before this one: one commit holds both.
  if (const auto* taken = finished.body.if_contains("taken"); taken && taken->is_int64())
    if (outcome.value.is_object())
      outcome.value.get_object()["room_seq"] = finished.room_seq.value - taken->get_int64();
  const auto* interrupted = finished.body.if_contains("interrupted");
  outcome.interrupted = interrupted && interrupted->is_bool() && interrupted->get_bool();
  return outcome;
}

std::optional<Completion> completion_of(const Event& event) {
  const bool finishes = event.kind == "effect.finished"
                            ? !event.body.contains("withdrawn")
                            : event.kind == "effect.scheduled" &&
                                  !is_instant(event.text("effect")) &&
                                  (event.body.contains("result") || event.body.contains("error"));
  if (event.kind == "flow.cancelled")
    return Completion{Completion::What::kCancelled, event.room_seq, {}, {}};
  if (!finishes) return std::nullopt;
  return Completion{Completion::What::kFinished, event.room_seq, event.place, outcome_of(event)};
}

Result<History> History::of(const std::vector<EventPtr>& room, const FlowId& flow,
                            const FlowStart* before) {
  History history;
  bool started = false;
  for (const EventPtr& event : room) {
    if (event->flow != flow) continue;
    if (event->kind == "flow.started") {
      FlowStart start = flow_start(*event, started ? &history.start_ : before);
      history = History();
      history.start_ = std::move(start);
      started = true;
    } else if (event->kind == "flow.finished") {
      history.finished_ = true;
    } else if (event->kind == "flow.paused") {
      history.paused_ = event->text("why");
    } else if (event->kind == "flow.cancelled") {
      history.cancelled_ = true;
      history.completions_.push_back(*completion_of(*event));
    } else if (event->kind == "effect.scheduled") {
      history.paused_.clear();
      JournaledEffect effect;
      effect.place = event->place;
      effect.kind = event->text("effect");
      effect.digest = event->text("digest");
      effect.request = to_object(event->body.if_contains("request"));
      effect.cursor = {event->number("cursor")};
      effect.scheduled = event->room_seq;
      effect.due = {event->number("due_ms")};
      if (const auto* instant = event->body.if_contains("result")) effect.instant = *instant;
      effect.late = event->body.contains("late");
      effect.carried = {std::string(event->text("carried"))};
      effect.outside = event->text("class") == "once" || event->text("class") == "checkable";
      if (const auto* attempt = event->body.if_contains("attempt"); attempt && attempt->is_int64())
        effect.attempts = static_cast<int>(attempt->get_int64());
      if (const auto* noted_there = event->body.if_contains("noted");
          noted_there && noted_there->is_array())
        for (const Json& one : noted_there->get_array()) {
          JournaledEffect known = noted(one, event->room_seq);
          history.effects_.emplace(known.place, std::move(known));
        }
      if (auto over = completion_of(*event)) {
        effect.instant.reset();
        effect.finished = true;
        history.completions_.push_back(std::move(*over));
      }
      history.effects_.emplace(event->place, std::move(effect));
    } else if (auto known = history.effects_.find(event->place); known != history.effects_.end()) {
      if (event->kind == "effect.started") {
        known->second.attempts = static_cast<int>(event->number("attempt"));
        known->second.unknown = false;
        known->second.answered.reset();
      } else if (event->kind == "effect.unknown") {
        known->second.unknown = true;
      } else if (event->kind == "gate.answered") {
        known->second.answered = event;
      } else if (event->kind == "gate.expired") {
        known->second.expired = true;
      } else if (event->kind == "effect.progress") {
        known->second.progress = event->body;
      } else if (event->kind == "effect.finished" && event->body.contains("withdrawn")) {
        known->second.withdrawn = true;  // its flow did not wait for this: FlowRun::cancel_scope()
      } else if (event->kind == "effect.finished") {
        known->second.finished = true;
        known->second.attempts = static_cast<int>(event->number("attempt"));
        history.completions_.push_back(*completion_of(*event));
      } else if (known->second.kind == "post") {
        known->second.posted.push_back(event->kind);
      }
    }
  }
  if (!started)
    return fail("flow_unknown", "There is no flow " + flow.value + " in this room.", "",
                "See what is there with `folkmoot room show`.");
  return history;
}

JournaledEffect* History::find(const StepPath& place) {
  auto found = effects_.find(place);
  return found == effects_.end() ? nullptr : &found->second;
}

void History::add_cursors(std::set<RoomSeq>& cursors) const {
  cursors.insert(start_.started);
  for (const auto& [place, effect] : effects_) cursors.insert(effect.cursor);
}

const JournaledEffect* History::unasked_below(std::string_view prefix) const {
  const JournaledEffect* first = nullptr;
  for (const auto& [place, effect] : effects_) {
    if (effect.asked || !place.value.starts_with(prefix)) continue;
    const std::string_view rest = std::string_view(place.value).substr(prefix.size());
    if (!rest.empty() && rest.front() != '/') continue;
    if (!first || effect.scheduled < first->scheduled) first = &effect;
  }
  return first;
}

void History::matched(const StepPath& place) {
  if (matched_.size() == kShownSteps) matched_.erase(matched_.begin());
  matched_.push_back(place);
}

Error History::diverged(const RoomId& room, const StepPath& place, const JournaledEffect* expected,
                        const EffectRequest* asked, int version) const {
  std::string cause = "In room " + room.value + " at " + place.value + " the log has ";
  cause += expected ? describe(expected->kind, expected->request) : std::string("nothing");
  if (expected && expected->place != place) cause += " (at " + expected->place.value + ")";
  cause += ", written by " + start_.name + " version " + std::to_string(start_.version);
  cause += "; this program asks for ";
  cause += asked ? describe(asked->kind, asked->request) : std::string("nothing");
  cause += " there, by " + start_.name + " version " + std::to_string(version) + ".";
  cause += " The last steps that matched: ";
  if (matched_.empty()) cause += "none";
  for (std::size_t i = 0; i < matched_.size(); ++i) cause += (i ? ", " : "") + matched_[i].value;
  cause += ".";
  return {"flow_diverged", "This was begun by another version of the program.", cause,
          begin_anew_cure(room)};
}

std::string begin_anew_cure(const RoomId& room) {
  return "Nothing is lost. Begin it anew from what was said and done: folkmoot resume " +
         room.value + " --anew";
}

}  // namespace fm
