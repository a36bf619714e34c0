#include "engine/flow/carried.h"

#include <algorithm>
#include <map>

namespace fm {
namespace {

// The starts of a flow's runs, in order.
std::vector<FlowStart> runs_of(const std::vector<EventPtr>& room, const FlowId& flow) {
  std::vector<FlowStart> runs;
  for (const EventPtr& event : room)
    if (event->flow == flow && event->kind == "flow.started")
      runs.push_back(flow_start(*event, runs.empty() ? nullptr : &runs.back()));
  return runs;
}

CarriedEffect scheduled(const Event& event, int run) {
  CarriedEffect effect;
  effect.place = {std::string(place_in_run(event.place.value, run))};
  effect.asked_at = event.place;
  const auto carried = event.text("carried");
  effect.origin = carried.empty() ? event.place : Place{std::string(carried)};
  effect.kind = event.text("effect");
  effect.digest = event.text("digest");
  if (const auto* request = event.body.if_contains("request"); request && request->is_object())
    effect.request = request->get_object();
  const auto effect_class = event.text("class");
  effect.outside = effect_class == "once" || effect_class == "checkable";
  effect.cursor = {event.number("cursor")};
  if (const auto* instant = event.body.if_contains("result")) effect.instant = *instant;
  return effect;
}

}  // namespace

std::string_view place_in_run(std::string_view place, int run) {
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

void Carried::add(const std::vector<EventPtr>& room, const FlowId& flow, int run) {
  std::map<Place, std::size_t> at;
  bool inside = false;
  std::vector<CarriedEffect> found;
  for (const EventPtr& event : room) {
    if (event->flow != flow) continue;
    if (event->kind == "flow.started") {
      inside = int_at(event->body, "run", 1) == run;
      continue;
    }
    if (event->kind == "effect.scheduled") {
      if (!inside) continue;
      at[event->place] = found.size();
      found.push_back(scheduled(*event, run));
      continue;
    }
    const auto known = at.find(event->place);
    if (known == at.end()) continue;
    CarriedEffect& effect = found[known->second];
    if (event->kind == "effect.started") {
      effect.attempts = static_cast<int>(event->number("attempt"));
    } else if (event->kind == "effect.finished") {
      effect.outcome = outcome_of(*event);
      effect.finished = event->room_seq;
    } else if (effect.kind == "post") {
      effect.posted.push_back(event->kind);
    }
  }
  // What a later run asked for again stands for it.
  for (CarriedEffect& effect : found)
    if (!by_origin(effect.origin)) effects_.push_back(std::move(effect));
}

Carried Carried::of(const std::vector<EventPtr>& room, const FlowId& flow, int run) {
  Carried carried;
  const std::vector<FlowStart> runs = runs_of(room, flow);
  for (std::optional<int> source = run; source;) {
    carried.add(room, flow, *source);
    const auto start = std::ranges::find(runs, *source, &FlowStart::run);
    source.reset();
    if (start != runs.end() && start->anew) source = start->anew->run;
  }
  return carried;
}

CarriedEffect* Carried::by_origin(const Place& origin) {
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

bool Carried::is_ahead(RoomSeq cursor) const {
  return std::ranges::any_of(effects_, [&](const CarriedEffect& effect) {
    return !effect.used && effect.outcome && effect.cursor >= cursor;
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
