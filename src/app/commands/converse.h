// Making ready for a conversation: team, models and words that a room's `chat` flow is pinned to.
//
// Reads the packs and the folder and checks all that can be checked before anything is begun.
// Blocks on files. Errors: team_unknown, team_no_leader, model_*, screenplay_unknown, and the
// faults of the files that are needed.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/ideate.h"
#include "app/config/config.h"
#include "app/service.h"
#include "engine/flow/pins.h"
#include "engine/log/journal.h"
#include "flows/conversation/talk_plan.h"
#include "model/model.h"
#include "people/language/vocabulary.h"
#include "team/pack/pack.h"
#include "team/room/room.h"

namespace fm {

inline constexpr std::string_view kGeneralRoom = "general";  // the room of a folder (C-1)

struct ConverseReady {
  TalkPlan plan;
  CastFiles files;                               // to be pinned
  Cast cast;                                     // what they say
  std::map<std::string, std::string> endpoints;  // model -> host
  std::vector<Error> notices;
};

// `memory` is what is offered of the folder's earlier projects (app/queries/memory.h).
Result<ConverseReady> prepare_converse(const ConverseRequest& request, const Config& config,
                                       const PackPlaces& places, ModelCatalog& models,
                                       std::string_view memory = {});

// Whether a flow's pins are these files, by their hashes. Where nobody named a model, screenplays
// are none of the difference.
bool is_pinned_to(const Pins& pins, const CastFiles& files, ModelsNamed named);

// Up to where the flow took the person's words. In its first run, up to where it began.
RoomSeq heard_up_to(const RoomView& room, const FlowRecord& flow);

// The room that is named, else the folder's own; nothing when it has to be made. Errors:
// room_unknown, room_no_conversation.
using RoomViewer = std::function<Result<RoomView>(const RoomId&)>;
Result<std::optional<RoomView>> room_to_talk_in(const std::vector<RoomRow>& rooms,
                                                const ConverseRequest& request,
                                                const RoomViewer& view);

// Whether the flow that runs goes on as it is. What is under way keeps its cast to its end; else
// other cards, models and memories are taken up now.
bool keeps_cast(const RoomView& seen, const FlowRecord& flow, const ConverseRequest& request,
                const JsonObject& args, const CastFiles& files, const Pins& pins);

// The words by which people are understood: the user's own, or those that are built in.
Result<std::shared_ptr<const Vocabulary>> people_words(const PackPlaces& places);

}  // namespace fm
