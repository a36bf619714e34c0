// The words by which providers are understood when they fail (P-33). Data:
// packs/default/failures.yaml.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/model.h"

namespace fm {

struct FailureWords {
  std::map<ModelErrorKind, std::vector<std::string>> kinds;
  std::vector<std::string> surely_context;  // also where words of a rate limit stand
  std::vector<std::string> context_sizes;   // before the size that a model holds

  // Whether `text` (lower case; codes, types and message together) speaks of this kind of failure.
  bool say(std::string_view text, ModelErrorKind kind) const;
  bool say_surely_context(std::string_view text) const;

  // Errors: config_invalid, the first fault, with file and line.
  static Result<FailureWords> parse(std::string_view text, std::string_view path);
};

// Those of the program, read once. From any thread.
const FailureWords& failure_words();

// The file as it was when the program was built (cmake/embed.cmake).
std::string_view failure_words_text();

}  // namespace fm
