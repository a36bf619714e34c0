// RecentLines: the newest committed events of all rooms, kept in memory for those who follow.
//
// Whoever begins to watch a room gets its last lines from here, and reads the store only for what
// is older. All rooms together keep at most so many bytes; the oldest lines go first, whichever
// room they are of. Hears the bus before anybody who watches. Loop thread; nothing of it lasts.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "engine/log/event.h"
#include "engine/runtime/bus.h"

namespace fm {

class RecentLines final : public Listener {
 public:
  explicit RecentLines(std::size_t bytes) : most_(bytes) {}

  // All events of the room after `after`, up to the newest; nothing where an older one is asked for
  // than are kept.
  std::optional<std::vector<EventPtr>> after(const RoomId& room, RoomSeq after) const;

  void event(const EventPtr& event) override;
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {}

 private:
  void drop_oldest();

  struct Line {
    RoomId room;
    std::size_t bytes = 0;
  };
  const std::size_t most_;
  std::size_t bytes_ = 0;
  std::deque<Line> lines_;  // of all rooms, oldest first
  std::unordered_map<RoomId, std::deque<EventPtr>> rooms_;
};

}  // namespace fm
