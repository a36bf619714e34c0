// The values that a turn of a conversation has beside those of every turn: what was asked and
// answered, what stands in the brief and was objected to it, and who has worked.
//
// All of it is made from the facts (rehearsal.h): the person's words come back as they are or not
// at all, and nothing is guessed about what they are about. Pure; the same facts give the same
// values. Borrowed for the call.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/json.h"
#include "model/model.h"
#include "rehearsal/rehearsal_dice.h"
#include "rehearsal/rehearsal_speaker.h"
#include "rehearsal/rehearsal_topic.h"
#include "rehearsal/screenplay.h"

namespace fm {

struct RehearsedConversation {
  const Screenplay& play;
  const Topic& topic;
  const Dice& dice;
  const Purpose& purpose;
};

bool is_conversation(const Json& facts);  // of a conversation or of what is built in it

// Whether what is agreed on is built: a builder can be given work, or has it.
bool is_built(const Json& facts);

// One who speaks as `agent` in this turn.
Speaker conversation_speaker(const Screenplay& play, const Topic& topic, const Dice& dice,
                             const Purpose& purpose, std::string agent);

// `values` has already those of every turn.
void add_conversation_values(JsonObject& values, const RehearsedConversation& ground);

std::span<const std::string_view> conversation_value_names();

}  // namespace fm
