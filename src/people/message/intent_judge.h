// When the rules are unsure what a message is about, one small model call decides (C-12).
//
// Pure: it says whether to ask, what to ask, and what the answer means; the caller makes the call.
// A model decides about the intent only. It never starts, approves or cancels anything, and when
// its call or answer fails the rules' own reading stands.
#pragma once

#include <string>
#include <string_view>

#include "people/message/intent.h"
#include "reading/json/fault.h"

namespace fm {

// One call without history or tools; its answer needs at most 60 tokens.
struct JudgeQuestion {
  std::string system;
  std::string user;  // the person's message as JSON text, so that it stays data
};

JudgeQuestion ask_judge(std::string_view message, const IntentReading& rules);

// Faults: no_json, empty, truncated, ambiguous, missing_field, invalid_value, placeholder.
Read<Intent> read_judgement(std::string_view answer);

}  // namespace fm
