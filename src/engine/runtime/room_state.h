// RoomState: a room's one fold, and the room as it was at the cursors that somebody still needs.
//
// Events are applied once, in order. snapshot() is the room as it is, an immutable value that
// flows, performers, watchers and files share; it is made when somebody asks and stays the same
// object until the next event. Places in the past are kept only where keep() was called while the
// room was there: the engine knows beforehand which it will need (cursors of effects, starts of
// runs). A fold that throws is a bug of this room: from then on asking for a snapshot throws it
// again, at the boundary where a flow's bugs are caught. A value; on one thread at a time.
#pragma once

#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <optional>

#include "base/clock.h"
#include "base/ids.h"
#include "engine/flow/fold.h"
#include "engine/flow/room_snapshot.h"
#include "engine/log/event.h"

namespace fm {

class RoomState {
 public:
  explicit RoomState(std::unique_ptr<Fold> fold, RoomSeq head = {}, UtcMs time = {},
                     std::size_t bytes = 0);

  void apply(const Event& event);  // the one that follows head()

  RoomSeq head() const { return head_; }
  std::size_t bytes() const { return bytes_; }  // about what the room takes in memory
  const RoomSnapshot& snapshot() const;

  void keep() { kept_.insert_or_assign(head_, snapshot()); }
  // As it was; nothing where it was not kept.
  std::optional<RoomSnapshot> at(RoomSeq place) const;
  void forget_kept() { kept_.clear(); }
  void keep_from(RoomState& other);  // takes over what the other one has kept

 private:
  std::unique_ptr<Fold> fold_;
  RoomSeq head_;
  UtcMs time_;
  std::size_t bytes_ = 0;
  std::exception_ptr fault_;
  mutable std::optional<RoomSnapshot> now_;
  std::map<RoomSeq, RoomSnapshot> kept_;
};

}  // namespace fm
