// OpenAiChatProtocol: answers of chat completions, OpenAI's and those of every server that copies
// them. Only the first choice counts.
#pragma once

#include <optional>
#include <string>

#include "model/wire/answer_protocol.h"

namespace fm {

class OpenAiChatProtocol final : public AnswerProtocol {
 public:
  bool knows(const AnswerPiece& piece) const override;
  const Json* failure_in(const AnswerPiece& piece) const override;
  std::optional<ModelError> add(AnswerDraft& draft, const AnswerPiece& piece) override;
  Finish finish() const override;
  bool ends_by_done() const override { return true; }

 private:
  std::optional<ModelError> add_choice(AnswerDraft& draft, const Json& choice, Carrier carrier);

  std::string finish_word_;
};

}  // namespace fm
