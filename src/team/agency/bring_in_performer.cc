#include "team/agency/bring_in_performer.h"

#include <utility>

#include "team/agency/handing_over.h"

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
  const BuiltWork work = built_work(*ground.project);
  const ProjectId project = ground.project->id;
  const BringInPlan plan = CO_TRY(co_await plan_for_work(workshop, work));
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
  CO_TRY(co_await bring_in_work(workshop, work, plan));
  co_return done_with(std::move(value), {brought_in(project, plan.to)});
}

}  // namespace

Task<Performed> BringInPerformer::begin(EffectCall call, const Fold&) {
  auto ground = ground_of(call);
  if (!ground) return refused(std::move(ground.error()));
  return settled(bring(workshop_, std::move(*ground)));
}

}  // namespace fm
