// What is read out of an agent's answer, as the JSON that a turn's outcome keeps (P-40).
//
// It is read once, by the performer, and journaled, so that a better reader in a later version
// does not change a discussion that was begun. Shapes, all without doubles:
//
//   ideas   {ideas: [{title, description, rationale, tags, builds_on, id}]}
//   scores  {scores: [{id, criteria: {name: hundredths}, overall?, pros, cons, feedback,
//   clamped?}]} choice  {id}                       empty when nothing is certain page    {found:
//   true|false}        the page itself is the message
//
// In place of ideas or scores there is {fault: words for the model} when it could not be read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "team/room.h"
#include "team/turn_request.h"

namespace fm {

struct TurnReading {
  Json value;                        // null when nothing was to be read
  std::vector<std::string> repairs;  // codes, for turn.finished
};

TurnReading read_turn(TurnReads reads, std::string_view text, bool cut_off, const RoomView& view);

}  // namespace fm
