// Making ready for a conversation: team, models and words that a room's `chat` flow is pinned to.
//
// Reads the packs and the folder and checks all that can be checked before anything is begun.
// prepare_conversation() blocks on files. Errors: team_unknown, team_no_leader, model_*,
// screenplay_unknown, and the faults of the files that are needed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/commands/ideate.h"
#include "app/config/config.h"
#include "app/service_requests.h"
#include "engine/flow/pins.h"
#include "flows/conversation/conversation_plan.h"
#include "model/model.h"
#include "team/pack/pack.h"
#include "team/room/room.h"
#include "work/process/environment.h"

namespace fm {

struct ConversationSetup {
  ConversationPlan plan;
  TeamFiles files;                               // to be pinned
  TeamSnapshot snapshot;                         // what they say
  std::map<std::string, std::string> endpoints;  // model -> host
  std::vector<Error> notices;
};

// All but the models. In `environment` the person's coding agents are looked for; `memory` is what
// is offered of the folder's earlier projects (app/queries/memory.h).
Result<ConversationSetup> prepare_conversation(const ConversationRequest& request,
                                               const Config& config, const PackPlaces& places,
                                               std::string_view memory = {},
                                               const Variables& environment = {});

// Gives everybody their models, and with them the parts of the plan that rest on these. On the
// loop.
Result<void> add_models(ConversationSetup& ready, const ConversationRequest& request,
                        const Config& config, ModelCatalog& models);

// Whether a flow's pins are these files, by their hashes. Where nobody named a model, screenplays
// are none of the difference.
bool is_pinned_to(const Pins& pins, const TeamFiles& files, ModelsNamed named);

// Up to where the flow took the person's words. In its first run, up to where it began.
RoomSeq heard_up_to(const RoomView& room, const FlowRecord& flow);

// Whether the flow that runs goes on as it is. What is under way keeps its cast to its end; else
// other cards, models and memories are taken up now.
bool keeps_team(const RoomView& seen, const FlowRecord& flow, const ConversationRequest& request,
                const JsonObject& args, const TeamFiles& files, const Pins& pins);

}  // namespace fm
