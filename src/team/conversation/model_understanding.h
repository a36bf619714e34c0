// A model's reading of a person's message: what it is asked, and what its answer says (C-12).
//
// Pure; the caller makes the one call. The message, the brief and the lines before it are data in
// JSON. An answer that cannot be read leaves the rules: there is no repair. A model's reading alone
// does nothing; two_keys.h says what it can add.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/json.h"
#include "reading/json/fault.h"
#include "team/conversation/understanding.h"

namespace fm {

// One small call, one try, no repair (C-12). Tokens of its answer, those of reasoning included.
inline constexpr Millis kUnderstandDeadline{8'000};
inline constexpr int kUnderstandTokens = 1'500;

struct UnderstandQuestion {
  std::string system;
  std::string user;  // JSON; at most 1,500 tokens beside the message
};

UnderstandQuestion ask_understanding(const UnderstandingContext& context, std::string_view text);

// {intent, runner_up, acts: [{act, words}], answers: [{question, words}], option, goes_on}. An act
// that there is none of is a fault: left out it would make the others the only ones. Faults:
// no_json, empty, truncated, ambiguous, missing_field, invalid_value, placeholder.
Read<ModelUnderstanding> read_model_understanding(std::string_view answer);

// As it is kept: the same shape. Nothing for what is no reading.
JsonObject to_json(const ModelUnderstanding& model);
std::optional<ModelUnderstanding> model_understanding(const Json& value);

}  // namespace fm
