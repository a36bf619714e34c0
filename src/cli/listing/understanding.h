// How a person's words are understood, shown: as JSON and as lines (C-11, C-14, C-32).
//
// Pure; what they mean is decided in reading/person.
#pragma once

#include <vector>

#include "base/json.h"
#include "cli/context/context.h"
#include "people/message/answer.h"
#include "people/message/intent.h"
#include "people/questions/questions.h"

namespace fm::cli {

// {intent, confidence, runner_up, interests, combined, people, agents, depth, flow, words}
JsonObject intent_value(const IntentReading& reading);

// {starts, cancels, approval, command, words, languages}
JsonObject answer_value(const Answer& answer);

// {questions: [{text, type, genuine, keywords}]}
JsonObject questions_value(const std::vector<FoundQuestion>& questions);

Lines intent_lines(const IntentReading& reading, const Context& context);
Lines answer_lines(const Answer& answer, const Context& context);

}  // namespace fm::cli
