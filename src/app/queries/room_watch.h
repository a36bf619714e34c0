// Watching a room: its past from the journal, then what is committed, without gap or repetition;
// and of a turn that runs, its words so far, then as they grow (C-3).
#pragma once

#include <memory>

#include "engine/log/journal.h"
#include "engine/runtime/bus.h"
#include "loop/loop.h"

namespace fm {

// The watcher hears events after `after` until the handle is destroyed, never inside this call.
std::shared_ptr<void> watch_room(Loop& loop, Journal& journal, Bus& bus, const RoomId& room,
                                 RoomSeq after, Listener& watcher);

}  // namespace fm
