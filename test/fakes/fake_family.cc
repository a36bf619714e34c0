#include "test/fakes/fake_family.h"

#include <algorithm>
#include <array>

namespace fm {
namespace {

// In the order of ApiFamily.
constexpr std::array kTold{
    FakeFamily{openai_chat_events, openai_chat_whole, openai_chat_complaint},
    FakeFamily{openai_responses_events, openai_responses_whole, openai_responses_complaint},
    FakeFamily{anthropic_events, anthropic_whole, anthropic_complaint},
    FakeFamily{gemini_events, gemini_whole, gemini_complaint},
    FakeFamily{ollama_events, ollama_whole, ollama_complaint}};

}  // namespace

const FakeFamily& fake_family(ApiFamily family) { return kTold[static_cast<std::size_t>(family)]; }

std::vector<std::string_view> slices(std::string_view text, std::size_t size) {
  std::vector<std::string_view> result;
  while (!text.empty()) {
    std::size_t length = std::min(std::max<std::size_t>(size, 1), text.size());
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80)
      ++length;
    result.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return result;
}

std::string json_text(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  return json;
}

Json arguments_of(const ToolCall& call) {
  auto value = parse_json(call.arguments);
  return value ? std::move(*value) : Json(call.arguments);
}

const JsonArray* list_at(const Json& value, std::string_view key) {
  const Json* found = find_at(value, key);
  return found == nullptr ? nullptr : found->if_array();
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

std::string all_texts(const Json& message) {
  if (const auto* text = message.if_string()) return {text->data(), text->size()};
  std::string all;
  if (const auto* list = message.if_array())
    for (const Json& part : *list) all += all_texts(part);
  for (const std::string_view key :
       {"text", "content", "parts", "output", "functionResponse", "response"})
    if (const Json* inside = find_at(message, key)) all += all_texts(*inside);
  return all;
}

}  // namespace fm
