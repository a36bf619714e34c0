#include "coding/stream/event_text.h"

#include <array>
#include <utility>

#include "base/text.h"

namespace fm {
namespace {

constexpr std::size_t kMostArguments = 400;
constexpr std::size_t kMostName = 80;

struct Telling {
  std::string_view as;
  std::array<std::string_view, 4> keys;
};
constexpr std::array kTelling = {
    Telling{"command", {"command", "cmd", "script", ""}},
    Telling{"path", {"path", "file_path", "filePath", "absolute_path"}},
    Telling{"pattern", {"pattern", "query", "regex", ""}},
    Telling{"url", {"url", "", "", ""}},
};

// A command may be a list of words.
std::string words_of(const Json& value) {
  if (value.is_string()) return std::string(value.get_string());
  if (!value.is_array()) return {};
  std::string words;
  for (const Json& word : value.get_array())
    if (word.is_string()) words += (words.empty() ? "" : " ") + std::string(word.get_string());
  return words;
}

std::string as_id(std::string_view id) { return std::string(cut_bytes(clean(id).text, kMostName)); }

}  // namespace

std::string event_text(std::string_view text, std::size_t most) {
  // Cleaning what is thrown away would be wasted on a text of megabytes.
  std::string cleaned = clean(to_utf8(text.substr(0, 2 * most))).text;
  return std::string(cut_bytes(cleaned, most));
}

std::string event_output(std::string_view text) {
  if (text.size() > 4 * kMostResult) text.remove_prefix(text.size() - 4 * kMostResult);
  std::string cleaned = clean(to_utf8(text)).text;
  if (cleaned.size() <= kMostResult) return cleaned;
  std::string_view tail = std::string_view(cleaned).substr(cleaned.size() - kMostResult);
  if (const auto line = tail.find('\n'); line != tail.npos) tail.remove_prefix(line + 1);
  return to_utf8(tail);
}

std::string short_arguments(const Json* input) {
  if (input == nullptr) return "{}";
  if (input->is_object())
    for (const Telling& telling : kTelling)
      for (const std::string_view key : telling.keys) {
        const Json* value = key.empty() ? nullptr : find_at(*input, key);
        if (value == nullptr) continue;
        std::string words = event_text(words_of(*value), kMostArguments);
        if (!words.empty()) return canonical(JsonObject{{telling.as, std::move(words)}});
      }
  return event_text(canonical(*input), kMostArguments);
}

CodingEvent text_event(std::string_view text, bool goes_on) {
  return {.kind = CodingEvent::Kind::kText, .text = event_text(text), .goes_on = goes_on};
}

CodingEvent call_event(std::string_view id, std::string_view name, const Json* input) {
  return {.kind = CodingEvent::Kind::kToolCall,
          .id = as_id(id),
          .name = as_id(name.empty() ? std::string_view("tool") : name),
          .text = short_arguments(input)};
}

CodingEvent result_event(std::string_view id, bool ok, std::string_view text) {
  return {.kind = CodingEvent::Kind::kToolResult,
          .id = as_id(id),
          .text = event_output(text),
          .ok = ok};
}

CodingEvent trouble_event(std::string_view text) {
  return {.kind = CodingEvent::Kind::kTrouble, .text = event_text(text, kMostError)};
}

std::string text_of_content(const Json* content) {
  if (content == nullptr) return {};
  if (content->is_string()) return std::string(content->get_string());
  std::string text;
  if (content->is_array())
    for (const Json& part : content->get_array()) {
      const std::string_view words = text_at(part, "text");
      if (!words.empty()) text += (text.empty() ? "" : "\n") + std::string(words);
    }
  return text;
}

}  // namespace fm
