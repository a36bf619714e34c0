#include "engine/runtime/room_past.h"

#include <algorithm>
#include <set>
#include <utility>

namespace fm {

bool is_input(const Event& event) {
  return event.kind == "message.posted" && event.by.kind == Actor::kPerson;
}

namespace {

enum class Of { kFormerRuns, kNewestRuns };

// A child that no run of its parent waits for any more: its parent was begun anew meanwhile.
bool is_orphan(const FlowStart& start, const std::map<FlowId, History>& histories) {
  const auto parent = histories.find(start.parent);
  return parent != histories.end() &&
         !is_of_run(start.parent_place.value, parent->second.start().run);
}

RoomPast past_of(const std::vector<EventPtr>& events, const FoldFactory& folds, Of of) {
  RoomPast past{
      .state = RoomState(folds()), .unfinished = {}, .histories = {}, .inputs = {}, .carried = {}};
  std::map<FlowId, FlowStart> starts;            // of the newest runs
  std::map<FlowId, FlowStart> before;            // of the runs before these
  std::map<FlowId, std::vector<EventPtr>> runs;  // the newest run of each flow that goes on
  for (const EventPtr& event : events) {
    if (is_input(*event)) past.inputs.push_back(event);
    if (event->kind == "flow.started") {
      auto [run, first] = runs.try_emplace(event->flow);
      run->second.clear();
      const auto former = starts.find(event->flow);
      FlowStart start = flow_start(*event, former == starts.end() ? nullptr : &former->second);
      if (former != starts.end()) before.insert_or_assign(event->flow, former->second);
      starts.insert_or_assign(event->flow, std::move(start));
      if (first) past.unfinished.push_back(event->flow);
    } else if (event->kind == "flow.finished") {
      runs.erase(event->flow);
      std::erase(past.unfinished, event->flow);
      continue;
    }
    if (auto run = runs.find(event->flow); run != runs.end()) run->second.push_back(event);
  }
  std::set<RoomSeq> needed;
  for (const auto& [flow, run] : runs) {
    const auto former = before.find(flow);
    auto history = History::of(run, flow, former == before.end() ? nullptr : &former->second);
    FM_CHECK(history.has_value(), "a flow that was started is in the log");
    history->add_cursors(needed);
    past.histories.emplace(flow, std::move(*history));
  }
  for (const auto& [flow, history] : past.histories) {
    const FlowStart& start = history.start();
    const bool newest = of == Of::kNewestRuns || is_orphan(start, past.histories);
    if (!newest && !start.anew) continue;
    Carried carried = Carried::of(events, flow, newest ? start.run : start.anew->run);
    carried.add_cursors(needed);
    past.carried.emplace(flow, std::move(carried));
  }
  for (const EventPtr& event : events) {
    past.state.apply(*event);
    if (needed.contains(event->room_seq)) past.state.keep();
  }
  return past;
}

Result<std::vector<EventPtr>> events_upto(Journal& journal, const RoomId& room, RoomSeq upto) {
  std::vector<EventPtr> events = TRY(read_all(journal, room));
  if (upto.value > 0)
    std::erase_if(events, [&](const EventPtr& event) { return event->room_seq > upto; });
  return events;
}

}  // namespace

RoomPast room_past(const std::vector<EventPtr>& events, const FoldFactory& folds) {
  return past_of(events, folds, Of::kFormerRuns);
}

Result<RoomPast> read_room_past(Journal& journal, const RoomId& room, RoomSeq upto,
                                const FoldFactory& folds) {
  return past_of(TRY(events_upto(journal, room, upto)), folds, Of::kFormerRuns);
}

Result<RoomPast> read_room_left(Journal& journal, const RoomId& room, RoomSeq upto,
                                const FoldFactory& folds) {
  return past_of(TRY(events_upto(journal, room, upto)), folds, Of::kNewestRuns);
}

Result<EventPtr> find_in_room(Journal& journal, const RoomId& room,
                              const std::function<bool(const EventPtr&)>& wanted) {
  constexpr std::size_t kPage = 500;
  RoomSeq after;
  for (;;) {
    const std::vector<EventPtr> page = TRY(journal.read(room, after, kPage));
    for (const EventPtr& event : page)
      if (wanted(event)) return event;
    if (page.size() < kPage) return EventPtr();
    after = page.back()->room_seq;
  }
}

}  // namespace fm
