#include "flows/agency/claim.h"

#include <fmt/format.h>

#include "base/text.h"
#include "team/room/room.h"

namespace fm {
namespace {

// The last lines of what failed, for the agent that has to mend it.
std::string failed_text(const FlowHandle& flow, const Claim& claim, const Json& evidence) {
  std::string text = "Folkmoot ran the task's commands in your lane, and they do not pass:\n";
  const Project* project = flow.view<RoomView>().projects.find(claim.project);
  const TaskWork* work = project == nullptr ? nullptr : project->work.find(claim.task);
  for (const std::string& command : texts_at(evidence, "failed")) {
    text += "`" + command + "`\n";
    if (work == nullptr) continue;
    for (const CheckRecord* check : work->checks_of(text_at(evidence, "tree")))
      if (check->command == command && check->output != nullptr) text += *check->output + "\n";
  }
  return text + "Put it right, or say what stands in the way.";
}

}  // namespace

Flow<std::string> shown(FlowHandle flow, Claim claim) {
  const Outcome evidence = co_await flow.perform(
      "evidence", evidence_request(claim.project, claim.task, "task", claim.commands));
  co_await flow.catch_up("look");
  if (evidence.interrupted) co_return std::string();
  if (evidence.error) co_return evidence.error->message;
  if (!bool_at(evidence.value, "changed"))
    co_return std::string(
        "You say that it is done, but nothing in your lane differs from what you began with. Do "
        "the task, in its files, or say what stands in the way.");
  if (bool_at(evidence.value, "passed")) co_return std::string();
  if (const auto markers = texts_at(evidence.value, "markers"); !markers.empty())
    co_return fmt::format(
        "Git's conflict markers still stand in {}. Take them out, and keep what "
        "both sides want.",
        join(markers, ", "));
  co_return failed_text(flow, claim, evidence.value);
}

EffectRequest evidence_request(const ProjectId& project, const std::string& task,
                               std::string_view on, const std::vector<std::string>& commands) {
  return {
      "evidence",
      {{"project", project.value}, {"task", task}, {"on", on}, {"commands", to_json(commands)}}};
}

}  // namespace fm
