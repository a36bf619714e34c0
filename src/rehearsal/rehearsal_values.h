// The values that a screenplay's templates can name, made from a request's purpose (P-34).
//
// kRehearsalValues is their list, and the reader of screenplays refuses other names. Pure: the
// same purpose gives the same values. Texts are plain; nothing of the prompt is in them.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/json.h"
#include "model/model.h"
#include "rehearsal/rehearsal_dice.h"
#include "rehearsal/rehearsal_speaker.h"
#include "rehearsal/rehearsal_topic.h"
#include "rehearsal/screenplay.h"

namespace fm {

// True for a name, or a dotted path that begins with one, that a template can use.
bool is_rehearsal_value(std::string_view name);

// What is being done: for repair and empty_reply the task that is done again.
struct TaskAtHand {
  std::string task;
  int round = 1;
};
TaskAtHand task_at_hand(const Purpose& purpose);

// Which time it is, from 0: of an ideation the round, of a conversation what the agent said before.
std::size_t turn_number(const Purpose& purpose);
Speaker speaker_of(const Screenplay& play, const Topic& topic, const Dice& dice,
                   const Purpose& purpose);

// All but `again`, which takes a scene to make. `scores` are those that the scene prescribes.
JsonObject rehearsal_values(const Screenplay& play, const Topic& topic, const Dice& dice,
                            const Purpose& purpose,
                            const std::map<std::string, std::string>& scores);

}  // namespace fm
