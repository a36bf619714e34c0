// How a person's words are understood, as lines (C-11, C-14).
//
// Pure; what they mean is decided in reading/person.
#pragma once

#include "app/reading/understanding.h"
#include "cli/context/context.h"

namespace fm::cli {

Lines intent_lines(const IntentReading& reading, const Context& context);
Lines answer_lines(const Answer& answer, const Context& context);

}  // namespace fm::cli
