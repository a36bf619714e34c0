#include "model/failure/error_facts.h"

#include <charconv>

#include "base/text.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr int kDepth = 8;

bool is_status(std::int64_t number) { return number >= 400 && number <= 599; }

void add_code(ErrorFacts& facts, const Json& value) {
  std::int64_t number = 0;
  if (const auto* text = value.if_string()) {
    const std::string_view code = *text;
    const auto read = std::from_chars(code.data(), code.data() + code.size(), number);
    if (read.ptr != code.data() + code.size() || code.empty()) {
      facts.codes += " " + ascii_lower(code) + " ";
      return;
    }
  } else if (const auto* integer = value.if_int64()) {
    number = *integer;
  }
  if (is_status(number)) {
    if (facts.status == 0) facts.status = static_cast<int>(number);
  } else if (number != 0) {
    facts.codes += " " + std::to_string(number) + " ";
  }
}

void add_words(ErrorFacts& facts, std::string_view words) {
  words = trim(words);
  if (words.empty() || facts.message.find(words) != std::string::npos) return;
  if (!facts.message.empty()) facts.message += " ";
  facts.message += words;
}

void visit(ErrorFacts& facts, const Json& value, int depth);

void visit_text(ErrorFacts& facts, std::string_view text, int depth) {
  const std::string_view words = trim(text);
  if (words.starts_with('{') || words.starts_with('[')) {
    if (const auto nested = parse_json(words); nested && depth < kDepth)
      return visit(facts, *nested, depth + 1);
  }
  add_words(facts, words);
}

void visit(ErrorFacts& facts, const Json& value, int depth) {
  if (depth > kDepth) return;
  if (const auto* text = value.if_string()) return visit_text(facts, *text, depth);
  if (const auto* list = value.if_array()) {
    for (const Json& entry : *list) visit(facts, entry, depth + 1);
    return;
  }
  const auto* object = value.if_object();
  if (object == nullptr) return;
  for (std::string_view key : {"code", "type", "status", "error_type", "reason"})
    if (const auto* code = object->if_contains(key)) add_code(facts, *code);
  for (std::string_view key : {"error", "message", "msg", "detail", "innererror", "metadata",
                               "error_message", "raw", "reasons", "response", "details"})
    if (const auto* inner = object->if_contains(key)) visit(facts, *inner, depth + 1);
}

// "Error code: 400 - {...}" and "status code 502", as SDKs and gateways put it into their text.
void find_status(ErrorFacts& facts) {
  const std::string lower = ascii_lower(std::string_view(facts.message));
  for (std::string_view lead : {"error code: ", "status code: ", "status code ", "http "}) {
    const std::size_t at = lower.find(lead);
    if (at == std::string::npos || facts.status != 0) continue;
    int number = 0;
    std::from_chars(lower.data() + at + lead.size(), lower.data() + lower.size(), number);
    if (is_status(number)) facts.status = number;
  }
}

}  // namespace

void collect(ErrorFacts& facts, const Json& document) {
  visit(facts, document, 0);
  find_status(facts);
}

std::string page_title(std::string_view html) {
  const std::string lower = ascii_lower(html.substr(0, 16 << 10));
  const std::size_t open = lower.find("<title");
  const std::size_t begin = open == std::string::npos ? open : lower.find('>', open);
  const std::size_t end = begin == std::string::npos ? begin : lower.find("</title", begin);
  if (end == std::string::npos) return {};
  return std::string(trim(html.substr(begin + 1, end - begin - 1)));
}

}  // namespace fm
