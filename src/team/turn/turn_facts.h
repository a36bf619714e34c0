// What a rehearsal is told of a turn beside the prompt, which it never looks at (P-34).
//
// The facts are those that rehearsal/rehearsal.h lists: of an ideation the ideas and rounds, of a
// conversation where its project stands. Pure: room at the cursor and request give the same facts
// on every attempt.
#pragma once

#include "base/json.h"
#include "engine/flow/effect.h"
#include "team/pack/team_snapshot.h"
#include "team/room/room.h"
#include "team/turn/turn_request.h"

namespace fm {

// Where a project stands: what was wished, asked, answered and agreed on in it.
void add_project_facts(JsonObject& facts, const Project& project);

JsonObject turn_facts(const TeamSnapshot& snapshot, const RoomView& view, const EffectCall& call,
                      const TurnRequest& turn);

}  // namespace fm
