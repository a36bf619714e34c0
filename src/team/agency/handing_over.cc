#include "team/agency/handing_over.h"

#include <utility>

#include "team/tasks/task_events.h"
#include "team/tasks/task_map.h"

namespace fm {

BuiltWork built_work(const Project& project) {
  return {.repository = project.work.repository,
          .project = project.id.value,
          .title = project.plans.empty() ? project.goal
                                         : task_map_from_json(*project.plans.back().plan).title,
          .branch = project.work.head.empty() ? "" : project.work.branch};
}

Task<Result<BringInPlan>> plan_for_work(Workshop& workshop, BuiltWork work) {
  const Repository repository = CO_TRY(co_await workshop.repository(work.repository));
  co_return co_await plan_bring_in(workshop.git(), repository, work.project, "",
                                   BringInWay::kFastForwardOrMerge, "Merge: " + work.title + "\n");
}

Task<Result<void>> bring_in_work(Workshop& workshop, BuiltWork work, BringInPlan plan) {
  if (plan.kind == BringInKind::kNothing) co_return Result<void>();
  const Repository repository = CO_TRY(co_await workshop.repository(work.repository));
  co_return co_await bring_in(workshop.git(), repository, std::move(plan));
}

NewEvent brought_in(const ProjectId& project, const std::string& commit) {
  return lane_changed(project, {.task = "",
                                .to = "brought_in",
                                .path = "",
                                .base = "",
                                .branch = "",
                                .commit = commit,
                                .tree = ""});
}

}  // namespace fm
