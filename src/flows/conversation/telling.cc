// What a conversation's flow tells the room: lines in the system's name, documents, and changes of
// phase.
#include "flows/conversation/telling.h"

#include <fmt/format.h>

#include <utility>

#include "flows/conversation/own_room.h"
#include "team/conversation/conversation_state.h"

namespace fm {

Flow<Nothing> tell(FlowHandle flow, std::vector<NewEvent> events) {
  if (events.empty()) co_return Nothing();
  co_await flow.post("tell", std::move(events));
  co_await flow.catch_up("told");
  co_return Nothing();
}

NewEvent system_line(const FlowHandle& flow, std::string text) {
  NewEvent event;
  event.kind = "message.posted";
  const Project* project = active_project(flow);
  if (project != nullptr) event.project = project->id;
  event.body = {
      {"id", flow.derived_id('m', "line")}, {"from", event.by.id},      {"to", "person"},
      {"kind", message_kind::kSystem},      {"marker", "confirmation"}, {"text", std::move(text)}};
  return event;
}

Flow<Nothing> say_line(FlowHandle flow, std::string text) {
  std::vector<NewEvent> lines;
  lines.push_back(system_line(flow, std::move(text)));
  co_await tell(flow, std::move(lines));
  co_return Nothing();
}

Flow<Nothing> name_open_questions(FlowHandle flow) {
  const std::size_t open = active_project(flow)->open_questions().size();
  if (open == 0) co_return Nothing();
  co_return co_await say_line(
      flow, (open == 1 ? std::string("One question is") : std::to_string(open) + " questions are") +
                " still open. Answer, or say \"you decide\" or \"enough\".");
}

Flow<Nothing> show_open_questions(FlowHandle flow) {
  const Project& project = *active_project(flow);
  const auto open = project.awaited_questions();
  std::string due = "Noted. Still open:";
  for (const ProjectQuestion* question : open) {
    const int number = project.number_of(*question);
    due += "\n" + (number > 0 ? std::to_string(number) + ". " : std::string("- ")) +
           question->agent + ": " + question->text;
  }
  const int first = project.number_of(*open.front());
  const std::string how = open.size() > 1 && first > 0
                              ? fmt::format("Answer by number, such as \"{}. ...\",", first)
                              : std::string("Answer,");
  co_return co_await say_line(flow, due + "\n" + how + " or say \"you decide\" or \"enough\".");
}

NewEvent document_event(const FlowHandle& flow, const std::string& agent, std::string_view kind,
                        std::string text, RoomSeq covers) {
  NewEvent event;
  event.kind = "message.posted";
  event.by = {Actor::kAgent, agent};
  const Project* project = active_project(flow);
  if (project != nullptr) event.project = project->id;
  event.body = {{"id", flow.derived_id('m', kind)},
                {"from", agent},
                {"to", "person"},
                {"kind", kind},
                {"marker", "discussion"},
                {"text", std::move(text)}};
  if (covers.value != 0) event.body["covers"] = covers.value;
  return event;
}

Flow<Nothing> go_to(FlowHandle flow, PhaseRequest request) {
  const Project* project = active_project(flow);
  FM_CHECK(project != nullptr, "a phase changes in a project");
  request.line_id = flow.derived_id('m', "phase");
  auto events = change_phase(*project, request);
  if (!events) throw_bug(events.error().message, __FILE__, __LINE__);
  co_await tell(flow.at("phase"), std::move(*events));
  co_return Nothing();
}

Flow<Nothing> to_phase(FlowHandle flow, Phase to, std::string why, std::string feedback,
                       std::vector<std::string> agents) {
  PhaseRequest request;
  request.to = to;
  request.why = std::move(why);
  request.feedback = std::move(feedback);
  request.agents = std::move(agents);
  co_return co_await go_to(flow, std::move(request));
}

Flow<Nothing> to_phase_quietly(FlowHandle flow, Phase to, std::string why) {
  PhaseRequest request;
  request.to = to;
  request.why = std::move(why);
  request.quiet = true;
  co_return co_await go_to(flow, std::move(request));
}

Flow<Nothing> pass_to_phase(FlowHandle flow, std::vector<Phase> through, PhaseRequest request) {
  request.line_id = flow.derived_id('m', "phase");
  auto events = pass_phases(*active_project(flow), through, std::move(request));
  if (!events) throw_bug(events.error().message, __FILE__, __LINE__);
  co_await tell(flow.at("phase"), std::move(*events));
  co_return Nothing();
}

Flow<Nothing> start_work(FlowHandle flow) {
  auto events = start_work(*active_project(flow), flow.derived_id('m', "phase"));
  if (!events) throw_bug(events.error().message, __FILE__, __LINE__);
  co_await tell(flow.at("phase"), std::move(*events));
  co_return Nothing();
}

Flow<Nothing> finish_project(FlowHandle flow, ProjectEnding ending, std::string why, Lines lines,
                             std::string line) {
  PhaseRequest request;
  request.line = std::move(line);
  request.to = Phase::kIdle;
  request.quiet = lines == Lines::kNone;
  request.ending = ending;
  request.why = why;
  co_await go_to(flow, std::move(request));
  if (ending == ProjectEnding::kSuccess)
    co_return co_await report_back(flow, "is done: " + why + ".", Shows::kResult);
  if (ending == ProjectEnding::kCancellation)
    co_return co_await report_back(flow, "was ended: " + why + ".");
  co_return Nothing();
}

Flow<Nothing> fail_project(FlowHandle flow, Error error) {
  PhaseRequest request;
  request.to = Phase::kFailed;
  const std::string why = error.message;
  request.why = why;
  request.error = std::move(error);
  co_await go_to(flow, std::move(request));
  co_return co_await report_back(flow, "failed: " + why);
}

}  // namespace fm
