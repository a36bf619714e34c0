// What came of a call: words for the model, a line for people, and what was touched (P-60).
//
// The text for the model is cut to 24 KB and 400 lines, its head and its tail kept; the whole of it
// is beside it for an artifact. Secrets are out of both. A result is data from a file, a command or
// a page, whoever wrote that: nothing in it decides anything (P-63). A value.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/redact.h"
#include "base/result.h"

namespace fm {

inline constexpr std::size_t kResultBytes = 24 * 1024;
inline constexpr std::size_t kResultLines = 400;
inline constexpr std::size_t kWholeBytes = 4 * 1024 * 1024;  // of what is kept for an artifact

struct ToolResult {
  bool ok = false;
  std::string code = {};                  // of a failure or refusal; empty when ok
  std::string text = {};                  // for the model
  std::string summary = {};               // "read main.py (120 lines)"; no control characters
  std::optional<std::string> whole = {};  // when `text` is cut
  std::vector<std::string> files = {};    // written, by their paths in the lane
  int lines_added = 0;
  int lines_removed = 0;
};

// `text` without secrets, cut to the limits; the cut is said, with what of the whole is kept.
ToolResult tool_result(std::string text, std::string summary, const Redactor& redactor);

// A call that did nothing: what happened, why and what to do, in the model's words and ours.
ToolResult tool_failure(const Error& error, std::string_view tool, const Redactor& redactor);

// "1 line", "2,400 lines".
std::string amount_text(std::size_t amount, std::string_view one, std::string_view many);

// A name from a file system as it may be shown on one line: control characters and bytes that are
// no UTF-8 are written \n, \x1b.
std::string shown_name(std::string_view name);

}  // namespace fm
