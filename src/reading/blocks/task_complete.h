// A worker's TASK_COMPLETE block (L-7): what it claims about its task. A claim, not evidence.
//
// Of several blocks the last one for the given task counts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reading/json/budget.h"
#include "reading/json/fault.h"

namespace fm {

enum class CompletionStatus { kSuccess, kFailed, kPartial };
std::string_view to_text(CompletionStatus status);  // "success"

struct TaskComplete {
  std::string task_id;  // as asked for, if one was
  CompletionStatus status = CompletionStatus::kPartial;
  std::string artifact;          // empty: none
  std::string discuss_verdict;   // consensus_reached, consensus_blocked or none
  std::string discuss_severity;  // HIGH, MEDIUM, LOW or none
  std::string summary;           // may be empty
  std::vector<std::pair<std::string, std::string>> more;  // unknown keys, squashed, and values
};

// The consensus words, shared with DISCUSS_RESULT. Nothing when the value is neither of them.
std::optional<std::string> verdict_of(std::string_view value);
std::optional<std::string> severity_of(std::string_view value);

// "<success | failed>" or "success | failed".
bool is_unfilled(std::string_view value);

// Nothing when the text asserts no block. `task_id` may be empty: then any task's block counts.
// Where the model was stopped by its limit, a block that ends the text is only half of one.
// Faults: placeholder, missing_field, invalid_value, task_mismatch, duplicate_key_conflict,
// truncated.
enum class BlockEnding { kWhole, kCutByLimit };
Read<std::optional<TaskComplete>> read_task_complete(std::string_view text,
                                                     std::string_view task_id,
                                                     Steps* steps = nullptr,
                                                     BlockEnding ending = BlockEnding::kWhole);

}  // namespace fm
