#include "team/agency/bring_in_performer.h"

#include <utility>

#include "team/tasks/task_events.h"
#include "team/tasks/task_map.h"
#include "work/git/bring_in.h"

namespace fm {
namespace {

std::string_view name_of(BringInKind kind) {
  switch (kind) {
    case BringInKind::kNothing:
      return "nothing";
    case BringInKind::kFastForward:
      return "fast_forward";
    case BringInKind::kMerge:
      return "merge";
    case BringInKind::kConflict:
      return "conflict";
  }
  return "nothing";
}

Task<Result<Performed>> bring(Workshop& workshop, TaskGround ground) {
  Git& git = workshop.git();
  const AgencyWork& work = ground.project->work;
  const std::string title = ground.project->plans.empty()
                                ? ground.project->goal
                                : task_map_from_json(*ground.project->plans.back().plan).title;
  const Repository repository = CO_TRY(co_await workshop.repository(work.repository));
  const BringInPlan plan =
      CO_TRY(co_await plan_bring_in(git, repository, ground.project->id.value, "",
                                    BringInWay::kFastForwardOrMerge, "Merge: " + title + "\n"));
  JsonObject value{{"kind", name_of(plan.kind)}, {"branch", plan.branch}, {"to", plan.to}};
  if (!plan.in_the_way.empty()) {
    value["in_the_way"] = to_json(plan.in_the_way);
    co_return done_with(std::move(value));
  }
  if (plan.kind == BringInKind::kConflict) {
    JsonArray paths;
    for (const Conflict& one : plan.conflicts) paths.emplace_back(one.path);
    value["conflicts"] = std::move(paths);
    co_return done_with(std::move(value));
  }
  if (plan.kind != BringInKind::kNothing) CO_TRY(co_await bring_in(git, repository, plan));
  co_return done_with(std::move(value), {lane_changed(ground.project->id, {.task = "",
                                                                           .to = "brought_in",
                                                                           .path = "",
                                                                           .base = "",
                                                                           .branch = "",
                                                                           .commit = plan.to,
                                                                           .tree = ""})});
}

}  // namespace

Task<Performed> BringInPerformer::begin(EffectCall call, const Fold&) {
  auto ground = ground_of(call);
  if (!ground) return refused(std::move(ground.error()));
  return settled(bring(workshop_, std::move(*ground)));
}

}  // namespace fm
