// Appends for tests of the log itself, which care for no flow: a room and messages in it.
#pragma once

#include <string>
#include <utility>

#include "engine/log/journal.h"

namespace fm::testing {

inline const RoomId kRoom{"tools"};

inline Append message(const std::string& text) {
  NewEvent event;
  event.kind = "message.posted";
  event.body = {{"id", "m-1"}, {"text", text}};
  event.at = {1'700'000'000'000};
  Append append;
  append.room = kRoom;
  append.events.push_back(std::move(event));
  return append;
}

// Makes the room.
inline Append creation() {
  Append append = message("");
  append.events.front().kind = "room.created";
  append.events.front().body = {{"title", "Tools"}, {"folder", "/tools"}, {"team", "six"}};
  return append;
}

}  // namespace fm::testing
