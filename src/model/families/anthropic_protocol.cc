#include "model/families/anthropic_protocol.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/wire/finish_words.h"

namespace fm {
namespace {

constexpr std::size_t kBlockOverhead = 64;

constexpr std::array<std::string_view, 8> kTypes{"message_start",
                                                 "content_block_start",
                                                 "content_block_delta",
                                                 "content_block_stop",
                                                 "message_delta",
                                                 "message_stop",
                                                 "message",
                                                 "ping"};

// Some gateways leave the type of a whole message out.
bool is_untyped_message(const AnswerPiece& piece) {
  return piece.carrier == Carrier::kValue && piece.type().empty() &&
         find_at(piece.document, "content") != nullptr;
}

}  // namespace

bool AnthropicProtocol::knows(const AnswerPiece& piece) const {
  const bool is_new_event = !piece.event.empty() && piece.event == piece.type();
  return is_new_event || is_untyped_message(piece) ||
         std::ranges::find(kTypes, piece.type()) != kTypes.end();
}

std::optional<ModelError> AnthropicProtocol::add(AnswerDraft& draft, const AnswerPiece& piece) {
  const Json& document = piece.document;
  const std::string_view type = piece.type();
  const std::int64_t index = int_at(document, "index");
  if (type == "message" || is_untyped_message(piece)) {
    add_message(draft, document, Carrier::kValue);
    reach(Stage::kFinished);  // a whole document needs no word for its end
  } else if (type == "message_start") {
    if (const Json* message = find_at(document, "message"))
      add_message(draft, *message, Carrier::kEvent);
  } else if (type == "content_block_start") {
    if (const Json* block = find_at(document, "content_block"))
      begin_block(draft, index, *block, Carrier::kEvent);
  } else if (type == "content_block_delta") {
    if (const Json* delta = find_at(document, "delta")) add_delta(draft, index, *delta);
  } else if (type == "content_block_stop") {
    end_block(draft, index);
  } else if (type == "message_delta") {
    add_usage(draft, document);
    if (const Json* delta = find_at(document, "delta")) add_stop(draft, *delta);
  } else if (type == "message_stop") {
    reach(Stage::kOver);
  }
  return std::nullopt;
}

void AnthropicProtocol::add_message(AnswerDraft& draft, const Json& message, Carrier carrier) {
  draft.set_id(text_at(message, "id"));
  add_usage(draft, message);
  if (const Json* content = find_at(message, "content")) {
    if (const auto* text = content->if_string()) draft.add_text(*text);
    if (const auto* blocks = content->if_array()) {
      for (std::size_t i = 0; i < blocks->size(); ++i) {
        const auto index = static_cast<std::int64_t>(i);
        begin_block(draft, index, (*blocks)[i], carrier);
        if (carrier == Carrier::kValue) end_block(draft, index);
      }
    }
  }
  add_stop(draft, message);
}

void AnthropicProtocol::begin_block(AnswerDraft& draft, std::int64_t index, const Json& block,
                                    Carrier carrier) {
  const std::string_view type = text_at(block, "type");
  if (type == "text") {
    draft.add_text(text_at(block, "text"));
  } else if (type == "thinking") {
    add_thinking(draft, index, text_at(block, "thinking"));
    thoughts_[index].value += text_at(block, "signature");
  } else if (type == "redacted_thinking") {
    draft.add_signature({SignatureKind::kOpaque, std::string(text_at(block, "data"))});
  } else if (type == "tool_use") {
    // A stream begins with an empty input and sends it after; some servers send it at once.
    const Json* input = find_at(block, "input");
    const auto* members = input == nullptr ? nullptr : input->if_object();
    const bool has_input =
        carrier == Carrier::kValue || (members != nullptr ? !members->empty() : input != nullptr);
    const std::string arguments = has_input ? arguments_text(input) : std::string();
    draft.calls().add({index, text_at(block, "id"), text_at(block, "name"), arguments});
    draft.add_overhead(kBlockOverhead);
    calls_[index] = arguments.empty() ? Call::kNeedsInput : Call::kHasInput;
  }
}

void AnthropicProtocol::add_delta(AnswerDraft& draft, std::int64_t index, const Json& delta) {
  const std::string_view type = text_at(delta, "type");
  if (type == "text_delta") {
    draft.add_text(text_at(delta, "text"));
  } else if (type == "thinking_delta") {
    add_thinking(draft, index, text_at(delta, "thinking"));
  } else if (type == "signature_delta") {
    const std::string_view signature = text_at(delta, "signature");
    draft.add_overhead(kBlockOverhead + signature.size());
    thoughts_[index].value += signature;
  } else if (type == "input_json_delta") {
    // The input of the provider's own tools is skipped.
    const auto call = calls_.find(index);
    if (call != calls_.end() && call->second == Call::kNeedsInput)
      draft.calls().add({.index = index, .arguments = text_at(delta, "partial_json")});
  }
}

void AnthropicProtocol::add_thinking(AnswerDraft& draft, std::int64_t index,
                                     std::string_view text) {
  draft.add_overhead(kBlockOverhead + text.size());
  draft.add_reasoning(text);
  thoughts_[index].text += text;
}

void AnthropicProtocol::end_block(AnswerDraft& draft, std::int64_t index) {
  calls_.erase(index);
  if (auto thought = thoughts_.extract(index)) draft.add_signature(std::move(thought.mapped()));
}

void AnthropicProtocol::close(AnswerDraft& draft) {
  while (!thoughts_.empty()) end_block(draft, thoughts_.begin()->first);
}

void AnthropicProtocol::add_stop(AnswerDraft& draft, const Json& place) {
  const std::string_view reason = text_at(place, "stop_reason");
  if (reason.empty()) return;
  stop_reason_ = reason;
  if (const Json* details = find_at(place, "stop_details"))
    draft.add_refusal(text_at(*details, "explanation"));
  note_end(draft, reason);
  reach(Stage::kFinished);
}

void AnthropicProtocol::add_usage(AnswerDraft& draft, const Json& place) {
  const Json* counts = find_at(place, "usage");
  if (counts == nullptr) return;
  Usage& usage = draft.usage();
  update_count(new_input_, *counts, "input_tokens");
  update_count(cache_written_, *counts, "cache_creation_input_tokens");
  update_count(usage.cached, *counts, "cache_read_input_tokens");
  update_count(usage.output, *counts, "output_tokens");
  usage.cache_write = cache_written_;
  usage.input = new_input_ + usage.cached + cache_written_;
}

Finish AnthropicProtocol::finish() const { return finish_of(stop_reason_); }

}  // namespace fm
