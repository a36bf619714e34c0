// FairQueue: who waits for a provider, and whose turn it is (P-30).
//
// For each model the rooms go round: the first call of each room, then the second of each. Among
// the models that one goes first in which a room waits that was served longest ago, whatever it was
// served with; so a room with many calls of many models comes no more often than one with a single
// call, and every call comes once. Pure; it knows nothing of limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <string>
#include <vector>

namespace fm {

class FairQueue {
 public:
  using Id = std::uint64_t;
  struct Place {
    std::string room;
    std::string model;
    bool in_front = false;  // of its room, behind others that are so
  };

  void add(Id id, const Place& place);
  void remove(Id id, const Place& place);  // that was added
  void serve(Id id, const Place& place);   // removes it; the next turn is another room's

  std::vector<Id> heads() const;  // the next of each model, in the order of their turns
  std::vector<Id> in_order(const std::string& model) const;  // as they will be served

 private:
  struct Turn {
    std::uint64_t last = 0;  // when the room was served last, or came
    std::size_t waiting = 0;
  };
  struct Entry {
    Id id = 0;
    bool in_front = false;
  };
  struct Room {
    std::string name;
    Turn* turn = nullptr;
    std::deque<Entry> calls;
  };
  struct OfModel {
    std::list<Room> rooms;  // the next one first
    std::uint64_t served = 0;
  };

  std::map<std::string, OfModel> models_;
  std::map<std::string, Turn> turns_;  // by room, while it waits
  std::uint64_t last_turn_ = 0;
};

}  // namespace fm
