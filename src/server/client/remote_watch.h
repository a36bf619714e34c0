// RemoteWatch: a room that is watched over a link.
//
// Keeps what has arrived while its follower takes nothing, which is no more than was on its way:
// the owner is told to pause. Knows how far the room was heard, whichever owner told it, and who
// speaks there. Made and told by RemoteService; the handle that is given out ends it. Loop thread.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "app/service_answers.h"
#include "loop/loop.h"

namespace fm::server {

class RemoteWatch final : public std::enable_shared_from_this<RemoteWatch> {
 public:
  // `tell_owner` says whether the owner shall pause.
  RemoteWatch(Loop& loop, RoomId room, RoomSeq after, Watcher& watcher,
              std::function<void(bool pauses)> tell_owner)
      : loop_(loop),
        room_(std::move(room)),
        last_(after),
        watcher_(&watcher),
        tell_owner_(std::move(tell_owner)) {}

  const RoomId& room() const { return room_; }
  RoomSeq last() const { return last_; }
  bool is_paused() const { return is_paused_; }
  bool is_spoken_in() const { return !speaking_.empty(); }

  void event(const EventPtr& event);
  void tell(std::function<void(Watcher&)> what);  // all else, in its order

  void pause();
  void resume();
  void end() { watcher_ = nullptr; }

 private:
  void hand_on();

  Loop& loop_;
  const RoomId room_;
  RoomSeq last_;  // that has arrived
  Watcher* watcher_;
  const std::function<void(bool pauses)> tell_owner_;
  bool is_paused_ = false;
  bool hands_on_ = false;                        // posted, or under way
  std::set<std::string, std::less<>> speaking_;  // turns
  std::deque<std::function<void(Watcher&)>> arrived_;
};

}  // namespace fm::server
