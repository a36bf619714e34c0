#include "team/agency/merge_performers.h"

#include <utility>

#include "base/text.h"
#include "team/tasks/task_events.h"
#include "team/tasks/task_map.h"
#include "team/text/one_line.h"
#include "work/git/merge.h"
#include "work/git/snapshot.h"

namespace fm {
namespace {

constexpr std::size_t kSubject = 72;  // bytes of a commit's first line

// The first clause of what was to be done: a subject that can be read in a list.
std::string subject_of(std::string_view objective) {
  const std::size_t end = objective.find_first_of(".;\n");
  std::string_view clause = objective;
  // Not the dot of a file's name.
  for (std::size_t at = end; at < objective.size(); at = objective.find_first_of(".;\n", at + 1))
    if (objective[at] != '.' || at + 1 == objective.size() || objective[at + 1] == ' ') {
      clause = objective.substr(0, at);
      break;
    }
  return on_one_line(clause, kSubject);
}

std::string message_of(const MapTask& task) {
  return task.id + ": " + subject_of(task.objective) + "\n\n" + task.objective + "\n";
}

// What a task has come to, as one commit that people read; and the train of all of them.
Task<Result<Performed>> make(Workshop& workshop, EffectCall call, TaskGround ground) {
  Git& git = workshop.git();
  const AgencyWork& work = ground.project->work;
  const TaskMap map = task_map_from_json(*ground.project->plans.back().plan);
  const Repository repository = CO_TRY(co_await workshop.repository(work.repository));
  std::vector<MergePart> parts;
  std::vector<std::string> tasks;
  std::vector<NewEvent> events;
  for (const std::string& id : texts_at(call.request, "tasks")) {
    const MapTask* task = map.find(id);
    const TaskWork* done = work.find(id);
    if (task == nullptr || done == nullptr) continue;
    const Lane lane = CO_TRY(co_await workshop.lane_of(work.repository, done->lane));
    const Snapshot commit = CO_TRY(co_await final_commit(git, lane, message_of(*task)));
    parts.push_back({.commit = commit.commit, .message = "Merge " + message_of(*task)});
    tasks.push_back(id);
    events.push_back(lane_changed(ground.project->id, {.task = id,
                                                       .to = "committed",
                                                       .path = "",
                                                       .base = "",
                                                       .branch = "",
                                                       .commit = commit.commit,
                                                       .tree = commit.tree}));
  }
  const Train train = CO_TRY(co_await make_train(git, repository, ground.project->id.value, parts));
  JsonArray merged;
  JsonObject conflicts;
  for (std::size_t i = 0; i < train.parts.size(); ++i) {
    if (train.parts[i].merged) {
      merged.emplace_back(tasks[i]);
      continue;
    }
    JsonArray paths;
    for (const Conflict& one : train.parts[i].conflicts) paths.emplace_back(one.path);
    conflicts[tasks[i]] = std::move(paths);
  }
  JsonObject value{
      {"base", train.base}, {"candidate", train.candidate}, {"merged", std::move(merged)}};
  if (!conflicts.empty()) value["conflicts"] = std::move(conflicts);
  co_return done_with(std::move(value), std::move(events));
}

Task<Result<Performed>> accept(Workshop& workshop, EffectCall call, TaskGround ground) {
  Git& git = workshop.git();
  const std::string project = ground.project->id.value;
  const Repository repository =
      CO_TRY(co_await workshop.repository(ground.project->work.repository));
  Train train;
  train.base = text_at(call.request, "base");
  train.candidate = text_at(call.request, "candidate");
  const bool there =
      CO_TRY(co_await is_merged(git, repository, integration_ref(project), train.candidate));
  if (!there) CO_TRY(co_await accept_train(git, repository, project, train));
  co_return done_with(JsonObject{{"head", train.candidate}},
                      {merge_finished(ground.project->id, {.tasks = texts_at(call.request, "tasks"),
                                                           .branch = ground.project->work.branch,
                                                           .base = train.base,
                                                           .commit = train.candidate,
                                                           .conflicts = {},
                                                           .tests = "passed"})});
}

}  // namespace

Task<Performed> TrainPerformer::begin(EffectCall call, const Fold&) {
  auto ground = ground_of(call);
  if (!ground) return refused(std::move(ground.error()));
  return settled(make(workshop_, std::move(call), std::move(*ground)));
}

Task<Performed> AcceptPerformer::begin(EffectCall call, const Fold&) {
  auto ground = ground_of(call);
  if (!ground) return refused(std::move(ground.error()));
  return settled(accept(workshop_, std::move(call), std::move(*ground)));
}

}  // namespace fm
