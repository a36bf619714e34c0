#include "model/chat_answer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fm {
namespace {

struct FinishWord {
  std::string_view word;
  Finish finish;
};
constexpr std::array kFinishWords{
    FinishWord{"stop", Finish::kStop},
    FinishWord{"length", Finish::kLength},
    FinishWord{"model_length", Finish::kLength},
    FinishWord{"max_tokens", Finish::kLength},
    FinishWord{"tool_calls", Finish::kToolCalls},
    FinishWord{"function_call", Finish::kToolCalls},
    FinishWord{"content_filter", Finish::kContentFilter},
    FinishWord{"model_context_window_exceeded", Finish::kContextWindow},
};

Finish finish_of(std::string_view word) {
  const auto at = std::ranges::find(kFinishWords, word, &FinishWord::word);
  return at == kFinishWords.end() ? Finish::kUnknown : at->finish;
}

// The text of parts: a string, an object with "text", or a list of those.
std::string joined_text(const Json& value) {
  if (const auto* text = value.if_string()) return std::string(*text);
  if (value.is_object()) return std::string(text_at(value, "text"));
  std::string joined;
  if (const auto* list = value.if_array())
    for (const Json& part : *list) joined += joined_text(part);
  return joined;
}

// `reasoning_content` and `reasoning` are two names of one thing, and some servers send both.
std::string reasoning_of(const Json& message) {
  for (std::string_view key : {"reasoning_content", "reasoning", "reasoning_details"})
    if (const Json* value = find_at(message, key))
      if (std::string text = joined_text(*value); !text.empty()) return text;
  return {};
}

}  // namespace

void ChatAnswer::add(const Json& document) {
  if (id_.empty()) id_ = text_at(document, "id");
  if (const Json* choices = find_at(document, "choices"))
    if (const auto* list = choices->if_array())
      for (const Json& choice : *list)
        if (int_at(choice, "index") == 0) add_choice(choice);
  if (const Json* usage = find_at(document, "usage")) add_usage(*usage);
  if (const Json* groq = find_at(document, "x_groq"))
    if (const Json* usage = find_at(*groq, "usage")) add_usage(*usage);
}

void ChatAnswer::add_choice(const Json& choice) {
  if (const Json* delta = find_at(choice, "delta"); delta != nullptr && delta->is_object()) {
    add_message(*delta);
  } else if (const Json* message = find_at(choice, "message");
             message != nullptr && !has_output()) {
    add_message(*message);  // not again when the deltas brought it
  }
  if (const std::string_view word = text_at(choice, "finish_reason"); !word.empty())
    finish_word_ = word;
}

void ChatAnswer::add_message(const Json& message) {
  add_reasoning(reasoning_of(message));
  if (const Json* content = find_at(message, "content")) add_content(*content);
  reply_.refusal += text_at(message, "refusal");
  if (const Json* calls = find_at(message, "tool_calls"))
    if (const auto* list = calls->if_array())
      for (const Json& fragment : *list) calls_.add(fragment);
  if (const Json* function = find_at(message, "function_call")) calls_.add_function(*function);
}

void ChatAnswer::add_content(const Json& content) {
  if (const auto* text = content.if_string()) return add_text(*text);
  const auto* parts = content.if_array();
  if (parts == nullptr) return;
  for (const Json& part : *parts) {
    const std::string_view type = text_at(part, "type", "text");
    if (type == "thinking") {
      if (const Json* thinking = find_at(part, "thinking")) add_reasoning(joined_text(*thinking));
    } else if (type == "refusal") {
      reply_.refusal += text_at(part, "refusal");
    } else if (type == "text" || type == "output_text") {
      add_text(joined_text(part));
    }
  }
}

void ChatAnswer::add_usage(const Json& usage) {
  if (!usage.is_object()) return;
  const auto inside = [&](std::string_view details, std::string_view key) {
    const Json* object = find_at(usage, details);
    return object == nullptr ? 0 : int_at(*object, key);
  };
  reply_.usage = {
      .input = int_at(usage, "prompt_tokens"),
      .cached = int_at(usage, "prompt_cache_hit_tokens",
                       inside("prompt_tokens_details", "cached_tokens")),
      .output = int_at(usage, "completion_tokens"),
      .reasoning = inside("completion_tokens_details", "reasoning_tokens"),
  };
}

void ChatAnswer::add_text(std::string_view text) {
  if (text.empty()) return;
  reply_.text += text;
  sink_.text(text);
}

void ChatAnswer::add_reasoning(std::string_view text) {
  if (text.empty()) return;
  reply_.reasoning += text;
  sink_.reasoning(text);
}

bool ChatAnswer::has_output() const { return bytes() > 0 || !calls_.empty(); }

std::size_t ChatAnswer::bytes() const {
  return reply_.text.size() + reply_.reasoning.size() + reply_.refusal.size() + calls_.bytes();
}

ModelReply ChatAnswer::take() {
  if (finish_word_) reply_.finish = finish_of(*finish_word_);
  if (!reply_.refusal.empty() && reply_.finish == Finish::kStop) reply_.finish = Finish::kRefusal;
  reply_.tool_calls = calls_.take(reply_.finish == Finish::kLength, id_);
  return std::move(reply_);
}

}  // namespace fm
