#include "team/agency/plan_edit.h"

#include <utility>

#include "team/room/project_status.h"
#include "team/tasks/plan_text.h"

namespace fm {
namespace {

std::unexpected<Error> not_open(const Project& project) {
  if (project.phase == Phase::kExecution)
    return fail("plan_not_open", "The plan is being worked on.", "",
                "Stop the work first, with /pause; then say what should be different.");
  return fail("plan_not_open", "This plan does not wait for your word.",
              "Its project is in " + std::string(to_string(project.phase)) + ".",
              "Say what should be different, in your own words.");
}

}  // namespace

Result<EditablePlan> editable_plan(const RoomView& room, const ProjectId& project) {
  const Project* found = TRY(choose_project(room.projects, project));
  const PlanRevision* plan = found->plan();
  if (plan == nullptr)
    return fail("plan_unknown", "There is no plan yet.", "",
                "Start on a brief that is built, and its plan is made.");
  if (found->phase != Phase::kApproval) return not_open(*found);
  EditablePlan editable{.project = found->id,
                        .revision = plan->revision,
                        .map = task_map_from_json(*plan->plan),
                        .agents = {},
                        .leader = {}};
  if (const FlowRecord* flow = room.latest_flow()) {
    editable.leader = text_at(flow->args, "leader");
    const Json* models = find_at(flow->args, "models");
    if (models != nullptr && models->is_object())
      for (const auto& entry : models->get_object())
        editable.agents.emplace_back(std::string_view(entry.key()));
  }
  return editable;
}

Result<TaskMap> edited_plan(const EditablePlan& before, std::string_view text) {
  std::vector<RosterAgent> agents;
  for (const std::string& agent : before.agents)
    agents.push_back({.id = agent, .name = agent, .aliases = {}, .forbidden = false});
  TaskMap map = TRY(read_plan_text(text, Roster(std::move(agents)), before.leader));
  map.uncovered = before.map.uncovered;
  return map;
}

}  // namespace fm
