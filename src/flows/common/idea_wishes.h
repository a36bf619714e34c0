// What the person wants of an idea: to pin, veto or score it, in words (I-21).
//
// As with steering, only a message that is such a wish and nothing else is taken for one; in a
// sentence the words mean nothing special. Reading and the events that follow are pure;
// take_wishes() is the step of a flow that hears the person, before every turn.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/log/event.h"
#include "flows/common/speaking.h"
#include "team/room/room.h"

namespace fm {

struct IdeaWish {
  enum class What { kPin, kUnpin, kVeto, kUnveto, kScore };
  What what = What::kPin;
  std::vector<std::string> ideas;  // ids; none: all that are pinned or vetoed
  int score = 0;                   // hundredths, as they were said
};

// "pin idea-2", "veto 3 and 4", "unpin", "score idea-2 8.5".
std::optional<IdeaWish> read_idea_wish(std::string_view text);

// The newest word counts: a veto takes a pin back, a pin a veto. What changes nothing is no event.
// Warnings are events too: idea_not_there, score_clamped.
std::vector<NewEvent> wish_events(const RoomView& view, const IdeaWish& wish,
                                  const Message& message);

// Takes what the person wished since the last time, one message after the other.
Flow<Nothing> take_wishes(FlowHandle flow, CoursePtr course);

}  // namespace fm
