// A project's state as the JSON that other programs read (C-49): the fields of the files that came
// before this program, and previous_phase, expires_at, gate and schema. Pure; times are UTC.
#pragma once

#include <string>

#include "base/clock.h"
#include "base/json.h"
#include "team/room/room.h"

namespace fm {

inline constexpr int kProjectStateSchema = 1;

// {phase, user_goal, discovery_log: [{bot, content, is_question, timestamp}], synthesis?, approval?
// {approved, feedback, timestamp}, execution_plan?, created_at, updated_at, iteration,
// previous_phase?, expires_at?, gate? {id, type}, schema}; what there is not is null. `rests_after`
// is how long a phase waits for the person (C-46).
JsonObject project_state_json(const RoomView& view, const Project& project, Millis rests_after);

// As text with an entry a line, in the order of its keys; ends with a line end.
std::string indented(const Json& value);

}  // namespace fm
