#include "flows/conversation/work/progress.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "flows/conversation/work/agency_work.h"
#include "flows/conversation/work/pieces.h"
#include "team/documents/work_log.h"
#include "team/documents/work_review.h"
#include "team/tasks/built_review.h"
#include "team/text/one_line.h"

namespace fm {
namespace {

constexpr std::size_t kTaskBytes = 160;

bool is_of(const std::vector<Piece>& pieces, const std::string& agent) {
  return std::ranges::find(pieces, agent, &Piece::agent) != pieces.end();
}

std::string part_lines(const FlowHandle& flow, const ConversationPtr& conversation) {
  const bool stopped = is_stopped(flow, conversation);
  std::vector<Piece> now = pieces_of(flow, conversation);
  for (Piece& piece : passed_on(flow, conversation, now)) now.push_back(std::move(piece));
  const std::vector<Piece> repairs = left_to_put_right(flow, conversation);
  const std::vector<WorkPart> parts = work_parts(flow.view<RoomView>(), *active_project(flow));
  std::vector<Piece> shown = all_pieces(flow, conversation);
  for (const Piece& piece : now)
    if (!is_of(shown, piece.agent)) shown.push_back(piece);
  std::string lines;
  for (const Piece& piece : shown) {
    const auto part = std::ranges::find(parts, piece.agent, &WorkPart::agent);
    const auto due = std::ranges::find(now, piece.agent, &Piece::agent);
    const bool is_due = due != now.end() && work_of(flow, piece.agent) == nullptr;
    const std::string waits = is_due ? waits_for(flow, now, *due) : std::string();
    std::string how = "handed in";
    if (is_due && !waits.empty()) how = "waits for " + waits;
    if (is_due && waits.empty()) how = stopped ? "stopped" : "at work";
    if (!is_due && (part == parts.end() || part->newest == nullptr)) how = "not handed in";
    if (!is_due && is_of(repairs, piece.agent))
      how = stopped ? "to put right what the check found" : "putting right what the check found";
    const std::string& task = is_due && !due->change.empty() ? due->change : piece.task;
    lines += "- " + piece.agent + ", " + how + ": " + on_one_line(task, kTaskBytes) + "\n";
  }
  return lines;
}

std::string next_line(const FlowHandle& flow, const ConversationPtr& conversation) {
  const std::string checker = checker_of(conversation, all_pieces(flow, conversation));
  const bool all_in = not_handed_in(flow, pieces_of(flow, conversation)).empty();
  if (checker.empty() || was_checked(flow)) return "Then it is yours to look at.";
  if (!all_in || is_stopped(flow, conversation))
    return "Then " + checker + " checks the whole, and it is yours to look at.";
  return checker + " is checking the whole; then it is yours to look at.";
}

}  // namespace

std::string progress_text(const FlowHandle& flow, const ConversationPtr& conversation) {
  const std::string stopped =
      is_stopped(flow, conversation) ? "The work is stopped; \"go on\" continues it.\n" : "";
  const Project& project = *active_project(flow);
  if (works_on_plan(flow, conversation))
    return stopped + task_lines(task_map_from_json(*project.plans.back().plan), project.work) +
           "Then it is yours to look at.";
  return stopped + part_lines(flow, conversation) + next_line(flow, conversation);
}

std::string progress_for_agent(const FlowHandle& flow, const ConversationPtr& conversation) {
  const RoomView& view = flow.view<RoomView>();
  const Project& project = *active_project(flow);
  if (project.phase != Phase::kExecution)
    return "Nobody is at work: all of it is before the person, who takes it or says what should be "
           "different.\n" +
           work_state(view, project);
  std::string lines = progress_text(flow, conversation) + "\n";
  if (const std::string wish = wish_of(project); !wish.empty())
    lines += "It is done over for this wish of the person: " + on_one_line(wish, kTaskBytes) + "\n";
  return lines + where_text(view, project) + "\n";
}

}  // namespace fm
