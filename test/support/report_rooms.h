// Rooms whose reports are worth looking at: a full discussion, and the ways in which one can be
// unfinished, fail, or be told by somebody who means harm. Used by the report's tests, by the
// accessibility check and by people who change its look.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "team/room/room.h"

namespace fm::testing {

RoomView full_room();       // three rounds, six living ideas, every kind of flag and message
RoomView rehearsed_room();  // one round, the offline model
RoomView under_way_room();  // scores are still to come
RoomView paused_room();     // waits for a person
RoomView failed_room();     // ended in an error, no ideas
RoomView unscored_room();   // no moderator
RoomView low_room();        // the best stays below the threshold; a tie
RoomView hostile_room();    // text that tries to leave its place
RoomView right_to_left_room();
RoomView empty_room();

// A ui-creator's reply that tries everything a page can do. It calls to http://127.0.0.1:9/.
std::string hostile_html();

struct NamedRoom {
  std::string name;
  std::function<RoomView()> make;
};
const std::vector<NamedRoom>& report_rooms();

}  // namespace fm::testing
