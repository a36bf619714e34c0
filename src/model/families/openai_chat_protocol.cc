#include "model/families/openai_chat_protocol.h"

#include "model/failure/provider_error.h"
#include "model/wire/finish_words.h"

namespace fm {
namespace {

const JsonArray* choices_of(const Json& document) {
  const Json* choices = find_at(document, "choices");
  return choices == nullptr ? nullptr : choices->if_array();
}

// `reasoning_content` and `reasoning` are two names of one thing, and some servers send both.
std::string reasoning_of(const Json& message) {
  for (std::string_view key : {"reasoning_content", "reasoning", "reasoning_details"})
    if (const Json* value = find_at(message, key))
      if (std::string text = joined_text(*value); !text.empty()) return text;
  return {};
}

void add_signatures(AnswerDraft& draft, const Json& message) {
  const Json* details = find_at(message, "reasoning_details");
  const auto* list = details == nullptr ? nullptr : details->if_array();
  if (list == nullptr) return;
  for (const Json& detail : *list) {
    const std::string of(text_at(detail, "id"));
    draft.add_signature({SignatureKind::kSignature, std::string(text_at(detail, "signature")),
                         std::string(text_at(detail, "text")), of});
    draft.add_signature({SignatureKind::kOpaque, std::string(text_at(detail, "data")), {}, of});
  }
}

void add_content(AnswerDraft& draft, const Json& content) {
  if (const auto* text = content.if_string()) return draft.add_text(*text);
  const auto* parts = content.if_array();
  if (parts == nullptr) return;
  for (const Json& part : *parts) {
    const std::string_view type = text_at(part, "type", "text");
    if (type == "thinking") {
      if (const Json* thinking = find_at(part, "thinking"))
        draft.add_reasoning(joined_text(*thinking));
    } else if (type == "refusal") {
      draft.add_refusal(text_at(part, "refusal"));
    } else if (type == "text" || type == "output_text") {
      draft.add_text(joined_text(part));
    }
  }
}

// Azure names what it filtered: "filtered: violence, self_harm".
std::string filtered_in(const Json& choice) {
  std::string named;
  if (const Json* results = find_at(choice, "content_filter_results");
      results && results->is_object())
    for (const auto& result : results->get_object())
      if (bool_at(result.value(), "filtered"))
        named += (named.empty() ? "filtered: " : ", ") + std::string(result.key());
  return named;
}

void add_call(AnswerDraft& draft, const Json& fragment) {
  if (!fragment.is_object()) return;
  const Json* inner = find_at(fragment, "function");
  const Json& function = inner != nullptr && inner->is_object() ? *inner : fragment;
  const std::string arguments = arguments_text(find_at(function, "arguments"));
  const Json* index = find_at(fragment, "index");
  ToolCallFragment part{
      .id = text_at(fragment, "id"), .name = text_at(function, "name"), .arguments = arguments};
  if (index != nullptr && index->is_int64()) part.index = index->get_int64();
  draft.calls().add(part);
}

void add_message(AnswerDraft& draft, const Json& message) {
  draft.add_reasoning(reasoning_of(message));
  add_signatures(draft, message);
  if (const Json* content = find_at(message, "content")) add_content(draft, *content);
  draft.add_refusal(text_at(message, "refusal"));
  if (const Json* calls = find_at(message, "tool_calls"))
    if (const auto* list = calls->if_array())
      for (const Json& fragment : *list) add_call(draft, fragment);
  if (const Json* function = find_at(message, "function_call"); function && function->is_object())
    add_call(draft, JsonObject{{"index", 0}, {"function", *function}});
}

// Field by field: what a later piece does not know leaves what is known.
void add_usage(AnswerDraft& draft, const Json& usage) {
  if (!usage.is_object()) return;
  Usage& counts = draft.usage();
  update_count(counts.input, usage, "prompt_tokens");
  update_count(counts.output, usage, "completion_tokens");
  if (const Json* details = find_at(usage, "prompt_tokens_details"))
    update_count(counts.cached, *details, "cached_tokens");
  update_count(counts.cached, usage, "prompt_cache_hit_tokens");
  if (const Json* details = find_at(usage, "completion_tokens_details"))
    update_count(counts.reasoning, *details, "reasoning_tokens");
  // Some (xAI) leave the reasoning out of the completion; only the sum tells.
  std::int64_t total = 0;
  update_count(total, usage, "total_tokens");
  if (total > 0)
    counts.beside = total == counts.input + counts.output + counts.reasoning ? counts.reasoning : 0;
}

}  // namespace

// A whole answer has a choice; the pieces of a stream need not.
bool OpenAiChatProtocol::knows(const AnswerPiece& piece) const {
  const JsonArray* choices = choices_of(piece.document);
  if (piece.carrier == Carrier::kValue) return choices != nullptr && !choices->empty();
  return find_at(piece.document, "choices") != nullptr ||
         find_at(piece.document, "usage") != nullptr;
}

const Json* OpenAiChatProtocol::failure_in(const AnswerPiece& piece) const {
  if (const JsonArray* choices = choices_of(piece.document))
    for (const Json& choice : *choices)
      if (is_error_document(choice, true)) return &choice;
  return nullptr;
}

std::optional<ModelError> OpenAiChatProtocol::add(AnswerDraft& draft, const AnswerPiece& piece) {
  draft.set_id(text_at(piece.document, "id"));
  if (const Json* usage = find_at(piece.document, "usage")) add_usage(draft, *usage);
  if (const Json* groq = find_at(piece.document, "x_groq"))
    if (const Json* usage = find_at(*groq, "usage")) add_usage(draft, *usage);
  std::optional<ModelError> failure;
  if (const JsonArray* choices = choices_of(piece.document)) {
    for (const Json& choice : *choices) {
      if (int_at(choice, "index") != 0 || failure) continue;
      failure = add_choice(draft, choice, piece.carrier);
    }
  }
  return failure;
}

std::optional<ModelError> OpenAiChatProtocol::add_choice(AnswerDraft& draft, const Json& choice,
                                                         Carrier carrier) {
  const Json* delta = find_at(choice, "delta");
  const Json* message = find_at(choice, "message");
  const bool is_piece = delta != nullptr && delta->is_object();
  if (is_piece) {
    add_message(draft, *delta);
  } else if (message != nullptr && !draft.has_output()) {
    add_message(draft, *message);  // not again when the deltas brought it
  }
  if (const std::string_view word = text_at(choice, "finish_reason"); !word.empty()) {
    if (auto failure = failure_of_end(word)) return failure;
    finish_word_ = word;
    if (finish() == Finish::kContentFilter && !draft.has_refusal())
      draft.add_refusal(filtered_in(choice));
    note_end(draft, word);
    reach(Stage::kFinished);
  }
  // A whole document needs no word for its end.
  if (carrier == Carrier::kValue && !is_piece) reach(Stage::kFinished);
  return std::nullopt;
}

Finish OpenAiChatProtocol::finish() const { return finish_of(finish_word_); }

}  // namespace fm
