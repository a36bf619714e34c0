#include "engine/runtime/room_past.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "engine/runtime/kept_room.h"

namespace fm {

bool is_input(const Event& event) {
  return event.kind == "message.posted" && event.by.kind == Actor::kPerson;
}

namespace {

enum class Of { kFormerRuns, kNewestRuns };

constexpr std::size_t kPage = 500;

// A child that no run of its parent waits for any more: its parent was begun anew meanwhile.
bool is_orphan(const FlowStart& start, const std::map<FlowId, History>& histories) {
  const auto parent = histories.find(start.parent);
  return parent != histories.end() &&
         !is_of_run(start.parent_path.value, parent->second.start().run);
}

// The runs of a room as some of its events tell them.
struct Runs {
  std::vector<FlowId> unfinished;                  // in the order in which they were started first
  std::map<FlowId, FlowStart> starts;              // of the newest runs
  std::map<FlowId, FlowStart> before;              // of the runs before these
  std::map<FlowId, std::vector<EventPtr>> newest;  // the newest run of each flow that goes on
  std::vector<EventPtr> inputs;
  bool anew = false;     // some run took the place of another
  bool is_torn = false;  // some run goes on from one that is not known
};

// `flows` were unfinished before the events.
Runs runs_of(const std::vector<FlowStart>& flows, const std::vector<EventPtr>& events) {
  Runs runs;
  std::set<FlowId> open;
  for (const FlowStart& start : flows) {
    open.insert(start.id);
    runs.unfinished.push_back(start.id);
    runs.starts.emplace(start.id, start);
  }
  for (const EventPtr& event : events) {
    if (is_input(*event)) runs.inputs.push_back(event);
    if (event->kind == "flow.started") {
      runs.newest[event->flow].clear();
      const auto former = runs.starts.find(event->flow);
      const bool first = former == runs.starts.end();
      FlowStart start = flow_start(*event, first ? nullptr : &former->second);
      runs.anew = runs.anew || start.anew;
      runs.is_torn = runs.is_torn || (first && start.run > 1);
      if (!first) runs.before.insert_or_assign(event->flow, former->second);
      runs.starts.insert_or_assign(event->flow, std::move(start));
      if (open.insert(event->flow).second) runs.unfinished.push_back(event->flow);
    } else if (event->kind == "flow.finished") {
      open.erase(event->flow);
      runs.newest.erase(event->flow);
      std::erase(runs.unfinished, event->flow);
      continue;
    }
    if (auto run = runs.newest.find(event->flow); run != runs.newest.end())
      run->second.push_back(event);
  }
  return runs;
}

std::map<FlowId, History> histories_of(const Runs& runs) {
  std::map<FlowId, History> histories;
  for (const auto& [flow, run] : runs.newest) {
    const auto former = runs.before.find(flow);
    auto history = History::of(run, flow, former == runs.before.end() ? nullptr : &former->second);
    FM_CHECK(history.has_value(), "a flow that was started is in the log");
    histories.emplace(flow, std::move(*history));
  }
  return histories;
}

// Folds the events, with a copy wherever one is needed.
void fold_on(RoomState& state, const std::vector<EventPtr>& events,
             const std::set<RoomSeq>& needed) {
  if (needed.contains(state.head())) state.keep();
  for (const EventPtr& event : events) {
    state.apply(*event);
    if (needed.contains(event->room_seq)) state.keep();
  }
}

RoomPast past_of(const std::vector<EventPtr>& events, const FoldFactory& folds, Of of) {
  Runs runs = runs_of({}, events);
  RoomPast past{.state = RoomState(folds()),
                .unfinished = std::move(runs.unfinished),
                .histories = histories_of(runs),
                .inputs = std::move(runs.inputs),
                .carried = {},
                .kept = {}};
  std::set<RoomSeq> needed;
  for (const auto& [flow, history] : past.histories) history.add_cursors(needed);
  for (const auto& [flow, history] : past.histories) {
    const FlowStart& start = history.start();
    const bool newest = of == Of::kNewestRuns || is_orphan(start, past.histories);
    if (!newest && !start.anew) continue;
    Carried carried = Carried::of(events, flow, newest ? start.run : start.anew->run);
    carried.add_cursors(needed);
    past.carried.emplace(flow, std::move(carried));
  }
  fold_on(past.state, events, needed);
  return past;
}

// Whether nothing is asked of the room before `at`: every run that goes on began after it, none
// that takes another's place looks back at that one, and no cursor lies before it.
bool reaches_not_behind(RoomSeq at, const Runs& runs, const std::map<FlowId, History>& histories,
                        const std::set<RoomSeq>& needed) {
  if (runs.anew || runs.is_torn || runs.newest.size() != runs.unfinished.size()) return false;
  for (const auto& [flow, history] : histories)
    if (is_orphan(history.start(), histories)) return false;
  // A row without a cursor has zero: nobody asks for that place.
  const auto first = needed.upper_bound(RoomSeq{0});
  return first == needed.end() || *first >= at;
}

// The words that no run had read at the kept fold, out of the log.
Result<std::vector<EventPtr>> inputs_of(Journal& journal, const RoomId& room,
                                        const KeptPast& past) {
  std::vector<EventPtr> inputs;
  for (const RoomSeq at : past.inputs)
    for (EventPtr& event : TRY(journal.read(room, {at.value - 1}, 1)))
      if (is_input(*event)) inputs.push_back(std::move(event));
  return inputs;
}

// What a kept fold and all events after it make; nothing where that is not enough.
Result<std::optional<RoomPast>> past_since(Journal& journal, const RoomId& room,
                                           const ReadKept& kept, const std::vector<EventPtr>& tail,
                                           const FoldFactory& folds) {
  Runs runs = runs_of(kept.past.flows, tail);
  std::map<FlowId, History> histories = histories_of(runs);
  std::set<RoomSeq> needed;
  for (const auto& [flow, history] : histories) history.add_cursors(needed);
  if (!reaches_not_behind(kept.past.at, runs, histories, needed)) return std::nullopt;
  std::unique_ptr<Fold> fold = fold_of(kept, folds);
  if (!fold) return std::nullopt;
  std::vector<EventPtr> inputs = TRY(inputs_of(journal, room, kept.past));
  std::ranges::move(runs.inputs, std::back_inserter(inputs));
  RoomPast past{.state = RoomState(std::move(fold), kept.past.at, kept.past.time,
                                   static_cast<std::size_t>(kept.past.bytes)),
                .unfinished = std::move(runs.unfinished),
                .histories = std::move(histories),
                .inputs = std::move(inputs),
                .carried = {},
                .kept = {}};
  fold_on(past.state, tail, needed);
  return past;
}

// The events after `after` up to `upto`; zero: to the room's head.
Result<std::vector<EventPtr>> read_between(Journal& journal, const RoomId& room, RoomSeq after,
                                           RoomSeq upto) {
  std::vector<EventPtr> events;
  while (upto.value == 0 || after < upto) {
    const std::size_t wanted =
        upto.value == 0 ? kPage
                        : std::min(kPage, static_cast<std::size_t>(upto.value - after.value));
    std::vector<EventPtr> page = TRY(journal.read(room, after, wanted));
    const bool last = page.size() < wanted;
    if (!page.empty()) after = page.back()->room_seq;
    std::ranges::move(page, std::back_inserter(events));
    if (last) break;
  }
  return events;
}

// The tail of a room, longer by and by: nothing is read twice.
class Tail {
 public:
  Tail(Journal& journal, const RoomId& room, RoomSeq upto)
      : journal_(journal), room_(room), from_(upto) {}

  Result<void> begin_after(RoomSeq after) {
    if (is_read_ && after >= from_) return {};
    std::vector<EventPtr> events = TRY(read_between(journal_, room_, after, from_));
    std::ranges::move(events_, std::back_inserter(events));
    events_ = std::move(events);
    from_ = after;
    is_read_ = true;
    return {};
  }
  const std::vector<EventPtr>& events() const { return events_; }

 private:
  Journal& journal_;
  const RoomId room_;
  RoomSeq from_;
  bool is_read_ = false;
  std::vector<EventPtr> events_;
};

}  // namespace

RoomPast room_past(const std::vector<EventPtr>& events, const FoldFactory& folds) {
  return past_of(events, folds, Of::kFormerRuns);
}

Result<RoomPast> read_room_past(Journal& journal, const RoomId& room, RoomSeq upto,
                                const FoldFactory& folds) {
  Tail tail(journal, room, upto);
  RoomSeq newest;
  // A store that cannot tell its folds cannot tell its events: the reading says what is wrong.
  const auto kept_folds = journal.folds(room);
  for (const KeptFold& one : kept_folds.value_or(std::vector<KeptFold>())) {
    if (upto.value > 0 && one.at > upto) continue;
    const auto kept = read_kept(one, folds);
    if (!kept) continue;
    TRY(tail.begin_after(one.at));
    newest = std::max(newest, one.at);
    auto past = TRY(past_since(journal, room, *kept, tail.events(), folds));
    if (!past) continue;
    past->kept = newest;
    return std::move(*past);
  }
  TRY(tail.begin_after({}));
  RoomPast past = past_of(tail.events(), folds, Of::kFormerRuns);
  past.kept = newest;
  return past;
}

Result<RoomPast> read_room_left(Journal& journal, const RoomId& room, RoomSeq upto,
                                const FoldFactory& folds) {
  return past_of(TRY(read_between(journal, room, {}, upto)), folds, Of::kNewestRuns);
}

Result<EventPtr> find_in_room(Journal& journal, const RoomId& room,
                              const std::function<bool(const EventPtr&)>& wanted) {
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
