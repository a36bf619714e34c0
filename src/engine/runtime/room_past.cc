#include "engine/runtime/room_past.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "engine/flow/task_scope.h"
#include "engine/runtime/kept_room.h"

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

// What the events after a kept fold tell of the runs; nothing where a run began before it.
struct Reached {
  Runs runs;
  std::map<FlowId, History> histories;
  std::set<RoomSeq> needed;
};

std::optional<Reached> reached_from(const ReadKept& kept, const std::vector<EventPtr>& tail) {
  Reached reached;
  reached.runs = runs_of(kept.past.flows, tail);
  reached.histories = histories_of(reached.runs);
  for (const auto& [flow, history] : reached.histories) history.add_cursors(reached.needed);
  if (!reaches_not_behind(kept.past.at, reached.runs, reached.histories, reached.needed))
    return std::nullopt;
  return reached;
}

// What a kept fold and all events after it make; nothing where the fold cannot be read. `inputs`
// are those that no run had read there.
std::optional<RoomPast> past_since(const ReadKept& kept, const std::vector<EventPtr>& tail,
                                   Reached reached, std::vector<EventPtr> inputs,
                                   const FoldFactory& folds) {
  std::unique_ptr<Fold> fold = fold_of(kept, folds);
  if (!fold) return std::nullopt;
  std::ranges::move(reached.runs.inputs, std::back_inserter(inputs));
  RoomPast past{.state = RoomState(std::move(fold), kept.past.at, kept.past.time,
                                   static_cast<std::size_t>(kept.past.bytes)),
                .unfinished = std::move(reached.runs.unfinished),
                .histories = std::move(reached.histories),
                .inputs = std::move(inputs),
                .carried = {},
                .kept = {}};
  fold_on(past.state, tail, reached.needed);
  return past;
}

using Events = std::vector<EventPtr>;

Task<Result<LogPage>> read_page(Journal& journal, RoomId room, RoomSeq after, std::size_t limit) {
  const Later<Result<LogPage>> page;
  journal.read_page(std::move(room), after, limit,
                    [page](Result<LogPage> read) { page.resolve(std::move(read)); });
  co_return co_await page;
}

Task<Result<std::vector<KeptFold>>> read_folds(Journal& journal, RoomId room) {
  const Later<Result<std::vector<KeptFold>>> folds;
  journal.read_folds(std::move(room), [folds](Result<std::vector<KeptFold>> read) {
    folds.resolve(std::move(read));
  });
  co_return co_await folds;
}

// The words that no run had read at the kept fold, out of the log.
Task<Result<Events>> read_inputs(Journal& journal, RoomId room, std::vector<RoomSeq> places) {
  Events inputs;
  for (const RoomSeq at : places)
    for (EventPtr& event : CO_TRY(co_await read_page(journal, room, {at.value - 1}, 1)).events)
      if (is_input(*event)) inputs.push_back(std::move(event));
  co_return inputs;
}

// The events after `after` up to `upto`; zero: to the room's head.
Task<Result<Events>> read_between(Journal& journal, RoomId room, RoomSeq after, RoomSeq upto) {
  Events events;
  while (upto.value == 0 || after < upto) {
    const std::size_t wanted =
        upto.value == 0 ? kPageEvents : static_cast<std::size_t>(upto.value - after.value);
    LogPage page = CO_TRY(co_await read_page(journal, room, after, wanted));
    if (!page.events.empty()) after = page.events.back()->room_seq;
    std::ranges::move(page.events, std::back_inserter(events));
    if (page.is_last) break;
  }
  co_return events;
}

// The tail of a room, longer by and by: nothing is read twice.
class Tail {
 public:
  Tail(Journal& journal, RoomId room, RoomSeq upto)
      : journal_(journal), room_(std::move(room)), from_(upto) {}

  Task<Result<void>> begin_after(RoomSeq after) {
    if (is_read_ && after >= from_) co_return Result<void>();
    auto events =
        std::make_shared<Events>(CO_TRY(co_await read_between(journal_, room_, after, from_)));
    events->insert(events->end(), events_->begin(), events_->end());
    events_ = std::move(events);
    from_ = after;
    is_read_ = true;
    co_return Result<void>();
  }
  // Shared with the work that goes on with it in the pool.
  std::shared_ptr<const Events> events() const { return events_; }

 private:
  Journal& journal_;
  const RoomId room_;
  RoomSeq from_;
  bool is_read_ = false;
  std::shared_ptr<const Events> events_ = std::make_shared<const Events>();
};

}  // namespace

RoomPast room_past(const std::vector<EventPtr>& events, const FoldFactory& folds) {
  return past_of(events, folds, Of::kFormerRuns);
}

Task<Result<RoomPast>> read_room_past(Journal& journal, PoolScope& pool, RoomId room, RoomSeq upto,
                                      FoldFactory folds) {
  Tail tail(journal, room, upto);
  RoomSeq newest;
  // A store that cannot tell its folds cannot tell its events: the reading says what is wrong.
  const auto kept_folds = co_await read_folds(journal, room);
  for (const KeptFold& one : kept_folds.value_or(std::vector<KeptFold>())) {
    if (upto.value > 0 && one.at > upto) continue;
    const auto kept = co_await in_pool(pool, [one, folds] {
      auto read = read_kept(one, folds);
      return read ? std::make_shared<const ReadKept>(std::move(*read)) : nullptr;
    });
    if (!kept) continue;
    CO_TRY(co_await tail.begin_after(one.at));
    newest = std::max(newest, one.at);
    const auto events = tail.events();
    auto reached = co_await in_pool(pool, [kept, events] { return reached_from(*kept, *events); });
    if (!reached) continue;
    Events inputs = CO_TRY(co_await read_inputs(journal, room, kept->past.inputs));
    auto past = co_await in_pool(pool, [kept, events, reached = std::move(*reached),
                                        inputs = std::move(inputs), folds]() mutable {
      return past_since(*kept, *events, std::move(reached), std::move(inputs), folds);
    });
    if (!past) continue;
    past->kept = newest;
    co_return std::move(*past);
  }
  CO_TRY(co_await tail.begin_after({}));
  RoomPast past = co_await in_pool(
      pool, [events = tail.events(), folds] { return past_of(*events, folds, Of::kFormerRuns); });
  past.kept = newest;
  co_return past;
}

Task<Result<RoomPast>> read_room_left(Journal& journal, PoolScope& pool, RoomId room, RoomSeq upto,
                                      FoldFactory folds) {
  Events events = CO_TRY(co_await read_between(journal, room, {}, upto));
  co_return co_await in_pool(pool, [events = std::move(events), folds] {
    return past_of(events, folds, Of::kNewestRuns);
  });
}

Task<Result<EventPtr>> find_in_room(Journal& journal, RoomId room,
                                    std::function<bool(const EventPtr&)> wanted) {
  RoomSeq after;
  for (;;) {
    const LogPage page = CO_TRY(co_await read_page(journal, room, after, kPageEvents));
    for (const EventPtr& event : page.events)
      if (wanted(event)) co_return event;
    if (page.is_last) co_return EventPtr();
    after = page.events.back()->room_seq;
  }
}

}  // namespace fm
