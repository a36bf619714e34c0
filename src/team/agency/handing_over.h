// A project's result on its way to the person's own branch, because they said so (S-11, S-13).
//
// What the effect `bring_in` of a review and `folkmoot merge` have in common.
#pragma once

#include <string>

#include "base/ids.h"
#include "engine/flow/task.h"
#include "engine/log/event.h"
#include "team/agency/workshop.h"
#include "team/room/project.h"
#include "work/git/bring_in.h"

namespace fm {

// What was built, as git knows it.
struct BuiltWork {
  std::string repository;  // a folder of it
  std::string project;
  std::string title;   // of the plan
  std::string branch;  // folkmoot/...; empty: nothing was merged
};
BuiltWork built_work(const Project& project);

// What bringing it in would do: nothing is changed yet. Errors: those of plan_bring_in().
Task<Result<BringInPlan>> plan_for_work(Workshop& workshop, BuiltWork work);
// Errors: those of bring_in().
Task<Result<void>> bring_in_work(Workshop& workshop, BuiltWork work, BringInPlan plan);

NewEvent brought_in(const ProjectId& project, const std::string& commit);

}  // namespace fm
