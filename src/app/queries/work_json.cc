#include "app/queries/work_json.h"

#include "team/tasks/task_work_fields.h"

namespace fm {
namespace {

JsonObject task_without_diff(const TaskWork& task) {
  TaskWork shown = task;
  shown.diff = nullptr;
  JsonObject out = fields_to_json(shown);
  out.erase("diff");
  return out;
}

// Of a session at work what people follow: words, calls and how each ended, not what they gave.
JsonObject session_json(const AgentSession& session) {
  JsonArray steps;
  for (const SessionStep& step : session.steps) {
    JsonArray calls;
    for (const SessionCall& call : step.calls)
      calls.push_back(JsonObject{{"id", call.id},
                                 {"name", call.name},
                                 {"summary", call.summary},
                                 {"done", call.done},
                                 {"failed", call.failed}});
    steps.push_back(JsonObject{{"said", step.said && !step.written ? *step.said : ""},
                               {"calls", std::move(calls)},
                               {"notes", to_json(step.notes)}});
  }
  return {{"flow", session.flow.value},
          {"task", session.task},
          {"agent", session.agent},
          {"rounds", session.rounds},
          {"steps", std::move(steps)}};
}

}  // namespace

Json work_json(const RoomView& room, const Project& project) {
  if (project.plans.empty()) return nullptr;
  const PlanRevision& plan = project.plans.back();
  JsonArray tasks;
  for (const TaskWork& task : project.work.tasks) tasks.push_back(task_without_diff(task));
  JsonArray sessions;
  for (const AgentSession& session : room.sessions.all)
    if (!session.steps.empty() && room.project_of(session.flow) == project.id)
      sessions.push_back(session_json(session));
  return JsonObject{{"project", project.id.value},
                    {"revision", plan.revision},
                    {"plan", *plan.plan},
                    {"repository", project.work.repository},
                    {"branch", project.work.branch},
                    {"base", project.work.base},
                    {"head", project.work.head},
                    {"tasks", std::move(tasks)},
                    {"sessions", std::move(sessions)}};
}

Json task_work_json(const Project& project, std::string_view task) {
  const TaskWork* work = project.work.find(task);
  if (work == nullptr) return nullptr;
  JsonObject out = task_without_diff(*work);
  out["diff"] = work->diff != nullptr ? *work->diff : "";
  return out;
}

}  // namespace fm
