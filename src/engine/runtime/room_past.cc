#include "engine/runtime/room_past.h"

#include <algorithm>
#include <set>
#include <utility>

namespace fm {

bool is_input(const Event& event) {
  return event.kind == "message.posted" && event.by.kind == Actor::kPerson;
}

RoomPast room_past(const std::vector<EventPtr>& events, const FoldFactory& folds) {
  RoomPast past{.state = RoomState(folds()), .unfinished = {}, .histories = {}, .inputs = {}};
  std::map<FlowId, std::vector<EventPtr>> runs;  // the newest run of each flow that goes on
  for (const EventPtr& event : events) {
    if (is_input(*event)) past.inputs.push_back(event);
    if (event->kind == "flow.started") {
      auto [run, first] = runs.try_emplace(event->flow);
      run->second.clear();
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
    auto history = History::of(run, flow);
    FM_CHECK(history.has_value(), "a flow that was started is in the log");
    history->add_cursors(needed);
    past.histories.emplace(flow, std::move(*history));
  }
  for (const EventPtr& event : events) {
    past.state.apply(*event);
    if (needed.contains(event->room_seq)) past.state.keep();
  }
  return past;
}

Result<RoomPast> read_room_past(Journal& journal, const RoomId& room, RoomSeq upto,
                                const FoldFactory& folds) {
  std::vector<EventPtr> events = TRY(read_all(journal, room));
  if (upto.value > 0)
    std::erase_if(events, [&](const EventPtr& event) { return event->room_seq > upto; });
  return room_past(events, folds);
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
