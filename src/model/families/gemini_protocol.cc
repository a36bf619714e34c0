#include "model/families/gemini_protocol.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "model/wire/finish_words.h"

namespace fm {
namespace {

// A call that the model could not write, or may not make: asking again helps.
constexpr std::array<std::string_view, 2> kBadCalls{"MALFORMED_FUNCTION_CALL",
                                                    "UNEXPECTED_TOOL_CALL"};

constexpr std::array<std::string_view, 3> kKeys{"candidates", "promptFeedback", "usageMetadata"};

// Some of Google's endpoints wrap each piece in {"response": ...}.
const Json& unwrapped(const Json& document) {
  const Json* inner = find_at(document, "response");
  return inner != nullptr && inner->is_object() ? *inner : document;
}

void add_usage(AnswerDraft& draft, const Json& document) {
  const Json* counts = find_at(document, "usageMetadata");
  if (counts == nullptr) return;
  Usage& usage = draft.usage();
  update_count(usage.input, *counts, "promptTokenCount");
  update_count(usage.cached, *counts, "cachedContentTokenCount");
  update_count(usage.output, *counts, "candidatesTokenCount");
  update_count(usage.reasoning, *counts, "thoughtsTokenCount");
  usage.beside = usage.reasoning;
}

// The id of the call; none when it is sent in parts, which nobody asked for.
std::string add_call(AnswerDraft& draft, const Json& call) {
  if (bool_at(call, "willContinue") || find_at(call, "partialArgs") != nullptr) return {};
  const std::string arguments = arguments_text(find_at(call, "args"));
  return draft.calls().add_whole(
      {.id = text_at(call, "id"), .name = text_at(call, "name"), .arguments = arguments},
      draft.id());
}

void add_part(AnswerDraft& draft, const Json& part) {
  const std::string_view text = text_at(part, "text");
  const bool is_thought = bool_at(part, "thought");
  if (is_thought) {
    draft.add_reasoning(text);
  } else {
    draft.add_text(text);
  }
  ReasoningSignature signature{.value = std::string(text_at(part, "thoughtSignature"))};
  if (is_thought) signature.text = text;
  if (const Json* call = find_at(part, "functionCall"); call != nullptr && call->is_object())
    signature.of = add_call(draft, *call);
  draft.add_signature(std::move(signature));
}

// A prompt that was refused has no candidates, only a reason.
std::optional<ModelError> blocked_prompt(const Json& document) {
  const Json* feedback = find_at(document, "promptFeedback");
  const std::string_view reason = feedback == nullptr ? "" : text_at(*feedback, "blockReason");
  if (reason.empty() || reason == "BLOCK_REASON_UNSPECIFIED") return std::nullopt;
  std::string message = "The prompt was blocked: " + std::string(reason) + ".";
  if (const auto words = text_at(*feedback, "blockReasonMessage"); !words.empty())
    message += " " + std::string(words);
  return answer_failure(ModelErrorKind::kContentFilter, std::move(message));
}

}  // namespace

bool GeminiProtocol::knows(const AnswerPiece& piece) const {
  const Json& document = unwrapped(piece.document);
  return std::ranges::any_of(
      kKeys, [&](std::string_view key) { return find_at(document, key) != nullptr; });
}

std::optional<ModelError> GeminiProtocol::add(AnswerDraft& draft, const AnswerPiece& piece) {
  const Json& document = unwrapped(piece.document);
  draft.set_id(text_at(document, "responseId"));
  add_usage(draft, document);
  const Json* found = find_at(document, "candidates");
  const JsonArray* candidates = found == nullptr ? nullptr : found->if_array();
  if (candidates == nullptr || candidates->empty()) return blocked_prompt(document);
  std::optional<ModelError> failure;
  for (const Json& candidate : *candidates)
    if (int_at(candidate, "index") == 0 && !failure) failure = add_candidate(draft, candidate);
  return failure;
}

std::optional<ModelError> GeminiProtocol::add_candidate(AnswerDraft& draft, const Json& candidate) {
  const Json* content = find_at(candidate, "content");
  const Json* parts = content == nullptr ? nullptr : find_at(*content, "parts");
  if (parts != nullptr && parts->is_array())
    for (const Json& part : parts->get_array()) add_part(draft, part);

  const std::string_view reason = text_at(candidate, "finishReason");
  if (reason.empty() || reason == "FINISH_REASON_UNSPECIFIED") return std::nullopt;
  if (std::ranges::find(kBadCalls, reason) != kBadCalls.end())
    return answer_failure(ModelErrorKind::kBadToolCall,
                          std::string(text_at(candidate, "finishMessage", reason)));
  finish_reason_ = reason;
  // OTHER and whatever is new: the rest of the answer was kept back, for a reason that has no word.
  const Finish ended = finish();
  if (ended == Finish::kContentFilter || ended == Finish::kUnknown)
    draft.add_refusal(text_at(candidate, "finishMessage", reason));
  reach(Stage::kFinished);
  return std::nullopt;
}

Finish GeminiProtocol::finish() const { return finish_of(finish_reason_); }

}  // namespace fm
