#include "flows/conversation/work/pieces.h"

#include <algorithm>

#include "base/text.h"
#include "reading/brief/brief.h"
#include "team/conversation/conversation_state.h"
#include "team/documents/whose_part.h"
#include "team/documents/work_checks.h"

namespace fm {
namespace {

// Where the present stretch of work began: with the work on the newest brief (Project::work_began),
// or with what the person wanted done over since.
RoomSeq stretch_began(const Project& project) {
  RoomSeq began = project.work_began();
  for (const PhaseStep& step : project.steps)
    if (step.to == Phase::kExecution && step.from == Phase::kReview)
      began = std::max(began, step.room_seq);
  return began;
}

// One piece for each agent: several tasks of one are its lines.
void add_piece(std::vector<Piece>& pieces, const std::string& agent, const BriefStep& step) {
  const auto same = std::ranges::find(pieces, agent, &Piece::agent);
  if (same == pieces.end()) {
    pieces.push_back({agent, step.task, step.after, {}});
    return;
  }
  same->task += "\n" + step.task;
  for (const std::string& before : step.after)
    if (before != agent) same->after.push_back(before);
}

// Of these agents, with what the person wants otherwise; also of one who had no part yet.
std::vector<Piece> pieces_of_agents(const std::vector<Piece>& all,
                                    const std::vector<std::string>& agents,
                                    const std::string& wish) {
  std::vector<Piece> pieces = all;
  std::erase_if(pieces, [&](const Piece& piece) {
    return std::ranges::find(agents, piece.agent) == agents.end();
  });
  for (const std::string& agent : agents)
    if (std::ranges::find(pieces, agent, &Piece::agent) == pieces.end())
      pieces.push_back({agent, wish, {}, {}});
  for (Piece& piece : pieces) piece.change = wish;
  return pieces;
}

void add_fault(std::vector<Piece>& again, const std::vector<Piece>& all, const std::string& last,
               const CheckFinding& finding) {
  auto whose = std::ranges::find(all, finding.agent, &Piece::agent);
  if (whose == all.end()) whose = std::ranges::find(all, last, &Piece::agent);
  if (whose == all.end()) whose = std::prev(all.end());
  const std::string text = "- " + finding.text;
  const auto same = std::ranges::find(again, whose->agent, &Piece::agent);
  if (same == again.end())
    again.push_back({whose->agent, whose->task, {}, text});
  else
    same->change += "\n" + text;
}

}  // namespace

const Message* work_of(const FlowHandle& flow, const std::string& agent) {
  const Project& project = *active_project(flow);
  const RoomSeq began = stretch_began(project);
  const Message* found = nullptr;
  for (const Message& message : flow.view<RoomView>().messages)
    if (message.project == project.id && message.kind == message_kind::kWork &&
        message.from == agent && !message.interrupted && message.room_seq > began)
      found = &message;
  return found;
}

bool was_checked(const FlowHandle& flow) {
  const Project& project = *active_project(flow);
  const RoomSeq began = stretch_began(project);
  return std::ranges::any_of(flow.view<RoomView>().messages, [&](const Message& message) {
    return message.project == project.id && message.kind == message_kind::kCheck &&
           !message.interrupted && message.room_seq > began;
  });
}

std::vector<Piece> all_pieces(const FlowHandle& flow, const ConversationPtr& conversation) {
  const Project& project = *active_project(flow);
  std::vector<Piece> pieces;
  if (project.brief() != nullptr)
    for (const BriefStep& step : project.brief()->brief->next_steps)
      add_piece(
          pieces,
          conversation->plan.models.contains(step.agent) ? step.agent : conversation->plan.leader,
          step);
  if (pieces.empty()) pieces.push_back({conversation->plan.leader, project.goal, {}, {}});
  return pieces;
}

std::string wish_of(const Project& project) {
  const PhaseStep& now = project.steps.back();
  const bool over = now.to == Phase::kExecution && now.from == Phase::kReview;
  return over && !project.feedback.empty() ? project.feedback.back().text : std::string();
}

std::vector<Piece> pieces_of(const FlowHandle& flow, const ConversationPtr& conversation) {
  const Project& project = *active_project(flow);
  std::vector<Piece> all = all_pieces(flow, conversation);
  const std::string wish = wish_of(project);
  if (wish.empty()) return all;
  std::vector<std::string> agents = project.steps.back().agents;
  std::erase_if(
      agents, [&](const std::string& agent) { return !conversation->plan.models.contains(agent); });
  if (agents.empty())
    for (const Piece& piece : all) agents.push_back(piece.agent);
  return pieces_of_agents(all, agents, wish);
}

std::string checker_of(const ConversationPtr& conversation, const std::vector<Piece>& pieces) {
  const auto is_free = [&](const std::string& agent) {
    return !agent.empty() && conversation->models.contains(agent) &&
           std::ranges::find(pieces, agent, &Piece::agent) == pieces.end();
  };
  for (const std::string& agent : {conversation->plan.adversary, conversation->plan.leader})
    if (is_free(agent)) return agent;
  for (const std::string& agent : conversation->plan.members)
    if (is_free(agent)) return agent;
  return {};
}

std::vector<Piece> passed_on(const FlowHandle& flow, const ConversationPtr& conversation,
                             const std::vector<Piece>& asked) {
  const Project& project = *active_project(flow);
  std::vector<std::string> agents;
  for (const Piece& piece : asked) {
    const Message* work = piece.change.empty() ? nullptr : work_of(flow, piece.agent);
    if (work == nullptr) continue;
    for (const std::string& agent :
         passed_on_to(flow.view<RoomView>(), project, piece.agent, *work->text)) {
      const bool new_one = std::ranges::find(asked, agent, &Piece::agent) == asked.end() &&
                           std::ranges::find(agents, agent) == agents.end();
      if (new_one && conversation->plan.models.contains(agent)) agents.push_back(agent);
    }
  }
  if (agents.empty()) return {};
  return pieces_of_agents(all_pieces(flow, conversation), agents, asked.front().change);
}

std::vector<Piece> not_handed_in(const FlowHandle& flow, std::vector<Piece> pieces) {
  std::erase_if(pieces, [&](const Piece& piece) {  // it was done before a pause
    return work_of(flow, piece.agent) != nullptr;
  });
  return pieces;
}

std::vector<Piece> to_put_right(const FlowHandle& flow, const ConversationPtr& conversation,
                                const std::vector<CheckFinding>& found) {
  const std::vector<Piece> all = all_pieces(flow, conversation);
  const std::string last = pieces_of(flow, conversation).back().agent;
  std::vector<Piece> again;
  for (const CheckFinding& finding : found) add_fault(again, all, last, finding);
  return again;
}

std::vector<Piece> left_to_put_right(const FlowHandle& flow, const ConversationPtr& conversation) {
  if (!was_checked(flow)) return {};
  return to_put_right(flow, conversation,
                      open_findings(flow.view<RoomView>(), *active_project(flow)));
}

std::string waits_for(const FlowHandle& flow, const std::vector<Piece>& pieces,
                      const Piece& piece) {
  std::vector<std::string> before;
  for (const std::string& agent : piece.after)
    if (agent != piece.agent && work_of(flow, agent) == nullptr &&
        std::ranges::find(pieces, agent, &Piece::agent) != pieces.end())
      before.push_back(agent);
  return join(before, " and ");
}

}  // namespace fm
