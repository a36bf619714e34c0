#include "model/families/openai_responses_protocol.h"

#include <array>

#include "model/failure/provider_error.h"
#include "model/wire/finish_words.h"

namespace fm {
namespace {

constexpr std::size_t kSaidOverhead = 64;
constexpr std::string_view kPrefix = "response.";

// The events that carry the whole response at its end, and the status that each means.
struct LastEvent {
  std::string_view type;
  std::string_view status;
};
constexpr std::array kLastEvents{
    LastEvent{"response.completed", "completed"}, LastEvent{"response.done", "completed"},
    LastEvent{"response.incomplete", "incomplete"}, LastEvent{"response.failed", "failed"},
    LastEvent{"response.cancelled", "cancelled"}};

const LastEvent* last_event(std::string_view type) {
  for (const LastEvent& event : kLastEvents)
    if (event.type == type) return &event;
  return nullptr;
}

bool is_response(const Json& document) {
  const Json* output = find_at(document, "output");
  return text_at(document, "object") == "response" || (output != nullptr && output->is_array());
}

std::optional<std::int64_t> index_of(const Json& event) {
  const Json* index = find_at(event, "output_index");
  if (index == nullptr || !index->is_int64()) return std::nullopt;
  return index->get_int64();
}

// Models that think aloud send the text, others a summary of it.
std::string reasoning_of(const Json& item) {
  for (std::string_view key : {"summary", "content"})
    if (const Json* parts = find_at(item, key))
      if (std::string text = joined_text(*parts); !text.empty()) return text;
  return {};
}

// The texts of a message's parts of one type, under the part's own key.
std::string content_of(const Json& item, std::string_view type, std::string_view key) {
  std::string joined;
  if (const Json* content = find_at(item, "content"); content != nullptr && content->is_array())
    for (const Json& part : content->get_array())
      if (text_at(part, "type") == type) joined += text_at(part, key);
  return joined;
}

ToolCallFragment call_of(const Json& item, std::optional<std::int64_t> index) {
  return {.index = index,
          .id = text_at(item, "call_id", text_at(item, "id")),
          .name = text_at(item, "name")};
}

void settle_call(AnswerDraft& draft, const Json& item, std::optional<std::int64_t> index) {
  const std::string arguments = arguments_text(find_at(item, "arguments"));
  ToolCallFragment call = call_of(item, index);
  call.arguments = arguments;
  draft.calls().settle(call);
}

void add_usage(AnswerDraft& draft, const Json& response) {
  const Json* counts = find_at(response, "usage");
  if (counts == nullptr) return;
  Usage& usage = draft.usage();
  update_count(usage.input, *counts, "input_tokens");
  update_count(usage.output, *counts, "output_tokens");
  if (const Json* details = find_at(*counts, "input_tokens_details"))
    update_count(usage.cached, *details, "cached_tokens");
  if (const Json* details = find_at(*counts, "output_tokens_details"))
    update_count(usage.reasoning, *details, "reasoning_tokens");
}

void add_signature(AnswerDraft& draft, const Json& item) {
  draft.add_signature({SignatureKind::kOpaque,
                       std::string(text_at(item, "encrypted_content")),
                       {},
                       std::string(text_at(item, "id"))});
}

}  // namespace

bool OpenAiResponsesProtocol::knows(const AnswerPiece& piece) const {
  return piece.type().starts_with(kPrefix) || is_response(piece.document);
}

const Json* OpenAiResponsesProtocol::failure_in(const AnswerPiece& piece) const {
  const Json* response = find_at(piece.document, "response");
  return response != nullptr && is_error_document(*response, true) ? response : nullptr;
}

std::optional<ModelError> OpenAiResponsesProtocol::add(AnswerDraft& draft,
                                                       const AnswerPiece& piece) {
  const Json& event = piece.document;
  const std::string_view type = piece.type();
  const bool is_reasoning = type.starts_with("response.reasoning");
  if (const LastEvent* last = last_event(type)) {
    const Json* response = find_at(event, "response");
    auto failure = add_response(draft, response == nullptr ? event : *response, last->status);
    if (!failure) reach(Stage::kOver);
    return failure;
  }
  if (!type.starts_with(kPrefix)) return add_response(draft, event, "in_progress");

  if (type == "response.output_text.delta") {
    add_delta(draft, event, Said::kText);
  } else if (type == "response.output_text.done") {
    add_done(draft, event, Said::kText, text_at(event, "text"));
  } else if (type == "response.refusal.delta") {
    add_delta(draft, event, Said::kRefusal);
  } else if (type == "response.refusal.done") {
    add_done(draft, event, Said::kRefusal, text_at(event, "refusal"));
  } else if (is_reasoning && type.ends_with(".delta")) {
    add_delta(draft, event, Said::kReasoning);
  } else if (is_reasoning && type.ends_with("_text.done")) {
    add_done(draft, event, Said::kReasoning, text_at(event, "text"));
  } else {
    add_item_event(draft, event, type);
  }
  return std::nullopt;
}

bool OpenAiResponsesProtocol::is_new(AnswerDraft& draft, const Json& event, Said what) {
  const bool is_new = said_.insert({index_of(event).value_or(0), what}).second;
  if (is_new) draft.add_overhead(kSaidOverhead);
  return is_new;
}

void OpenAiResponsesProtocol::say(AnswerDraft& draft, Said what, std::string_view text) {
  switch (what) {
    case Said::kText:
      return draft.add_text(text);
    case Said::kReasoning:
      return draft.add_reasoning(text);
    case Said::kRefusal:
      return draft.add_refusal(text);
  }
}

void OpenAiResponsesProtocol::add_delta(AnswerDraft& draft, const Json& event, Said what) {
  const std::string_view delta = text_at(event, "delta");
  if (delta.empty()) return;
  is_new(draft, event, what);
  say(draft, what, delta);
}

void OpenAiResponsesProtocol::add_done(AnswerDraft& draft, const Json& event, Said what,
                                       std::string_view text) {
  if (!text.empty() && is_new(draft, event, what)) say(draft, what, text);
}

void OpenAiResponsesProtocol::add_item_event(AnswerDraft& draft, const Json& event,
                                             std::string_view type) {
  const auto index = index_of(event);
  const Json* item = find_at(event, "item");
  const std::string_view item_type = item == nullptr ? "" : text_at(*item, "type");
  if (type == "response.function_call_arguments.delta") {
    draft.calls().add({.index = index, .arguments = text_at(event, "delta")});
  } else if (type == "response.function_call_arguments.done") {
    draft.calls().settle({.index = index, .arguments = text_at(event, "arguments")});
  } else if (type == "response.output_item.added" && item_type == "function_call") {
    draft.calls().add(call_of(*item, index));
  } else if (type == "response.output_item.done" && item_type == "function_call") {
    settle_call(draft, *item, index);
  } else if (type == "response.output_item.done" && item_type == "reasoning") {
    add_done(draft, event, Said::kReasoning, reasoning_of(*item));
    add_signature(draft, *item);
  } else if (type == "response.output_item.done" && item_type == "message") {
    add_done(draft, event, Said::kText, content_of(*item, "output_text", "text"));
    add_done(draft, event, Said::kRefusal, content_of(*item, "refusal", "refusal"));
  }
}

std::optional<ModelError> OpenAiResponsesProtocol::add_response(AnswerDraft& draft,
                                                                const Json& response,
                                                                std::string_view event_status) {
  draft.set_id(text_at(response, "id"));
  add_usage(draft, response);
  const bool wants_text = !draft.was_given_text();
  const bool wants_refusal = !draft.has_refusal();
  const bool wants_reasoning = !draft.has_reasoning();
  const bool wants_signatures = !draft.has_signatures();
  std::int64_t index = 0;
  if (const Json* output = find_at(response, "output"); output != nullptr && output->is_array()) {
    for (const Json& item : output->get_array()) {
      const std::string_view type = text_at(item, "type");
      if (type == "function_call") settle_call(draft, item, index);
      if (type == "reasoning" && wants_reasoning) draft.add_reasoning(reasoning_of(item));
      if (type == "reasoning" && wants_signatures) add_signature(draft, item);
      if (type == "message" && wants_text) draft.add_text(content_of(item, "output_text", "text"));
      if (type == "message" && wants_refusal)
        draft.add_refusal(content_of(item, "refusal", "refusal"));
      ++index;
    }
  }
  return end(draft, response, text_at(response, "status", event_status));
}

std::optional<ModelError> OpenAiResponsesProtocol::end(AnswerDraft& draft, const Json& response,
                                                       std::string_view status) {
  if (status == "failed" || status == "cancelled")
    return answer_failure(ModelErrorKind::kServer,
                          "The provider ended the answer as " + std::string(status) + ".");
  if (status == "completed") finish_ = Finish::kStop;
  if (status == "incomplete") {
    const Json* details = find_at(response, "incomplete_details");
    const std::string_view reason = details == nullptr ? "" : text_at(*details, "reason");
    finish_ = is_cut(finish_of(reason)) ? finish_of(reason) : Finish::kUnknown;
    if (finish_ == Finish::kUnknown && !draft.has_refusal())
      draft.add_refusal(reason.empty() ? status : reason);
  }
  if (status != "in_progress" && status != "queued") reach(Stage::kFinished);
  return std::nullopt;
}

}  // namespace fm
