// OllamaProtocol: answers of Ollama's own /api/chat and /api/generate.
//
// One object a line, the last with done:true; an answer that is not streamed is that last object.
// Tool calls come whole. Old servers give no reason for the end.
#pragma once

#include <optional>
#include <string>

#include "model/wire/answer_protocol.h"

namespace fm {

class OllamaProtocol final : public AnswerProtocol {
 public:
  bool knows(const AnswerPiece& piece) const override;
  std::optional<ModelError> add(AnswerDraft& draft, const AnswerPiece& piece) override;
  Finish finish() const override;

 private:
  std::string done_reason_ = "stop";
};

}  // namespace fm
