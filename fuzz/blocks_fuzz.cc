// Feeds any bytes to the readers of TASK_COMPLETE and DISCUSS_RESULT.
//
// Held to, besides not crashing: a report is of the task that was asked for, its values are of the
// words that there are and stand in the input; what our own form says reads back as the same; a
// quoted text reports nothing; the work stays within its bound.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "fuzz/answer_samples.h"
#include "reading/blocks/discuss_result.h"
#include "reading/blocks/task_complete.h"

namespace fm {
namespace {

constexpr std::string_view kTask = "IMPL-001";

bool is_verdict(std::string_view text) {
  return text == "consensus_reached" || text == "consensus_blocked";
}

bool is_severity(std::string_view text) {
  return text == "HIGH" || text == "MEDIUM" || text == "LOW" || text == "none";
}

void check_task(std::string_view text) {
  Steps steps;
  const auto read = read_task_complete(text, kTask, &steps);
  hold_steps(steps, text);
  if (!read || !*read) return;
  const TaskComplete& task = **read;
  hold(task.task_id == kTask, "a report of another task");
  hold(is_verdict(task.discuss_verdict) || task.discuss_verdict == "none", "an odd verdict");
  hold(is_severity(task.discuss_severity), "an odd severity");
  if (is_unescaped(text)) {
    hold(in_order(plain_letters(task.summary), text), "a summary not in the input", task.summary);
    hold(in_order(plain_letters(task.artifact), text), "a path not in the input", task.artifact);
  }
  const std::string once = "TASK_COMPLETE:\n- task_id: " + task.task_id +
                           "\n- status: " + std::string(to_text(task.status)) +
                           "\n- discuss_verdict: " + task.discuss_verdict +
                           "\n- discuss_severity: " + task.discuss_severity + "\n";
  const auto again = read_task_complete(once, kTask);
  hold(again.has_value() && again->has_value(), "our own report does not read back", once);
  hold((*again)->status == task.status && (*again)->discuss_verdict == task.discuss_verdict &&
           (*again)->discuss_severity == task.discuss_severity,
       "our own report reads back differently", once);
}

void check_discussion(std::string_view text) {
  Steps steps;
  const auto read = read_discuss_result(text, &steps);
  hold_steps(steps, text);
  if (!read || !*read) return;
  const DiscussResult& result = **read;
  hold(is_verdict(result.verdict), "an odd verdict");
  hold(is_severity(result.severity), "an odd severity");
  hold(!result.average_rating || (*result.average_rating >= 0 && *result.average_rating <= 500),
       "a rating off its scale");
  if (!is_unescaped(text)) return;
  for (const auto& list : {result.divergences, result.action_items}) {
    for (const std::string& item : list) {
      const bool number = std::ranges::any_of(item, is_ascii_digit);  // 1e2 is written as 100
      if (!number) hold(in_order(plain_letters(item), text), "an item not in the input", item);
    }
  }
}

void check_quoted(std::string_view text) {
  std::string quoted;
  for (const std::string_view line : split_lines(text)) {
    quoted += "> " + std::string(line) + "\n";
  }
  // Reasoning is found before quotations, and its tags part them.
  if (quoted.find_first_of("<[") != std::string::npos) return;
  if (quoted.find("\xE2\x97\x81") != std::string::npos) return;
  const auto read = read_task_complete(quoted, kTask);
  hold(!read || !*read, "a quotation was taken for a report", quoted);
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fm::check_task(text);
  fm::check_discussion(text);
  fm::check_quoted(text);
  return 0;
}
