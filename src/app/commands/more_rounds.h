// More rounds for a finished discussion: from what a person asked to a plan that can be pinned
// (I-22).
//
// The new flow goes on with the files that the discussion was pinned to and with its arguments, so
// that its agents are who they were; what the person names anew (rounds, models, panel, threshold,
// files) comes in their place.
#pragma once

#include "app/commands/ideate.h"
#include "app/service_requests.h"
#include "engine/runtime/engine.h"
#include "team/room/room.h"

namespace fm {

// The ideation that can be given more rounds. Errors: room_unknown, discussion_unfinished,
// not_an_ideation, rounds_none.
Result<const FlowRecord*> finished_ideation(const RoomView& view);

// All but the models. `files` are those that the ideation was pinned to. Errors: those above, and
// as prepare_ideate() for outputs and panel. Blocks on files.
Result<IdeationSetup> prepare_more_rounds(const IdeateRequest& request, const RoomView& view,
                                          TeamFiles files);

// Gives everybody the models that are named, else those they had. Errors: endpoint_changed, and as
// add_models() of an ideation. On the loop.
Result<void> add_former_models(IdeationSetup& ready, const IdeateRequest& request,
                               const RoomView& view, ModelCatalog& models);

// The flow that does it, and a line in the room that says why the talk goes on.
FlowRequest more_rounds_flow(const IdeationSetup& ready, const RoomView& view, UtcMs now);

}  // namespace fm
