// Making ready for a conversation: team, models and words that a room's `chat` flow is pinned to.
//
// Reads the packs and the folder and checks all that can be checked before anything is begun.
// Blocks on files. Errors: team_unknown, team_no_leader, model_*, screenplay_unknown, and the
// faults of the files that are needed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/config.h"
#include "app/ideate.h"
#include "app/service.h"
#include "flows/talk.h"
#include "model/model.h"
#include "team/pack.h"

namespace fm {

inline constexpr std::string_view kGeneralRoom = "general";  // the room of a folder (C-1)

struct ConverseReady {
  TalkPlan plan;
  CastFiles files;                               // to be pinned
  Cast cast;                                     // what they say
  std::map<std::string, std::string> endpoints;  // model -> host
  std::vector<Error> notices;
};

// `memory` is what is offered of the folder's earlier projects (app/memory.h).
Result<ConverseReady> prepare_converse(const ConverseRequest& request, const Config& config,
                                       const PackPlaces& places, ModelCatalog& models,
                                       std::string_view memory = {});

// Whether a flow's pins are these files, by their hashes. Where nobody named a model, screenplays
// are none of the difference.
bool is_pinned_to(const FlowRecord& flow, const CastFiles& files, ModelsNamed named);

// Up to where the flow took the person's words. In its first run, up to where it began.
RoomSeq heard_up_to(const RoomView& room, const FlowRecord& flow);

}  // namespace fm
