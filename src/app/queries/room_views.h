// RoomViews: rooms as they stand now, as immutable snapshots that all who look share.
//
// The one place where the service comes by a room's view. A room that runs is the engine's own
// snapshot. Any other is folded from the store in the pool; those that were looked at last are
// kept, up to so many bytes of all together, and only what was committed since is read. Owned by
// the service; loop thread. Nothing of it lasts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "app/queries/rooms.h"
#include "app/service_answers.h"
#include "base/result.h"
#include "engine/flow/task.h"
#include "engine/log/journal_reader.h"
#include "engine/runtime/engine.h"
#include "loop/pool_scope.h"

namespace fm {

class RoomViews {
 public:
  RoomViews(Loop& loop, JournalReader& reader, std::size_t bytes = std::size_t{16} << 20)
      : reader_(reader), most_(bytes), pool_(loop) {}

  void use(Engine& engine) { engine_ = &engine; }  // of whoever owns the store

  // The room with all that is committed. A room that is not there has no events (head 0).
  void view(const RoomId& room, Done<RoomViewPtr> done);
  Task<Result<RoomViewPtr>> of(RoomId room);  // the same, for a task

 private:
  struct Kept {
    FoldedRoom room;
    std::uint64_t used = 0;
  };
  void keep(const RoomId& room, const FoldedRoom& now);

  JournalReader& reader_;
  Engine* engine_ = nullptr;  // not owned
  const std::size_t most_;
  std::size_t bytes_ = 0;  // of all that is kept
  std::map<RoomId, Kept> kept_;
  std::uint64_t uses_ = 0;
  PoolScope pool_;
};

// A room that nobody has begun is not looked at as if it were empty. Errors: room_unknown.
Result<RoomViewPtr> known_room(Result<RoomViewPtr> seen, const RoomId& room);

}  // namespace fm
