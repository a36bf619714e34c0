// Whether a check passed (C-43): JSON, a line with a label, or a first line that opens with the
// verdict.
//
// What is said in other ways is no verdict, and two that differ are none, so that nothing is passed
// on that nobody passed: the model is asked once more. What was found keeps every mark that was
// written. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"

namespace fm {

struct CheckRead {
  std::optional<bool> passed;  // none: it says neither, or both
  std::string why;             // the words behind the verdict and below it, else those above it
  Json faults;                 // the same where the answer is JSON, in its own shape; else null
};

// `text` clean and without reasoning.
CheckRead read_check(std::string_view text);

}  // namespace fm
