#include "engine/flow/carried.h"

#include <algorithm>
#include <limits>
#include <map>

namespace fm {
namespace {

// Each run of a flow by its number: its start, and its events without it.
struct Run {
  FlowStart start;
  std::vector<EventPtr> events;  // flow.started first
};

std::map<int, Run> runs_of(const std::vector<EventPtr>& room, const FlowId& flow) {
  std::map<int, Run> runs;
  Run* run = nullptr;
  for (const EventPtr& event : room) {
    if (event->flow != flow) continue;
    if (event->kind == "flow.started") {
      FlowStart start = flow_start(*event, run ? &run->start : nullptr);
      run = &runs[start.run];
      run->start = std::move(start);
    }
    if (run) run->events.push_back(event);
  }
  return runs;
}

bool only_waits(std::string_view kind) {
  return kind == "ask" || kind == "input" || kind == "sleep";
}

}  // namespace

std::string_view path_in_run(std::string_view place, int run) {
  if (run <= 1) return place;
  const std::string prefix = "/run-" + std::to_string(run);
  if (place.starts_with(prefix)) place.remove_prefix(prefix.size());
  return place;
}

bool is_of_run(std::string_view place, int run) {
  return run <= 1 || place.starts_with("/run-" + std::to_string(run) + "/");
}

std::vector<std::string> posted_kinds(const EffectRequest& post) {
  std::vector<std::string> kinds;
  if (const auto* events = post.request.if_contains("events"); events && events->is_array())
    for (const Json& event : events->get_array()) kinds.emplace_back(text_at(event, "kind"));
  return kinds;
}

void Carried::add(const History& history) {
  std::map<StepPath, const Completion*> over;
  for (const Completion& completion : history.completions())
    if (completion.what == Completion::What::kFinished) over[completion.place] = &completion;
  for (const auto& [place, known] : history.effects()) {
    CarriedEffect effect;
    effect.place = {std::string(path_in_run(place.value, history.start().run))};
    effect.asked_at = place;
    effect.origin = known.carried.empty() ? place : known.carried;
    // What a later run asked for again stands for it.
    if (by_origin(effect.origin)) continue;
    effect.kind = known.kind;
    effect.digest = known.digest;
    effect.request = known.request;
    effect.outside = known.outside;
    effect.posted = known.posted;
    effect.cursor = known.cursor;
    effect.instant = known.instant;
    effect.attempts = known.attempts;
    effect.progress = known.progress;
    effect.finished = known.scheduled;
    if (const auto done = over.find(place); done != over.end()) {
      effect.outcome = done->second->outcome;
      effect.finished = done->second->at;
    } else if (known.withdrawn && only_waits(known.kind)) {
      effect.outcome = Outcome();
      effect.outcome->interrupted = true;
      effect.finished = {std::numeric_limits<std::int64_t>::max()};
    }
    effects_.push_back(std::move(effect));
  }
}

Carried Carried::of(const std::vector<EventPtr>& room, const FlowId& flow, int run) {
  Carried carried;
  const std::map<int, Run> runs = runs_of(room, flow);
  for (std::optional<int> source = run; source;) {
    const auto found = runs.find(*source);
    source.reset();
    if (found == runs.end()) break;
    const auto before = runs.find(found->first - 1);
    const auto history = History::of(found->second.events, flow,
                                     before == runs.end() ? nullptr : &before->second.start);
    if (history) carried.add(*history);
    if (found->second.start.anew) source = found->second.start.anew->run;
  }
  std::ranges::stable_sort(carried.effects_, {}, &CarriedEffect::cursor);
  return carried;
}

CarriedEffect* Carried::by_origin(const StepPath& origin) {
  const auto found = std::ranges::find(effects_, origin, &CarriedEffect::origin);
  return found == effects_.end() ? nullptr : &*found;
}

CarriedEffect* Carried::match(std::string_view place, const EffectRequest& request, bool afresh) {
  const std::string digest = request.digest();
  const auto same = [&](const CarriedEffect& effect) {
    if (effect.used || effect.kind != request.kind) return false;
    // A post names ids that come from its run, so only its kinds can be compared.
    return request.kind == "post" ? effect.posted == posted_kinds(request)
                                  : effect.digest == digest;
  };
  CarriedEffect* outside = nullptr;
  for (CarriedEffect& effect : effects_) {
    if (!same(effect)) continue;
    if (effect.place.value == place && (!afresh || effect.outside)) return &effect;
    if (effect.outside && !outside) outside = &effect;
  }
  return outside;
}

void Carried::add_cursors(std::set<RoomSeq>& cursors) const {
  for (const CarriedEffect& effect : effects_) cursors.insert(effect.cursor);
}

bool Carried::is_ahead(RoomSeq cursor) const {
  return std::ranges::any_of(effects_, [&](const CarriedEffect& effect) {
    return !effect.used && (effect.outcome || effect.instant) && effect.cursor >= cursor;
  });
}

std::vector<const CarriedEffect*> Carried::in_doubt() const {
  std::vector<const CarriedEffect*> left;
  for (const CarriedEffect& effect : effects_)
    if (effect.outside && !effect.used && effect.attempts > 0 && !effect.outcome)
      left.push_back(&effect);
  return left;
}

}  // namespace fm
