// A reviewer's verdict on a change, and what it found. What cannot be read is no verdict.
//
// `changes` is a verdict without findings too; an approval with a finding that blocks is changes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reading/json/budget.h"
#include "reading/json/fault.h"

namespace fm {

struct GivenFinding {
  std::string file;      // as written; may be empty
  int line = 0;          // 0: none is named
  std::string severity;  // blocking, major, minor
  std::string text;
  std::string fix;
};

struct CodeReview {
  bool approves = false;
  std::vector<GivenFinding> findings;  // at most 50
  std::vector<Note> repairs;
};

// Faults: no_json, truncated, missing_field, invalid_value, ambiguous.
Read<CodeReview> read_code_review(std::string_view text, Steps* steps = nullptr);

}  // namespace fm
