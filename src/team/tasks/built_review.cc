#include "team/tasks/built_review.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "team/tasks/task_work_json.h"

namespace fm {
namespace {

struct Sum {
  std::set<std::string> files;
  int added = 0;
  int deleted = 0;
  int merged = 0;
};

Sum sum_of(const AgencyWork& work) {
  Sum sum;
  for (const TaskWork& task : work.tasks) {
    if (task.merged.empty()) continue;
    ++sum.merged;
    for (const ChangedFile& file : task.files) {
      sum.files.insert(file.path);
      sum.added += file.added;
      sum.deleted += file.deleted;
    }
  }
  return sum;
}

std::string counted(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

// Of each command of the plan its newest run on what was merged, in the order of their first run.
// What an earlier plan had is no part of it.
std::vector<const CheckRecord*> last_checks(const TaskMap& map, const AgencyWork& work) {
  const std::vector<std::string> commands = map.commands();
  std::vector<const CheckRecord*> last;
  for (const TaskWork& task : work.tasks)
    for (const CheckRecord& check : task.checks) {
      if (check.on != "merge" || std::ranges::find(commands, check.command) == commands.end())
        continue;
      const auto known = std::ranges::find_if(
          last, [&](const CheckRecord* one) { return one->command == check.command; });
      if (known == last.end())
        last.push_back(&check);
      else if ((*known)->room_seq < check.room_seq)
        *known = &check;
    }
  return last;
}

std::string reviews_line(const TaskWork& task) {
  std::vector<std::string> approve;
  std::set<std::string> mended;  // the same found again is one
  for (const ReviewRecord& review : task.reviews) {
    if (review.round == task.round && review.verdict == ReviewVerdict::kApprove)
      approve.push_back(review.agent);
    if (review.round < task.round)
      for (const ReviewFinding& one : review.findings)
        mended.insert(fmt::format("{}:{} {}", one.file, one.line, one.text));
  }
  std::string line;
  if (!mended.empty()) line = counted(mended.size(), "finding") + " put right";
  if (!approve.empty())
    line += (line.empty() ? "" : ", ") + std::string("approved by ") + join(approve, " and ");
  return line;
}

std::string state_of(const TaskWork* task) {
  if (task == nullptr) return "not begun";
  if (task->skipped) return "left out, as you said";
  switch (task->status) {
    case TaskStatus::kNotStarted:
      return "not begun";
    case TaskStatus::kRunning:
      return task->stage.empty() ? "under way" : "under way: " + fold(task->stage);
    case TaskStatus::kWaiting:
      return "waits";
    case TaskStatus::kPaused:
      return "paused";
    case TaskStatus::kFailed:
      return "not done: " + task->why;
    case TaskStatus::kCompleted:
      return "merged";
  }
  return "";
}

// Small findings of those who approved: nobody put them right.
std::string left_over(const AgencyWork& work) {
  std::string text;
  for (const TaskWork& task : work.tasks)
    for (const ReviewRecord& review : task.reviews)
      if (review.round == task.round && review.verdict == ReviewVerdict::kApprove)
        text += findings_text(review.findings);
  return text;
}

}  // namespace

std::string built_line(const TaskMap& map, const AgencyWork& work) {
  const Sum sum = sum_of(work);
  return fmt::format("{} of {} merged, {}, +{} -{}", sum.merged, counted(map.tasks.size(), "task"),
                     counted(sum.files.size(), "file"), sum.added, sum.deleted);
}

std::string task_lines(const TaskMap& map, const AgencyWork& work) {
  std::string text;
  for (const MapTask& task : map.tasks) {
    const TaskWork* done = work.find(task.id);
    text += fmt::format("- **{}** {} ({})", task.id, task.objective, state_of(done));
    if (done != nullptr && !done->merged.empty())
      if (const std::string reviews = reviews_line(*done); !reviews.empty()) text += ": " + reviews;
    text += '\n';
  }
  return text;
}

std::string built_review(const TaskMap& map, const AgencyWork& work) {
  std::string text = fmt::format("## Built: {}\n\n{}\n\n{}", map.title, built_line(map, work) + ".",
                                 task_lines(map, work));
  text += "\nHow it was checked, by Folkmoot, on the merged result:\n";
  const auto checks = last_checks(map, work);
  for (const CheckRecord* check : checks)
    text +=
        fmt::format("- `{}` {}\n", check->command, check->passed() ? "passes" : "does not pass");
  if (checks.empty()) text += "- The plan names no command that shows it.\n";
  const std::string left = left_over(work);
  if (!left.empty()) text += "\nNoticed in the reviews, and left as it is:\n" + left;
  text += fmt::format("\nIt is on the branch `{}`; your files are untouched.\n", work.branch);
  if (!map.start.empty())
    text += fmt::format("To start it, once it is in your branch: `{}`\n", map.start);
  return text;
}

}  // namespace fm
