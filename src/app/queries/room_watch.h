// Watching rooms: a room's past, then what is committed, without gap or repetition; and of a turn
// that runs, its words so far, then as they grow (C-3). A watch that is paused holds nothing.
//
// The newest lines come from memory (recent_lines.h), older ones page by page from the store, in
// the pool. Owned by the service, which outlives what it gives out. Loop thread.
#pragma once

#include <memory>

#include "app/queries/recent_lines.h"
#include "app/service_answers.h"
#include "engine/log/journal.h"
#include "engine/runtime/bus.h"
#include "loop/pool_scope.h"

namespace fm {

class RoomWatches {
 public:
  RoomWatches(Loop& loop, Journal& journal, Bus& bus, const RecentLines& recent)
      : loop_(loop), journal_(journal), bus_(bus), recent_(recent), pool_(loop) {}

  // The watcher hears events after `after` until the handle is destroyed, never inside this call.
  std::shared_ptr<Watching> watch(const RoomId& room, RoomSeq after, Listener& watcher);

 private:
  class Watch;

  Loop& loop_;
  Journal& journal_;
  Bus& bus_;
  const RecentLines& recent_;
  PoolScope pool_;
};

}  // namespace fm
