#include "team/tasks/task_events.h"

#include "base/result.h"
#include "team/tasks/task_work_json.h"

namespace fm {
namespace {

NewEvent of_project(std::string kind, const ProjectId& project, JsonObject body) {
  NewEvent event;
  event.kind = std::move(kind);
  event.body = std::move(body);
  event.project = project;
  return event;
}

void add(JsonObject& body, std::string_view key, const std::string& value) {
  if (!value.empty()) body[key] = value;
}

}  // namespace

NewEvent task_changed(const ProjectId& project, const TaskChange& change) {
  const auto to = next_status(change.from, change.act);
  FM_CHECK(to.has_value(), "a change of a task's status that the table does not have");
  JsonObject body{{"task", change.task},
                  {"from", to_string(change.from)},
                  {"to", to_string(*to)},
                  {"act", to_string(change.act)}};
  add(body, "digest", change.digest);
  add(body, "stage", change.stage);
  if (change.round > 0) body["round"] = change.round;
  if (change.attempt > 0) body["attempt"] = change.attempt;
  add(body, "why", change.why);
  return of_project("task.changed", project, std::move(body));
}

NewEvent task_at_stage(const ProjectId& project, const TaskWork& task, const std::string& stage,
                       int round) {
  return of_project("task.changed", project,
                    {{"task", task.id},
                     {"from", to_string(task.status)},
                     {"to", to_string(task.status)},
                     {"stage", stage},
                     {"round", round}});
}

NewEvent lane_changed(const ProjectId& project, const LaneChange& change) {
  JsonObject body{{"to", change.to}};
  add(body, "task", change.task);
  add(body, "path", change.path);
  add(body, "base", change.base);
  add(body, "branch", change.branch);
  add(body, "commit", change.commit);
  add(body, "tree", change.tree);
  if (change.files) body["files"] = to_json(*change.files);
  if (change.diff) body["diff"] = *change.diff;
  return of_project("lane.changed", project, std::move(body));
}

NewEvent check_finished(const ProjectId& project, const std::string& task,
                        const CheckRecord& check) {
  JsonObject body{{"task", task},           {"command", check.command},
                  {"tree", check.tree},     {"on", check.on},
                  {"status", check.status}, {"ms", static_cast<std::int64_t>(check.took.count())}};
  add(body, "why", check.why);
  if (check.output != nullptr) body["output"] = *check.output;
  return of_project("check.finished", project, std::move(body));
}

NewEvent review_recorded(const ProjectId& project, const std::string& task,
                         const ReviewRecord& review) {
  NewEvent event = of_project("review.recorded", project,
                              {{"task", task},
                               {"agent", review.agent},
                               {"tree", review.tree},
                               {"stage", review.stage},
                               {"verdict", to_string(review.verdict)},
                               {"findings", to_json(review.findings)},
                               {"round", review.round}});
  event.by = {Actor::kAgent, review.agent};
  return event;
}

NewEvent worktree_settled(const ProjectId& project, const std::string& digest,
                          const WorktreeSettings& settings) {
  JsonObject body{{"settings", to_json(settings)}};
  add(body, "digest", digest);
  return of_project("worktree.settled", project, std::move(body));
}

NewEvent merge_finished(const ProjectId& project, const MergeEnd& end) {
  JsonObject body{{"tasks", to_json(end.tasks)}, {"branch", end.branch}, {"base", end.base}};
  add(body, "commit", end.commit);
  add(body, "tests", end.tests);
  if (!end.conflicts.empty()) body["conflicts"] = to_json(end.conflicts);
  return of_project("merge.finished", project, std::move(body));
}

}  // namespace fm
