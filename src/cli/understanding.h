// How a person's words are understood, shown: as JSON and as lines (C-11, C-14).
//
// Pure; what they mean is decided in reading/person.
#pragma once

#include "base/json.h"
#include "cli/context.h"
#include "reading/person/answer.h"
#include "reading/person/intent.h"

namespace fm::cli {

// {intent, confidence, runner_up, interests, combined, people, agents, depth, flow, words}
JsonObject intent_value(const IntentReading& reading);

// {starts, cancels, approval, command, words, languages}
JsonObject answer_value(const Answer& answer);

Lines intent_lines(const IntentReading& reading, const Context& context);
Lines answer_lines(const Answer& answer, const Context& context);

}  // namespace fm::cli
