// The words by which providers say how an answer ended (P-22). Data, in one place: gateways mix the
// families' words, in capitals or not.
#pragma once

#include <optional>
#include <string_view>

#include "model/model.h"
#include "model/wire/answer_draft.h"

namespace fm {

Finish finish_of(std::string_view word);

// A word that nobody knows is kept as the reason why the answer may lack its end (ModelReply).
void note_end(AnswerDraft& draft, std::string_view word);

// The words that tell of a failure.
std::optional<ModelError> failure_of_end(std::string_view word);

}  // namespace fm
