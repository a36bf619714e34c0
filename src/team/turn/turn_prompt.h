// From what a turn is asked for to the request that goes to a model (P-24, P-25).
//
// Pure: the pinned cast, the room up to the effect's cursor and the turn's identity give the same
// request on every attempt and after every crash.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "engine/flow/effect.h"
#include "model/model.h"
#include "team/pack/team_snapshot.h"
#include "team/room/room.h"
#include "team/turn/turn_request.h"

namespace fm {

struct TurnPrompt {
  ModelRequest request;
  std::string hash;         // of the messages, for diagnosis only
  std::int64_t tokens = 0;  // guessed; of the prompt alone
  bool too_long = false;    // by our guess: nothing should be sent

  // Where a summary would end that makes it shorter; nothing when there is too little to sum up.
  std::optional<RoomSeq> covers;
};

// Whether it answers alone and needs no roster: a question, a small task, a change of one, in a
// project that has no brief. Where the team made one, prompts keep the beginning that they had
// (P-24).
bool is_solo(const RoomView& view, const TurnRequest& turn);

// `context_tokens` is what the model holds, 0 when unknown. Errors: prompt_unknown_task,
// prompt_value_missing, agent_unknown.
Result<TurnPrompt> make_turn_prompt(const TeamSnapshot& snapshot, const RoomView& view,
                                    const EffectCall& call, const TurnRequest& turn,
                                    std::string_view preamble, std::int64_t context_tokens);

}  // namespace fm
