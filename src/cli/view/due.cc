#include "cli/view/due.h"

#include <fmt/format.h>

#include "base/text.h"
#include "team/room/project_status.h"

namespace fm::cli {
namespace {

constexpr std::string_view kTurn = "Your turn";
constexpr std::string_view kAtWork = "say something; Ctrl-C stops them";

Due free_turn() {
  return {.what = "Your turn.",
          .hint = "say what you want; /help lists the commands",
          .short_hint = "say what you want; /help"};
}

Due choice(const OpenGate& gate) {
  const std::size_t count = gate.options.size();
  std::string what = "Your turn: answer the question.";
  if (count == 1) what = "Your turn: choose 1.";
  if (count == 2) what = "Your turn: choose 1 or 2.";
  if (count > 2) what = fmt::format("Your turn: choose 1 to {}.", count);
  return {.what = std::move(what),
          .hint = "a number, or say it in your own words",
          .short_hint = "a number, or your own words",
          .how = "A number answers, and so do your own words."};
}

Due questions(std::size_t count) {
  return {.what = fmt::format("Your turn: {} question{}.", count, count == 1 ? "" : "s"),
          .hint = "answer in your own words; \"you decide\" and \"enough questions\" work too",
          .short_hint = "answer in your own words",
          .how = "Answer in your own words; \"you decide\" and \"enough questions\" work too."};
}

// Nobody goes on by themselves, and nothing is asked: somebody stopped it.
Due stopped(std::string_view what) {
  return {.what = std::string(what),
          .hint = "\"go on\" continues it, /pause changes the brief, /cancel ends it",
          .short_hint = "\"go on\", /pause or /cancel",
          .how = "Say \"go on\" to continue it; /pause changes the brief, /cancel ends it."};
}

Due again(std::string_view what) {
  return {.what = std::string(what),
          .hint = "/resume goes on with it; or say something new",
          .short_hint = "/resume goes on with it",
          .how = "/resume goes on with it; or say something new."};
}

Due project_due(const Project& project, const ProjectStatus& status) {
  switch (status.waits.what) {
    case WaitsFor::kTeam:
      return stopped(project.phase == Phase::kExecution ? "The work is stopped."
                                                        : "Stopped before the brief was written.");
    case WaitsFor::kAnswers:
      return questions(status.waits.questions.size());
    case WaitsFor::kStart:
    case WaitsFor::kApproval:
      return {.what = "Your turn: start, or say what to change.",
              .hint = "yes starts it; or say what to change",
              .short_hint = "yes, or what to change",
              .how = "Yes starts it."};
    case WaitsFor::kReview:
      return {.what = "Your turn: accept, or say what is wrong.",
              .hint = "accept, or say what is wrong",
              .short_hint = "accept, or say what is wrong"};
    case WaitsFor::kTakeUp:
      return again("Paused.");
    case WaitsFor::kRetry:
      return again("Stopped by an error.");
    case WaitsFor::kNothing:
    case WaitsFor::kWords:
    case WaitsFor::kGate:
    case WaitsFor::kResume:
      break;
  }
  return free_turn();
}

}  // namespace

Due due_now(const ViewState& view_state) {
  const RoomView& room = view_state.room;
  if (const OpenGate* gate = view_state.asked_gate()) return choice(*gate);
  const FlowRecord* flow = room.latest_flow();
  if (flow != nullptr && flow->state == FlowState::kPaused)
    return {.what = "Paused.",
            .hint = "what you say is kept until the room goes on",
            .short_hint = "what you say is kept"};
  const Project* project = room.projects.current();
  return project == nullptr ? free_turn() : project_due(*project, project_status(room, *project));
}

std::string due_sentence(const ViewState& view_state) {
  const Due due = due_now(view_state);
  return due.how.empty() ? due.what : fmt::format("{} {}", due.what, due.how);
}

std::string due_after_stop(const ViewState& view_state) {
  const Due due = due_now(view_state);
  return due.how.empty() || due.what.starts_with(kTurn) ? due_sentence(view_state)
                                                        : std::string(due.how);
}

std::string_view typing_hint(const ViewState& view_state, bool anyone_at_work,
                             std::size_t columns) {
  const Due due = due_now(view_state);
  if (anyone_at_work && view_state.asked_gate() == nullptr) return kAtWork;
  return width(due.hint) <= columns ? due.hint : due.short_hint;
}

}  // namespace fm::cli
