// The prompt of a turn about one task of a plan: what it builds, resolves, reviews.
//
// It holds the brief, the task's own part of the plan and what was made of it, and not the talk:
//
//   system  how we work, the brief, the folder         the same for everyone and every task
//   user    who you are, the task
//   ...     the session's steps so far, where it has tools; they only grow at their end (P-24)
//
// Pure: the pinned texts, the room up to the cursor and the turn give the same request each time.
#pragma once

#include <string>

#include "base/result.h"
#include "team/turn/turn_prompt.h"

namespace fm {

// Errors: prompt_unknown_task, prompt_value_missing, plan_task_unknown.
Result<TurnPrompt> make_task_prompt(const TeamSnapshot& snapshot, const RoomView& view,
                                    const EffectCall& call, const TurnRequest& turn);

// What a coding agent that is a program of its own is told, in one text: how it works here, the
// brief, the task. `fault` is what it was told before, or empty. Errors: the same.
Result<std::string> outside_prompt(const TeamSnapshot& snapshot, const RoomView& view,
                                   const TurnRequest& turn, const std::string& fault);

}  // namespace fm
