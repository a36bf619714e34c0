// RoomPast: what a room that comes into memory needs of its log, read in one pass (P-10, R18).
//
// Where a fold was kept that all unfinished runs began after, only the events after it are read
// (docs/engine.md, "Kept folds"); else the next older one is tried, and at last the whole log.
// The fold at the head, the fold at each cursor that the unfinished flows will ask for, the events
// of these flows' newest runs, and what people said that no run has taken. Read on the loop, made
// in the pool; the room's runtime takes it over.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "base/result.h"
#include "engine/flow/carried.h"
#include "engine/flow/fold.h"
#include "engine/flow/replay.h"
#include "engine/flow/task.h"
#include "engine/log/journal.h"
#include "engine/runtime/room_state.h"
#include "loop/pool_scope.h"

namespace fm {

bool is_input(const Event& event);  // a person's words

struct RoomPast {
  RoomState state;
  std::vector<FlowId> unfinished;       // in the order in which they were started first
  std::map<FlowId, History> histories;  // of these
  std::vector<EventPtr> inputs;         // in order; of those before a kept fold only the unread
  // What the runs had got done that others take the place of (room_anew.cc).
  std::map<FlowId, Carried> carried;
  RoomSeq kept;  // where the newest kept fold stands that can be read; zero: there is none
};

// The whole room as committed. `events` begin with the room's first one.
RoomPast room_past(const std::vector<EventPtr>& events, const FoldFactory& folds);

// Out of the store, up to `upto`; zero: to its head. Reads page by page, and folds in the pool,
// which is closed before the task is destroyed. Errors: those of reading.
Task<Result<RoomPast>> read_room_past(Journal& journal, PoolScope& pool, RoomId room, RoomSeq upto,
                                      FoldFactory folds);

// The same where runs are about to be begun anew: `carried` is what the newest runs had got done.
// Always the whole log.
Task<Result<RoomPast>> read_room_left(Journal& journal, PoolScope& pool, RoomId room, RoomSeq upto,
                                      FoldFactory folds);

// The first event of the room that is wanted; null where there is none.
Task<Result<EventPtr>> find_in_room(Journal& journal, RoomId room,
                                    std::function<bool(const EventPtr&)> wanted);

}  // namespace fm
