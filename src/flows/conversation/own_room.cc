// A project in a room of its own: it is moved there, and what comes of it is told where it came
// from (C-53).
#include "flows/conversation/own_room.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/conversation/telling.h"
#include "team/conversation/conversation_state.h"
#include "team/conversation/own_room.h"

namespace fm {
namespace {

// What the project came to: the first of these kinds that there is, and of it the newest.
std::string result_of(const FlowHandle& flow) {
  const SharedVector<Message>& messages = flow.view<RoomView>().messages;
  const ProjectId project = active_project(flow)->id;
  for (const std::string_view kind :
       {message_kind::kReview, message_kind::kWork, message_kind::kOptions, message_kind::kAnswer,
        message_kind::kFindings}) {
    const auto found = std::find_if(
        messages.rbegin(), messages.rend(),
        [&](const Message& message) { return message.project == project && message.kind == kind; });
    if (found != messages.rend()) return found->id;
  }
  return {};
}

}  // namespace

Flow<Nothing> move_to_own_room(FlowHandle flow, Begins begins) {
  JsonObject request{{"project", active_project(flow)->id.value}};
  if (begins == Begins::kYes) request["begins"] = true;
  const Outcome made = co_await flow.perform("make", {"own_room", std::move(request)});
  if (flow.cancelled()) co_return Nothing();
  if (made.error)
    co_return co_await say_line(
        flow.at("stays"), "It stays in this room: " + made.error->message + " " + made.error->cure);
  const std::string room(text_at(made.value, "room"));
  const ProjectId its{std::string(text_at(made.value, "project"))};
  const ProjectId here = active_project(flow)->id;
  std::vector<NewEvent> events;
  events.push_back(room_linked(here, {.room = {room}, .its_project = its, .into = true}));
  co_await tell(flow.at("link"), std::move(events));
  PhaseRequest leaves;
  leaves.to = Phase::kIdle;
  leaves.ending = ProjectEnding::kEscalation;
  leaves.why = "it goes on in a room of its own, " + room;
  leaves.line =
      "This goes on in a room of its own, and what comes of it is told here. Go there with: "
      "folkmoot --room " +
      room;
  co_return co_await go_to(flow.at("leave"), std::move(leaves));
}

bool has_own_room(const FlowHandle& flow) {
  const RoomView& view = flow.view<RoomView>();
  return std::ranges::any_of(view.links, [&](const RoomLink& link) {
    return !link.into && link.project == view.projects.active;
  });
}

Flow<Nothing> report_back(FlowHandle flow, std::string what, Shows shows) {
  const Json args = flow.start().args;
  const Json* origin = find_at(args, "origin");
  const Project* project = active_project(flow);
  if (origin == nullptr || project == nullptr || text_at(*origin, "as") != project->id.value)
    co_return Nothing();
  const std::string room = flow.view<RoomView>().id.value;
  JsonObject request{{"room", text_at(*origin, "room")},
                     {"project", text_at(*origin, "project")},
                     {"line", "From the room " + room + ": \"" + own_room_title(*project) + "\" " +
                                  what + " Go there with: folkmoot --room " + room}};
  if (shows == Shows::kResult) request["message"] = result_of(flow);
  const Outcome told = co_await flow.perform("report", {"report_back", std::move(request)});
  if (told.error)
    co_await say_line(flow.at("untold"), "The room " + std::string(text_at(*origin, "room")) +
                                             " could not be updated: " + told.error->message);
  co_return Nothing();
}

}  // namespace fm
