// RoomSettings: with whose settings each room is worked on, while several clients come to a store.
//
// A room has the settings of the client that opened it last and is still there; when that one
// leaves, those of whoever else opened it. When nobody is left, what stays of the last one's
// settings without its keys. A room that nobody opened since the start has the owner's. Values are
// shared; loop thread; nothing of it lasts.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace fm {

template <class Settings>
class RoomSettings {
 public:
  using Shared = std::shared_ptr<Settings>;

  explicit RoomSettings(Shared owners = {}) : owners_(std::move(owners)) {}

  void enter(const RoomId& room, const Shared& settings) {
    Entry& entry = rooms_[room];
    entry.left.reset();
    std::erase(entry.here, settings);
    entry.here.push_back(settings);
  }

  Shared of(const RoomId& room) const {
    const auto found = rooms_.find(room);
    if (found == rooms_.end()) return owners_;
    return found->second.here.empty() ? found->second.left : found->second.here.back();
  }
  bool knows(const RoomId& room) const { return rooms_.contains(room); }

  // Whether a client other than that of `settings` is there and has opened the room.
  bool is_served_by_others(const RoomId& room, const Shared& settings) const {
    const auto found = rooms_.find(room);
    if (found == rooms_.end()) return false;
    return std::ranges::any_of(found->second.here,
                               [&](const Shared& one) { return one != settings; });
  }

  // Those that are worked on with `settings`, of which somebody opened them.
  std::vector<RoomId> rooms_of(const Shared& settings) const {
    std::vector<RoomId> rooms;
    for (const auto& [room, entry] : rooms_)
      if (of(room) == settings) rooms.push_back(room);
    return rooms;
  }

  // The last client with these settings left. `rest` makes what stays of them, once, if a room
  // needs it; null: nothing, and then of() is null for that room until somebody opens it.
  void leave(const Shared& settings, const std::function<Shared()>& rest) {
    std::optional<Shared> made;
    for (auto& [room, entry] : rooms_) {
      if (std::erase(entry.here, settings) == 0 || !entry.here.empty()) continue;
      if (!made) made = rest();
      entry.left = *made;
    }
  }

 private:
  struct Entry {
    std::vector<Shared> here;  // the one that opened it last at the end
    Shared left;               // when nobody is here
  };
  Shared owners_;
  std::unordered_map<RoomId, Entry> rooms_;
};

}  // namespace fm
