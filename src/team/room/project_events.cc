#include "team/room/project_events.h"

#include <utility>

#include "team/room/project_status.h"
#include "team/vote/vote.h"

namespace fm {
namespace {

NewEvent event_of(const ProjectId& project, std::string kind, JsonObject body, By by = {}) {
  NewEvent event;
  event.kind = std::move(kind);
  event.body = std::move(body);
  event.by = std::move(by);
  event.project = project;
  return event;
}

By agent_of(const std::string& agent) { return {Actor::kAgent, agent}; }

void add(JsonObject& body, std::string_view key, const std::string& text) {
  if (!text.empty()) body[key] = text;
}

void add(JsonObject& body, std::string_view key, const std::vector<std::string>& texts) {
  if (!texts.empty()) body[key] = to_json(texts);
}

}  // namespace

ProjectId new_project_id(const Projects& known, const FlowId& flow, const StepPath& place) {
  constexpr std::size_t kLength = 6;  // with the prefix
  for (int attempt = 0;; ++attempt) {
    std::string id = derived_id('p', flow, place.value + "/project/" + std::to_string(attempt));
    id.resize(kLength);
    if (known.find({id}) == nullptr) return {std::move(id)};
  }
}

NewEvent project_created(const NewProject& project) {
  JsonObject body{{"project", project.id.value}, {"goal", project.goal}};
  add(body, "agents", project.agents);
  add(body, "message", project.message);
  return event_of(project.id, "project.created", std::move(body));
}

NewEvent intent_read(const ProjectId& project, const IntentReading& reading, std::string_view by,
                     const std::vector<std::string>& agents) {
  JsonObject body{{"intent", to_string(reading.intent)},
                  {"confidence", reading.confidence},
                  {"words", to_json(reading.words)},
                  {"flow", plan_for(reading.intent).flow},
                  {"by", by}};
  if (reading.runner_up) body["runner_up"] = to_string(*reading.runner_up);
  add(body, "interests", reading.interests);
  if (reading.combined) body["combined"] = true;
  add(body, "people", reading.people);
  add(body, "agents", agents);
  return event_of(project, "intent.read", std::move(body));
}

NewEvent route_decided(const ProjectId& project, const RouteTaken& route) {
  JsonObject body{{"agent", route.agent},
                  {"model", route.model},
                  {"reasoning", route.reasoning},
                  {"by", route.by}};
  add(body, "note", route.note);
  return event_of(project, "route.decided", std::move(body));
}

NewEvent question_asked(const ProjectId& project, const ProjectQuestion& question) {
  JsonObject body{{"question", question.id},
                  {"agent", question.agent},
                  {"text", question.text},
                  {"type", to_string(question.type)}};
  if (question.wave > 0) body["wave"] = question.wave;
  add(body, "fallback", question.fallback);
  add(body, "message", question.message);
  return event_of(project, "question.asked", std::move(body), agent_of(question.agent));
}

NewEvent question_answered(const ProjectId& project, const std::string& question, QuestionEnd end,
                           const std::string& text, const std::string& message, const By& by) {
  JsonObject body{{"question", question}, {"text", text}, {"how", to_string(end)}};
  add(body, "message", message);
  return event_of(project, "question.answered", std::move(body), by);
}

NewEvent vote_cast(const ProjectId& project, const ProjectVote& vote) {
  JsonObject body{{"agent", vote.agent},
                  {"vote", vote.vote ? to_string(*vote.vote) : std::string_view()},
                  {"why", vote.why}};
  add(body, "proposal", vote.proposal);
  add(body, "message", vote.message);
  return event_of(project, "vote.cast", std::move(body), agent_of(vote.agent));
}

NewEvent brief_proposed(const ProjectId& project, const ProposedBrief& proposed) {
  JsonObject body{{"brief", to_json(proposed.brief)}, {"revision", proposed.revision}};
  if (proposed.origin != BriefOrigin::kLeader) body["origin"] = to_string(proposed.origin);
  add(body, "message", proposed.message);
  return event_of(project, "brief.proposed", std::move(body), proposed.by);
}

NewEvent plan_proposed(const ProjectId& project, Json plan, int revision, const By& by,
                       const WorktreeSettings& worktree, const WorktreeSettings& suggested) {
  JsonObject body{{"plan", std::move(plan)}, {"revision", revision}};
  if (!worktree.empty()) body["worktree"] = to_json(worktree);
  if (!suggested.empty()) body["suggested"] = to_json(suggested);
  return event_of(project, "plan.proposed", std::move(body), by);
}

NewEvent memory_deleted(const ProjectId& project, const By& person) {
  return event_of(project, "memory.deleted", {{"project", project.value}}, person);
}

}  // namespace fm
