#include "model/families/ollama_protocol.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "model/wire/finish_words.h"

namespace fm {
namespace {

// An answer has no id; the time that the server began it at tells answers apart as well.
std::string digits_of(std::string_view time) {
  std::string digits;
  std::ranges::copy_if(time, std::back_inserter(digits),
                       [](char c) { return c >= '0' && c <= '9'; });
  return digits;
}

void add_call(AnswerDraft& draft, const Json& call) {
  const Json* function = find_at(call, "function");
  if (function == nullptr || !function->is_object()) return;
  const std::string arguments = arguments_text(find_at(*function, "arguments"));
  draft.calls().add_whole(
      {.id = text_at(call, "id"), .name = text_at(*function, "name"), .arguments = arguments},
      draft.id());
}

}  // namespace

bool OllamaProtocol::knows(const AnswerPiece& piece) const {
  const Json* message = find_at(piece.document, "message");
  return (message != nullptr && message->is_object()) ||
         find_at(piece.document, "done") != nullptr ||
         find_at(piece.document, "response") != nullptr;
}

std::optional<ModelError> OllamaProtocol::add(AnswerDraft& draft, const AnswerPiece& piece) {
  const Json& document = piece.document;
  if (draft.id().empty()) draft.set_id(digits_of(text_at(document, "created_at")));
  if (const Json* message = find_at(document, "message")) {
    draft.add_reasoning(text_at(*message, "thinking"));
    draft.add_text(text_at(*message, "content"));
    if (const Json* calls = find_at(*message, "tool_calls"); calls != nullptr && calls->is_array())
      for (const Json& call : calls->get_array()) add_call(draft, call);
  }
  draft.add_reasoning(text_at(document, "thinking"));
  draft.add_text(text_at(document, "response"));
  update_count(draft.usage().input, document, "prompt_eval_count");
  update_count(draft.usage().output, document, "eval_count");
  if (!bool_at(document, "done")) return std::nullopt;
  if (const auto reason = text_at(document, "done_reason"); !reason.empty()) {
    done_reason_ = reason;
    note_end(draft, reason);
  }
  reach(Stage::kOver);
  return std::nullopt;
}

Finish OllamaProtocol::finish() const { return finish_of(done_reason_); }

}  // namespace fm
