// OpenAiResponsesProtocol: answers of OpenAI's Responses, streamed or whole.
//
// A stream says most things three times: in deltas, in the "done" of the part or item, and in the
// response object of the last event. Gateways leave out some of them. The deltas count; what the
// others say counts only where no delta said it. The arguments of a call are settled by its "done".
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "model/wire/answer_protocol.h"

namespace fm {

class OpenAiResponsesProtocol final : public AnswerProtocol {
 public:
  bool knows(const AnswerPiece& piece) const override;
  const Json* failure_in(const AnswerPiece& piece) const override;
  std::optional<ModelError> add(AnswerDraft& draft, const AnswerPiece& piece) override;
  Finish finish() const override { return finish_; }

 private:
  enum class Said { kText, kReasoning, kRefusal };

  static void say(AnswerDraft& draft, Said what, std::string_view text);
  bool is_new(AnswerDraft& draft, const Json& event, Said what);  // and notes that it was said
  void add_delta(AnswerDraft& draft, const Json& event, Said what);
  void add_done(AnswerDraft& draft, const Json& event, Said what, std::string_view text);
  void add_item_event(AnswerDraft& draft, const Json& event, std::string_view type);
  std::optional<ModelError> add_response(AnswerDraft& draft, const Json& response,
                                         std::string_view event_status);
  std::optional<ModelError> end(AnswerDraft& draft, const Json& response, std::string_view status);

  std::set<std::pair<std::int64_t, Said>> said_;  // by the item's index
  Finish finish_ = Finish::kUnknown;
};

}  // namespace fm
