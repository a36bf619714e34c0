// The DISCUSS_RESULT block of a discussion (L-8): verdict, ratings and what is to be done.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reading/blocks/task_complete.h"
#include "reading/json/budget.h"
#include "reading/json/fault.h"

namespace fm {

struct DiscussResult {
  std::string verdict;                // consensus_reached or consensus_blocked
  std::string severity;               // HIGH, MEDIUM, LOW or none
  std::optional<int> average_rating;  // hundredths, of 5
  std::vector<std::string> divergences;
  std::vector<std::string> action_items;
  std::string recommendation;   // in lower case with hyphens: proceed-with-caution
  std::string discussion_path;  // may be empty
};

// Nothing when the text asserts no block; of several the last one counts.
// Faults: placeholder, missing_field, invalid_value, out_of_range, duplicate_key_conflict,
// truncated.
Read<std::optional<DiscussResult>> read_discuss_result(std::string_view text,
                                                       Steps* steps = nullptr,
                                                       BlockEnding ending = BlockEnding::kWhole);

}  // namespace fm
