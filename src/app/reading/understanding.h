// How a person's words are understood, and the same as JSON for programs (C-11, C-14, C-32).
//
// Pure; what they mean is decided in people/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "people/message/answer.h"
#include "people/message/intent.h"
#include "people/questions/questions.h"

namespace fm {

// The agents that an intent calls for.
std::vector<std::string> agents_called_by(Intent intent);

// {intent, confidence, runner_up, interests, combined, people, agents, depth, flow, words}
JsonObject intent_value(const IntentReading& reading);

// {starts, cancels, approval, command, words, languages}
JsonObject answer_value(const Answer& answer);

// {questions: [{text, type, genuine, keywords}]}
JsonObject questions_value(const std::vector<FoundQuestion>& questions);

// {mentions: [...]}: whom a message speaks to.
JsonObject mentions_value(std::string_view text);

}  // namespace fm
