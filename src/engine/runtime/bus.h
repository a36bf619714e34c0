// Bus: tells whoever listens what was committed, and what is being said just now.
//
// Events come after their commit, each room's in order, each once. Previews (design idea 10) are
// never stored and may be dropped; while a turn runs its words so far are held for those who come
// late. On the loop thread; a listener may unsubscribe, or be destroyed, inside a call.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/log/event.h"

namespace fm {

// A preview of growing text. `offset` is how many bytes of this attempt came before.
struct TurnDelta {
  RoomId room;
  std::string turn;
  int attempt = 1;
  std::size_t offset = 0;
  std::string text;
};

// Why a turn waits just now, e.g. for a rate limit (P-33); an empty text: it goes on.
struct TurnNotice {
  RoomId room;
  std::string turn;
  std::string agent;
  std::string text;
  Millis wait{0};  // how long it will be, where that is known
};

class Listener {
 public:
  virtual ~Listener() = default;
  virtual void event(const EventPtr& event) = 0;
  virtual void delta(const TurnDelta& delta) = 0;
  virtual void notice(const TurnNotice& notice) = 0;
  virtual void idle(const RoomId& room) = 0;  // no flow of the room can go on by itself
  // Another node goes on with the room; idle() follows.
  virtual void lost(const RoomId& /*room*/, const Error& /*why*/) {}
};

class Bus {
 public:
  // The listener hears everything, or everything of one room, until the handle is destroyed. It
  // must outlive the handle.
  [[nodiscard]] std::shared_ptr<void> subscribe(Listener& listener, const RoomId& room = {});

  void event(const EventPtr& event);
  void delta(const TurnDelta& delta);
  void notice(const TurnNotice& notice);
  void lost(const RoomId& room, const Error& why);
  void idle(const RoomId& room);  // empty: of every room

  // What the turns that run in a room just now have said, each as one delta from its start (C-3).
  std::vector<TurnDelta> words_so_far(const RoomId& room) const;

 private:
  struct Entry {
    Listener* listener;
  };
  using Entries = std::vector<std::weak_ptr<Entry>>;
  void hold(const TurnDelta& delta);
  template <class Call>
  void each(const RoomId& room, Call call);
  void sweep();

  std::unordered_map<RoomId, Entries> entries_;  // "": those who hear everything
  std::size_t sweep_at_ = 64;                    // rooms
  std::unordered_map<RoomId, std::map<std::string, TurnDelta>> growing_;  // by turn
};

}  // namespace fm
