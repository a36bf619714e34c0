#include "reading/blocks/task_complete.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "reading/blocks/block.h"
#include "reading/json/fields.h"
#include "reading/json/names.h"

namespace fm {
namespace {

constexpr std::array<std::string_view, 6> kOurs = {"taskid",         "status",          "artifact",
                                                   "discussverdict", "discussseverity", "summary"};

std::optional<CompletionStatus> status_of(std::string_view value) {
  static constexpr std::array<std::pair<std::string_view, CompletionStatus>, 22> kWords = {
      {{"success", CompletionStatus::kSuccess},
       {"succeeded", CompletionStatus::kSuccess},
       {"successful", CompletionStatus::kSuccess},
       {"successfully", CompletionStatus::kSuccess},
       {"completed", CompletionStatus::kSuccess},
       {"complete", CompletionStatus::kSuccess},
       {"done", CompletionStatus::kSuccess},
       {"finished", CompletionStatus::kSuccess},
       {"ok", CompletionStatus::kSuccess},
       {"passed", CompletionStatus::kSuccess},
       {"failed", CompletionStatus::kFailed},
       {"fail", CompletionStatus::kFailed},
       {"failure", CompletionStatus::kFailed},
       {"error", CompletionStatus::kFailed},
       {"unsuccessful", CompletionStatus::kFailed},
       {"partial", CompletionStatus::kPartial},
       {"partially", CompletionStatus::kPartial},
       {"incomplete", CompletionStatus::kPartial},
       {"partly", CompletionStatus::kPartial},
       {"partialsuccess", CompletionStatus::kPartial},
       {"successfullycompleted", CompletionStatus::kSuccess},
       {"completedsuccessfully", CompletionStatus::kSuccess}}};
  for (const std::string_view form : {value, head_of(value)}) {
    std::string key = name_key(form.substr(0, 100));
    // "partially complete", "partly done"
    for (const std::string_view partly : {"partially", "partly"}) {
      if (!key.starts_with(partly) || key.size() == partly.size()) continue;
      key.erase(0, partly.size());
      const auto done = std::ranges::find(kWords, std::string_view(key),
                                          &std::pair<std::string_view, CompletionStatus>::first);
      if (done != kWords.end() && done->second == CompletionStatus::kSuccess)
        return CompletionStatus::kPartial;
    }
    for (const auto& [word, status] : kWords) {
      if (key == word) return status;
    }
  }
  return std::nullopt;
}

// "all of it", as YAML writes a text: without its quotation marks.
std::string unquoted(std::string text) {
  const bool quoted =
      text.size() > 2 && text.front() == '"' && text.find('"', 1) == text.size() - 1;
  return quoted ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

std::string_view to_text(CompletionStatus status) {
  return status == CompletionStatus::kSuccess  ? "success"
         : status == CompletionStatus::kFailed ? "failed"
                                               : "partial";
}

std::optional<std::string> verdict_of(std::string_view value) {
  if (is_none(value)) return "none";
  const std::string key = name_key(head_of(value).substr(0, 100));
  if (key == "consensusreached" || key == "reached") return "consensus_reached";
  if (key == "consensusblocked" || key == "blocked") return "consensus_blocked";
  return std::nullopt;
}

std::optional<std::string> severity_of(std::string_view value) {
  if (is_none(value)) return "none";
  const std::string key = name_key(head_of(value).substr(0, 100));
  if (key == "high") return "HIGH";
  if (key == "medium" || key == "med") return "MEDIUM";
  if (key == "low") return "LOW";
  return std::nullopt;
}

bool is_unfilled(std::string_view value) {
  value = trim(value);
  if (is_placeholder(value)) return true;
  const bool options = value.find(" | ") != std::string_view::npos;
  return options && value.size() < 120 && value.find_first_of("`\"(") == std::string_view::npos;
}

Read<std::optional<TaskComplete>> read_task_complete(std::string_view text,
                                                     std::string_view task_id, Steps* steps,
                                                     BlockEnding ending) {
  const auto at = [&](const Block& block, FaultCode code, std::string message) {
    return located(text, fault(code, std::move(message), block.begin));
  };
  std::vector<Block> blocks = find_blocks(text, "taskcomplete", steps);
  // A marker with a sentence after it and none of our fields is one only if it speaks of this task;
  // other lines with a colon are what was said next.
  const std::string wanted = name_key(task_id);
  std::erase_if(blocks, [&](const Block& block) {
    if (block.has_any(kOurs)) return false;
    const std::string rest = " " + join(name_words(block.rest), " ") + " ";
    const std::string id = " " + join(name_words(task_id), " ") + " ";
    return wanted.empty() || rest.find(id) == std::string::npos;
  });
  if (blocks.empty()) return std::nullopt;
  const Block* chosen = nullptr;
  const Block* unfilled = nullptr;
  const Block* other = nullptr;
  for (const Block& block : blocks) {
    const std::string id = path_of(block.value("taskid"));
    if (!block.has_any(kOurs)) {
      chosen = &block;
    } else if (is_unfilled(id)) {
      unfilled = &block;
    } else if (id.empty() || wanted.empty() || name_key(id) == wanted) {
      chosen = &block;
    } else {
      other = &block;
    }
  }
  if (chosen == nullptr && unfilled != nullptr) {
    return at(*unfilled, FaultCode::kPlaceholder,
              "The TASK_COMPLETE block repeats the format with its placeholders.");
  }
  if (chosen == nullptr) {
    return at(*other, FaultCode::kTaskMismatch,
              "The TASK_COMPLETE block is for \"" + other->value("taskid") + "\", not for \"" +
                  std::string(task_id) + "\".");
  }
  const Block& block = *chosen;
  if (ending == BlockEnding::kCutByLimit && block.is_last_in(text)) {
    return at(block, FaultCode::kTruncated, "The TASK_COMPLETE block is cut off.");
  }
  if (const std::string key = block.conflict(); !key.empty()) {
    return at(block, FaultCode::kDuplicateKeyConflict,
              "The TASK_COMPLETE block gives \"" + key + "\" twice with different values.");
  }
  for (const std::string_view key : kOurs) {
    const std::string value = block.value(key);
    if (key != "summary" && is_unfilled(value)) {
      return at(block, FaultCode::kPlaceholder,
                "The TASK_COMPLETE block has \"" + value + "\" for " + std::string(key) + ".");
    }
  }
  TaskComplete out;
  out.task_id = path_of(block.value("taskid"));
  const std::string status = block.value("status");
  if (out.task_id.empty() || status.empty()) {
    return at(block, FaultCode::kMissingField,
              out.task_id.empty() ? "The TASK_COMPLETE block has no task_id line."
                                  : "The TASK_COMPLETE block has no status line.");
  }
  if (!wanted.empty()) out.task_id = task_id;
  const auto read = status_of(status);
  if (!read) {
    return at(block, FaultCode::kInvalidValue,
              "The status \"" + status + "\" is none of success, failed and partial.");
  }
  out.status = *read;
  if (const std::string artifact = block.value("artifact"); !is_none(artifact)) {
    out.artifact = path_of(artifact);
  }
  const auto verdict = verdict_of(block.value("discussverdict"));
  const auto severity = severity_of(block.value("discussseverity"));
  if (!verdict || !severity) {
    return at(block, FaultCode::kInvalidValue,
              !verdict
                  ? "The discuss_verdict is none of consensus_reached, consensus_blocked, none."
                  : "The discuss_severity is none of HIGH, MEDIUM, LOW, none.");
  }
  out.discuss_verdict = *verdict;
  out.discuss_severity = *severity;
  out.summary = unquoted(block.text("summary"));
  for (const BlockField& field : block.fields) {
    if (std::ranges::find(kOurs, std::string_view(field.key)) == kOurs.end()) {
      out.more.emplace_back(field.key, block.value(field.key));
    }
  }
  return out;
}

}  // namespace fm
