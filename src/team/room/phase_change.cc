#include "team/room/phase_change.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "reading/brief/brief.h"

namespace fm {
namespace {

using enum Phase;

std::string and_list(std::vector<std::string> names) {
  if (names.size() < 2) return join(names, "");
  const std::string last = std::move(names.back());
  names.pop_back();
  return join(names, ", ") + " and " + last;
}

const std::vector<std::string>& workers(const Project& project, const PhaseRequest& request) {
  static const std::vector<std::string> kLeader = {"leader"};
  if (!request.agents.empty()) return request.agents;
  return project.agents.empty() ? kLeader : project.agents;
}

// Nobody works where the person is waited for; in synthesis it is the leader alone.
bool somebody_works(Phase phase) {
  return phase == kDiscovery || phase == kSynthesis || phase == kExecution;
}

std::vector<std::string> workers_in(const Project& project, const PhaseRequest& request) {
  if (!somebody_works(request.to)) return {};
  if (request.to == kSynthesis && request.agents.empty()) return {"leader"};
  return workers(project, request);
}

std::string_view s_of(const std::vector<std::string>& names) {
  return names.size() == 1 ? "s" : "";
}

std::string discovery_line(const Project& project, const std::vector<std::string>& agents) {
  const std::string who = and_list(agents);
  switch (project.phase) {
    case kReady:
      return fmt::format("The discussion goes on. With you: {}.", who);
    case kApproval:
    case kReview:
      return fmt::format("Back to discovery, iteration {}: {} take{} up what you said.",
                         project.iteration + 1, who, s_of(agents));
    case kExecution:
      return fmt::format("The work is paused. Back to discovery, iteration {}, with {}.",
                         project.iteration + 1, who);
    default:
      return fmt::format("{} ask{} what has to be known.", who, s_of(agents));
  }
}

std::string execution_line(const Project& project, const std::vector<std::string>& agents) {
  if (project.phase == kReview)
    return fmt::format("The work goes on: {} adjust{} it.", and_list(agents), s_of(agents));
  return fmt::format("Started: {} work{} on it.", and_list(agents), s_of(agents));
}

std::string resting_line(Phase before, ProjectEnding ending) {
  switch (ending) {
    case ProjectEnding::kSuccess:
      return "Done. What you say next begins something new.";
    case ProjectEnding::kEscalation:
      return "This is to be built: what was learned goes along.";
    case ProjectEnding::kCancellation:
      return fmt::format("Cancelled. All is kept, and it can be taken up in {}.",
                         to_string(before));
    case ProjectEnding::kTimeout:
      return fmt::format("It was quiet for a while, so this rests. It can be taken up in {}.",
                         to_string(before));
    case ProjectEnding::kError:
      return fmt::format("This rests after an error. All is kept, and {} can be tried again.",
                         to_string(before));
  }
  return "This rests.";
}

std::string taken_up_line(Phase to, const std::vector<std::string>& agents) {
  if (agents.empty()) return fmt::format("Taken up where it stood, in {}.", to_string(to));
  return fmt::format("Taken up where it stood, in {}: {}.", to_string(to), and_list(agents));
}

NewEvent event_of(const Project& project, std::string kind, JsonObject body) {
  NewEvent event;
  event.kind = std::move(kind);
  event.body = std::move(body);
  event.project = project.id;
  return event;
}

JsonObject change_body(const Project& project, const PhaseRequest& request,
                       std::string_view reason) {
  JsonObject body{{"project", project.id.value},
                  {"from", to_string(project.phase)},
                  {"to", to_string(request.to)},
                  {"why", request.why.empty() ? reason : std::string_view(request.why)}};
  if (const auto agents = workers_in(project, request); !agents.empty())
    body["agents"] = to_json(agents);
  if (request.ending) body["completion"] = to_string(*request.ending);
  if (!request.feedback.empty()) body["feedback"] = request.feedback;
  if (request.error) body["error"] = to_json(*request.error);
  return body;
}

Result<void> check_timeout(const Project& project, const PhaseRequest& request) {
  if (request.ending != ProjectEnding::kTimeout || waits_for_person(project.phase)) return {};
  return fail("phase_illegal",
              fmt::format("A project in {} does not rest by itself.", to_string(project.phase)),
              "It waits for no person there.");
}

}  // namespace

std::string phase_line(const Project& project, const PhaseRequest& request) {
  if (!request.line.empty()) return request.line;
  const std::vector<std::string> agents = workers_in(project, request);
  if (!is_active(project.phase) && project.came_from == request.to)
    return taken_up_line(request.to, agents);
  const Phase left =
      is_active(project.phase) ? project.phase : project.came_from.value_or(kDiscovery);
  switch (request.to) {
    case kIdle:
      return resting_line(left, request.ending.value_or(ProjectEnding::kCancellation));
    case kDiscovery:
      if (project.phase == kReady && !request.feedback.empty())
        return "Taken up: the brief is being changed, and you will see what is new.";
      return discovery_line(project, agents);
    case kReady:
      return "Your turn: read the brief, and say whether to start.";
    case kSynthesis:
      return fmt::format("{} {} writing the brief.", and_list(agents),
                         agents.size() == 1 ? "is" : "are");
    case kApproval:
      return "Approval: the brief is there, and nothing is done before you say yes.";
    case kExecution:
      return execution_line(project, agents);
    case kReview:
      return "Review: the work is there. Accept it, or say what to change.";
    case kFailed:
      break;
  }
  return "It failed in " + std::string(to_string(left)) + "." +
         (request.error && !request.error->message.empty() ? " " + request.error->message : "");
}

Result<std::vector<NewEvent>> change_phase(const Project& project, const PhaseRequest& request) {
  FM_CHECK((request.to == kIdle) == request.ending.has_value(), "only a rest has an ending");
  FM_CHECK((request.to == kFailed) == request.error.has_value(), "only a failure has an error");
  FM_CHECK(request.quiet || !request.line_id.empty(), "the line is a message");
  const std::string_view reason = TRY(check_change(project.phase, request.to, project.context()));
  TRY(check_timeout(project, request));
  std::vector<NewEvent> events;
  events.push_back(event_of(project, "phase.changed", change_body(project, request, reason)));
  if (request.quiet) return events;
  events.push_back(event_of(project, "message.posted",
                            {{"id", request.line_id},
                             {"from", events.front().by.id},
                             {"to", "team"},
                             {"kind", kSystemMessage},
                             {"marker", "confirmation"},
                             {"phase", to_string(request.to)},
                             {"text", phase_line(project, request)}}));
  return events;
}

Result<std::vector<NewEvent>> pass_phases(const Project& project, const std::vector<Phase>& through,
                                          PhaseRequest request) {
  std::vector<NewEvent> events;
  Project at = project;
  for (const Phase phase : through) {
    PhaseRequest step;
    step.to = phase;
    step.quiet = true;
    step.why = request.why;
    for (NewEvent& event : TRY(change_phase(at, step))) events.push_back(std::move(event));
    at.phase = phase;
  }
  for (NewEvent& event : TRY(change_phase(at, request))) events.push_back(std::move(event));
  return events;
}

Result<std::vector<NewEvent>> start_work(const Project& project, std::string line_id) {
  PhaseRequest request;
  request.to = kExecution;
  request.line_id = std::move(line_id);
  if (const BriefRevision* brief = project.brief())
    for (const BriefStep& step : brief->brief->next_steps) request.agents.push_back(step.agent);
  std::vector<Phase> through;
  if (project.phase == kDiscovery) through.push_back(kReady);
  if (project.phase == kDiscovery || project.phase == kReady) through.push_back(kSynthesis);
  if (project.phase != kApproval) through.push_back(kApproval);
  return pass_phases(project, through, std::move(request));
}

}  // namespace fm
