// A model's reading of a person's message: what it is asked, and what its answer says (C-12).
//
// Pure; the caller makes the one call. The message, the brief and the lines before it are data in
// JSON. An answer that cannot be read leaves the rules: there is no repair. A model's reading alone
// does nothing; two_keys.h says what it can add.
#pragma once

#include <string>
#include <string_view>

#include "reading/json/fault.h"
#include "team/conversation/understanding.h"

namespace fm {

struct UnderstandQuestion {
  std::string system;
  std::string user;  // JSON; at most 1,500 tokens beside the message
};

UnderstandQuestion ask_understanding(const UnderstandingContext& context, std::string_view text);

// {intent, runner_up, acts: [{act, words}], answers: [{question, words}], option, goes_on}. An act
// that there is none of is a fault: left out it would make the others the only ones. Faults:
// no_json, empty, truncated, ambiguous, missing_field, invalid_value, placeholder.
Read<ModelUnderstanding> read_model_understanding(std::string_view answer);

}  // namespace fm
