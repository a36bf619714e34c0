// AnthropicProtocol: answers of Anthropic Messages, streamed or whole.
//
// A message is a list of blocks, each with an index. Text, thinking and tool calls count; what the
// provider's own tools do in its blocks is skipped. Signatures and redacted thinking are kept as
// seals. Input tokens are told apart as new, read from the cache and written to it; all are input.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "model/wire/answer_protocol.h"

namespace fm {

class AnthropicProtocol final : public AnswerProtocol {
 public:
  bool knows(const AnswerPiece& piece) const override;
  std::optional<ModelError> add(AnswerDraft& draft, const AnswerPiece& piece) override;
  void close(AnswerDraft& draft) override;
  Finish finish() const override;

 private:
  enum class Call { kNeedsInput, kHasInput };  // of a tool call's block that is open

  void add_message(AnswerDraft& draft, const Json& message, Carrier carrier);
  void begin_block(AnswerDraft& draft, std::int64_t index, const Json& block, Carrier carrier);
  void add_delta(AnswerDraft& draft, std::int64_t index, const Json& delta);
  void end_block(AnswerDraft& draft, std::int64_t index);
  void add_thinking(AnswerDraft& draft, std::int64_t index, std::string_view text);
  void add_stop(AnswerDraft& draft, const Json& place);
  void add_usage(AnswerDraft& draft, const Json& place);

  std::map<std::int64_t, Call> calls_;
  std::map<std::int64_t, ReasoningSignature> thoughts_;
  std::int64_t new_input_ = 0;
  std::int64_t cache_written_ = 0;
  std::string stop_reason_;
};

}  // namespace fm
