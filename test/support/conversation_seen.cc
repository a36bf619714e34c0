#include "test/support/conversation_seen.h"

#include <algorithm>

#include "base/text.h"
#include "base/yaml/fields.h"
#include "people/message/intent.h"
#include "reading/brief/brief.h"
#include "team/room/phase.h"
#include "team/vote/vote.h"

namespace fm::testing {
namespace {

using Fault = std::optional<std::string>;

Fault unequal(const std::string& expected, const std::string& seen, const std::string& what) {
  if (expected == seen) return std::nullopt;
  return what + ": expected \"" + expected + "\", saw \"" + seen + "\"";
}

std::string questions_of(const Project& project) {
  int answered = 0;
  int open = 0;
  for (const ProjectQuestion& question : project.questions) {
    answered += question.end && *question.end != QuestionEnd::kDropped ? 1 : 0;
    open += question.open() ? 1 : 0;
  }
  return std::to_string(project.questions.size()) + " asked, " + std::to_string(answered) +
         " answered, " + std::to_string(open) + " open";
}

// An illegal change, or one from where the project does not stand.
Fault fault_of_change(const Project* project, const Event& change) {
  const std::string what =
      std::string(change.text("from")) + " to " + std::string(change.text("to"));
  const auto from = phase_from(change.text("from"));
  const auto to = phase_from(change.text("to"));
  if (project == nullptr || !from || !to) return "nobody knows the change " + what;
  if (*from != project->phase)
    return what + ", but it stands in " + std::string(to_string(project->phase));
  if (!check_change(*from, *to, project->context())) return "the table has no change " + what;
  return std::nullopt;
}

// Several changes at once have one line, and what lasts one turn has none (C-46a).
bool is_announced_by_what_follows(const RoomView& view, const std::vector<EventPtr>& events,
                                  std::size_t at) {
  const Event& change = *events[at];
  if (at + 1 < events.size() && events[at + 1]->kind == "phase.changed" &&
      events[at + 1]->project == change.project &&
      events[at + 1]->text("from") == change.text("to"))
    return true;
  const Project* project = view.projects.find(change.project);
  return project != nullptr && project->context().way == PhaseContext::Way::kQuickOrLight;
}

bool announces(const Event& line, const Event& change) {
  return line.kind == "message.posted" && line.text("kind") == "system" &&
         line.by.kind == Actor::kSystem && line.text("from") == "folkmoot" &&
         line.project == change.project && !line.text("text").empty();
}

}  // namespace

std::string gates_of(const RoomView& view) {
  std::vector<std::string> types;
  for (const OpenGate& gate : view.gates) types.push_back(gate.type);
  return join(types, " ");
}

std::string warnings_of(const RoomView& view) {
  std::vector<std::string> codes;
  for (const RoomWarning& warning : view.warnings) codes.push_back(warning.error.code);
  return join(codes, " ");
}

Fault see_project(const RoomView& view, const std::vector<std::string>& words,
                  const std::string& rest) {
  const std::string& what = words.at(1);
  const Project* project = view.projects.current();
  if (project == nullptr) return unequal(rest, "no project", what);
  const auto equal = [&](const std::string& seen) { return unequal(rest, seen, what); };
  if (what == "phase") return equal(std::string(to_string(project->phase)));
  if (what == "iteration") return equal(std::to_string(project->iteration));
  if (what == "ending")
    return equal(project->ending ? std::string(to_string(*project->ending)) : "none");
  if (what == "came")
    return equal(project->came_from ? std::string(to_string(*project->came_from)) : "none");
  if (what == "intent")
    return equal(project->intent && project->intent->intent
                     ? std::string(to_string(*project->intent->intent))
                     : "none");
  if (what == "agents") return equal(join(project->agents, " "));
  if (what == "questions") return equal(questions_of(*project));
  if (what == "briefs") return equal(std::to_string(project->briefs.size()));
  if (what == "goal" && project->goal.find(rest) != std::string::npos) return std::nullopt;
  if (what == "goal") return "the goal is \"" + project->goal + "\"";
  if (what == "route") {
    const bool taken = std::ranges::any_of(project->routes, [&](const RouteTaken& route) {
      return route.agent == words.at(2) && route.note.find(rest) != std::string::npos;
    });
    return taken ? Fault() : "nobody was routed to " + words[2];
  }
  if (what == "vote") {
    std::string seen = "none";
    for (const ProjectVote& vote : project->votes)
      if (vote.agent == words.at(2))
        seen = vote.vote ? std::string(to_string(*vote.vote)) : "unread";
    return unequal(rest, seen, "the vote of " + words[2]);
  }
  if (what == "brief") {
    const BriefRevision* brief = project->brief(std::stoi(words.at(2)));
    const std::string text = brief ? canonical(Json(to_json(*brief->brief))) : "no such brief";
    if (text.find(rest) != std::string::npos) return std::nullopt;
    return "the brief lacks \"" + rest + "\": " + text;
  }
  return "nobody knows how to see \"" + what + "\"";
}

std::string checkpoint(const std::vector<EventPtr>& events, std::string_view type,
                       std::string_view field) {
  std::string text;
  for (const EventPtr& event : events) {
    if (event->kind != "gate.opened" || event->text("type") != type) continue;
    const Json body = event->body;
    const Json* subject = find_at(body, "subject");
    const Json* value = subject != nullptr ? find_at(*subject, field) : nullptr;
    text = value == nullptr     ? std::string()
           : value->is_string() ? std::string(text_at(*subject, field))
                                : canonical(*value);
  }
  return text;
}

std::vector<std::string> faulty_changes(const std::vector<EventPtr>& events) {
  std::vector<std::string> faults;
  RoomView view;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = *events[i];
    if (event.kind == "phase.changed") {
      if (const auto fault = fault_of_change(view.projects.find(event.project), event))
        faults.push_back(*fault);
      if ((i + 1 == events.size() || !announces(*events[i + 1], event)) &&
          !is_announced_by_what_follows(view, events, i))
        faults.push_back("nothing announces " + std::string(event.text("from")) + " to " +
                         std::string(event.text("to")));
    }
    view.apply(event);
  }
  return faults;
}

}  // namespace fm::testing
