// The log and the history of a project (project_status.h).

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "reading/brief/brief.h"
#include "team/room/phase_change.h"
#include "team/room/project_status.h"
#include "team/vote/vote.h"

namespace fm {
namespace {

constexpr std::array<std::string_view, 6> kMarks = {"talk", "question", "answer",
                                                    "vote", "brief",    "phase"};

class ProjectLog {
 public:
  ProjectLog(const RoomView& view, const Project& project) {
    for (const ProjectQuestion& question : project.questions) add(question);
    for (const ProjectVote& vote : project.votes) add(vote);
    for (const BriefRevision& brief : project.briefs) add(brief);
    for (const Message& message : view.messages)
      if (message.project == project.id) add(message);
    for (auto& [id, lines] : held_) std::ranges::move(lines, std::back_inserter(lines_));
    std::ranges::sort(lines_, {}, &ProjectLogLine::room_seq);
  }

  std::vector<ProjectLogLine> last(std::size_t count) && {
    if (lines_.size() > count)
      lines_.erase(lines_.begin(), lines_.end() - static_cast<std::ptrdiff_t>(count));
    return std::move(lines_);
  }

 private:
  // What a message holds is shown by it, if the message is in the log of this project.
  void hold(const std::string& message, ProjectLogLine line) {
    if (message.empty()) {
      lines_.push_back(std::move(line));
    } else {
      held_[message].push_back(std::move(line));
    }
  }

  void add(const ProjectQuestion& question) {
    hold(question.message, {LogMark::kQuestion, question.agent, question.text, question.asked_seq,
                            question.asked_at});
    if (question.open() || *question.end == QuestionEnd::kDropped) return;
    hold(question.answer_message, {LogMark::kAnswer, question.answer_by,
                                   question.answer.empty() ? "You decide." : question.answer,
                                   question.ended_seq, question.ended_at});
  }

  void add(const ProjectVote& vote) {
    std::string said(vote.vote ? to_string(*vote.vote) : "no vote");
    std::ranges::replace(said, '_', ' ');
    if (!vote.why.empty()) said += ": " + vote.why;
    hold(vote.message, {LogMark::kVote, vote.agent, std::move(said), vote.room_seq, vote.at});
  }

  void add(const BriefRevision& brief) {
    hold(brief.message, {LogMark::kBrief, brief.by,
                         fmt::format("Brief {}: {}", brief.revision, brief.brief->title),
                         brief.room_seq, brief.at});
  }

  void add(const Message& message) {
    if (message.kind == "visualization" || message.kind == "summary") return;
    LogMark mark = message.kind == kSystemMessage ? LogMark::kPhase : LogMark::kTalk;
    if (const auto held = held_.find(message.id); held != held_.end()) {
      mark = held->second.front().mark;
      held_.erase(held);
    }
    lines_.push_back({mark, message.from, *message.text, message.room_seq, message.at});
  }

  std::map<std::string, std::vector<ProjectLogLine>> held_;  // by the message that holds them
  std::vector<ProjectLogLine> lines_;
};

Millis between(UtcMs began, UtcMs ended) { return std::max(ended - began, Millis(0)); }

}  // namespace

std::string_view to_string(LogMark mark) { return kMarks[static_cast<std::size_t>(mark)]; }

std::vector<ProjectLogLine> project_log(const RoomView& view, const Project& project,
                                        std::size_t lines) {
  return ProjectLog(view, project).last(lines);
}

ProjectHistory project_history(const Project& project, UtcMs now) {
  ProjectHistory history;
  PhaseStay stay{.phase = Phase::kIdle,
                 .iteration = 0,
                 .why = {},
                 .began = project.created_at,
                 .ended = std::nullopt};
  const auto leave = [&](UtcMs at) {
    stay.took = between(stay.began, at);  // a wall clock may have been set back
    history.totals[static_cast<std::size_t>(stay.phase)] += stay.took;
    history.stays.push_back(stay);
  };
  for (const PhaseStep& step : project.steps) {
    stay.ended = step.at;
    // Most projects begin in the commit that creates them: they never were idle.
    const bool began_at_once = &step == &project.steps.front() && stay.began == step.at;
    if (!began_at_once) leave(step.at);
    stay = {.phase = step.to,
            .iteration = step.iteration,
            .why = step.why,
            .began = step.at,
            .ended = std::nullopt};
  }
  leave(now);
  return history;
}

}  // namespace fm
