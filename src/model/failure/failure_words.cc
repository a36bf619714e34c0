#include "model/failure/failure_words.h"

#include <algorithm>

#include "base/result.h"
#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"

namespace fm {
namespace {

bool any_in(std::string_view text, const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [&](const std::string& word) { return text.contains(word); });
}

}  // namespace

bool FailureWords::say(std::string_view text, ModelErrorKind kind) const {
  const auto words = kinds.find(kind);
  return words != kinds.end() && any_in(text, words->second);
}

bool FailureWords::say_surely_context(std::string_view text) const {
  return any_in(text, surely_context);
}

Result<FailureWords> FailureWords::parse(std::string_view text, std::string_view path) {
  const YamlDocument document = TRY(parse_yaml(text, path));
  FailureWords words;
  std::vector<Error> faults;
  Fields top(document, "", "config_invalid", faults);
  for (int i = 0; i <= static_cast<int>(ModelErrorKind::kCancelled); ++i) {
    const auto kind = static_cast<ModelErrorKind>(i);
    if (top.has(to_string(kind))) words.kinds[kind] = top.texts(to_string(kind));
  }
  words.surely_context = top.texts("context_length_surely");
  words.context_sizes = top.texts("context_sizes");
  top.refuse_unknown();
  if (!faults.empty()) return std::unexpected(faults.front());
  return words;
}

const FailureWords& failure_words() {
  static const FailureWords words = [] {
    auto read = FailureWords::parse(failure_words_text(), "failures.yaml");
    FM_CHECK(read.has_value(), "the words of failures are in the program");
    return std::move(*read);
  }();
  return words;
}

}  // namespace fm
