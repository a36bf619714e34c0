// GeminiProtocol: answers of Gemini's generateContent and streamGenerateContent.
//
// Every piece has the same shape, streamed or whole. There is no end marker: a finish reason may
// come on an empty piece at the start, so reading goes on to the end of the bytes. Only the first
// candidate counts. Thought signatures are kept as seals.
#pragma once

#include <optional>
#include <string>

#include "model/wire/answer_protocol.h"

namespace fm {

class GeminiProtocol final : public AnswerProtocol {
 public:
  bool knows(const AnswerPiece& piece) const override;
  std::optional<ModelError> add(AnswerDraft& draft, const AnswerPiece& piece) override;
  Finish finish() const override;

 private:
  std::optional<ModelError> add_candidate(AnswerDraft& draft, const Json& candidate);

  std::string finish_reason_;
};

}  // namespace fm
