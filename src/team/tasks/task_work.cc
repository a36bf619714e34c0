#include "team/tasks/task_work.h"

#include <algorithm>
#include <array>

#include "engine/log/event.h"
#include "engine/log/event_body.h"
#include "team/tasks/task_work_json.h"

namespace fm {
namespace {

using body::field;
using body::integer;
using body::text;
using body::texts;

constexpr std::array<std::string_view, 3> kVerdicts = {"none", "approve", "changes"};

TaskWork& task_of(AgencyWork& work, std::string_view id) {
  const auto known = std::ranges::find(work.tasks, id, &TaskWork::id);
  if (known != work.tasks.end()) return work.tasks.edit(known);
  TaskWork& task = work.tasks.emplace_back();
  task.id = id;
  return task;
}

void take(std::string& into, const Event& event, std::string_view key) {
  if (std::string value = text(event, key); !value.empty()) into = std::move(value);
}

void begin_anew(TaskWork& task) {
  task.skipped = false;
  task.round = 1;
  task.checks.clear();
  task.reviews.clear();
}

void task_changed(AgencyWork& work, const Event& event) {
  if (event.text("task").empty()) return;
  TaskWork& task = task_of(work, event.text("task"));
  const auto act = task_act_from(event.text("act"));
  const bool starts = act == TaskAct::kStart;
  if (starts) begin_anew(task);
  if (starts || task.started_at.value == 0) task.started_at = event.at;
  task.status = task_status_from(event.text("to")).value_or(task.status);
  if (act == TaskAct::kSkip) task.skipped = true;
  take(task.digest, event, "digest");
  take(task.stage, event, "stage");
  task.round = integer(event, "round", task.round);
  task.attempt = integer(event, "attempt", task.attempt);
  task.why = text(event, "why");
  task.changed_at = event.at;
  task.room_seq = event.room_seq;
}

void base_chosen(AgencyWork& work, const Event& event) {
  take(work.repository, event, "path");
  take(work.base, event, "base");
  take(work.branch, event, "branch");
  take(work.head, event, "commit");
}

void lane_changed(AgencyWork& work, const Event& event) {
  if (event.text("task").empty()) return base_chosen(work, event);
  TaskWork& task = task_of(work, event.text("task"));
  take(task.lane, event, "path");
  take(task.base, event, "base");
  take(task.commit, event, "commit");
  take(task.tree, event, "tree");
  if (event.text("to") == "removed") task.lane.clear();
  if (const Json* files = field(event, "files")) task.files = changed_files(*files);
  if (field(event, "diff") != nullptr)
    task.diff = std::make_shared<const std::string>(event.text("diff"));
  task.changed_at = event.at;
}

void check_finished(AgencyWork& work, const Event& event) {
  TaskWork& task = task_of(work, event.text("task"));
  task.checks.push_back({.command = text(event, "command"),
                         .tree = text(event, "tree"),
                         .on = text(event, "on"),
                         .status = integer(event, "status", -1),
                         .why = text(event, "why"),
                         .took = Millis(event.number("ms")),
                         .output = std::make_shared<const std::string>(event.text("output")),
                         .room_seq = event.room_seq});
}

void review_recorded(AgencyWork& work, const Event& event) {
  TaskWork& task = task_of(work, event.text("task"));
  const Json* findings = field(event, "findings");
  task.reviews.push_back(
      {.agent = text(event, "agent"),
       .tree = text(event, "tree"),
       .stage = text(event, "stage"),
       .verdict = review_verdict_from(event.text("verdict")).value_or(ReviewVerdict::kNone),
       .findings = findings ? review_findings(*findings) : std::vector<ReviewFinding>(),
       .round = integer(event, "round", task.round),
       .room_seq = event.room_seq});
}

void merge_finished(AgencyWork& work, const Event& event) {
  const std::string commit = text(event, "commit");
  if (commit.empty()) return;
  work.head = commit;
  for (const std::string& id : texts(event, "tasks")) task_of(work, id).merged = commit;
}

void granted(AgencyWork& work, const Event& event) {
  work.grants.push_back({text(event, "agent"), text(event, "tool"), text(event, "pattern")});
}

void worktree_settled(AgencyWork& work, const Event& event) {
  const Json* settings = field(event, "settings");
  work.settled = {.digest = text(event, "digest"),
                  .settings = settings ? worktree_from_json(*settings) : WorktreeSettings(),
                  .room_seq = event.room_seq};
}

constexpr std::pair<std::string_view, void (*)(AgencyWork&, const Event&)> kHandlers[] = {
    {"check.finished", check_finished},     {"lane.changed", lane_changed},
    {"merge.finished", merge_finished},     {"permission.granted", granted},
    {"review.recorded", review_recorded},   {"task.changed", task_changed},
    {"worktree.settled", worktree_settled},
};

}  // namespace

std::string_view to_string(ReviewVerdict verdict) {
  return kVerdicts[static_cast<std::size_t>(verdict)];
}

std::optional<ReviewVerdict> review_verdict_from(std::string_view name) {
  const auto found = std::ranges::find(kVerdicts, name);
  if (found == kVerdicts.end()) return std::nullopt;
  return static_cast<ReviewVerdict>(found - kVerdicts.begin());
}

std::vector<const CheckRecord*> TaskWork::checks_of(std::string_view of_tree) const {
  std::vector<const CheckRecord*> newest;
  for (const CheckRecord& check : checks) {
    if (check.tree != of_tree || check.on == "base" || check.on == "setup") continue;
    std::erase_if(newest, [&](const CheckRecord* one) { return one->command == check.command; });
    newest.push_back(&check);
  }
  return newest;
}

std::vector<const ReviewRecord*> TaskWork::reviews_of(int of_round) const {
  std::vector<const ReviewRecord*> found;
  for (const ReviewRecord& review : reviews)
    if (review.round == of_round) found.push_back(&review);
  return found;
}

const TaskWork* AgencyWork::find(std::string_view id) const {
  const auto found = std::ranges::find(tasks, id, &TaskWork::id);
  return found == tasks.end() ? nullptr : &*found;
}

bool AgencyWork::may_run_without_sandbox() const {
  return std::ranges::any_of(grants, [](const Grant& grant) { return grant.tool == kNoSandbox; });
}

void apply_to_work(AgencyWork& work, const Event& event) {
  for (const auto& [kind, handle] : kHandlers)
    if (kind == event.kind) return handle(work, event);
}

}  // namespace fm
