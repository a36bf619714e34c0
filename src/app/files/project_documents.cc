#include "app/files/project_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "app/files/folder_files.h"
#include "app/files/project_state_json.h"
#include "base/text.h"
#include "team/documents/decisions.h"
#include "team/documents/document_reading.h"
#include "team/documents/work_files.h"
#include "team/documents/work_log.h"
#include "team/documents/work_review.h"
#include "team/room/brief.h"
#include "team/room/project_status.h"
#include "team/vote/vote.h"

namespace fm {
namespace {

using enum Phase;
constexpr std::array kFullWay = {kDiscovery, kReady, kSynthesis, kApproval, kExecution, kReview};
constexpr std::array kShortWay = {kDiscovery, kExecution, kReview};

// A log from elsewhere may hold an id that is no name of a folder.
std::string folder_of(const ProjectId& project) {
  return project_folder(safe_file_name(project.value));
}

std::string ended(std::string text) {
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

// The newest message of that kind that was not broken off.
const Message* latest(const RoomView& view, const Project& project, std::string_view kind) {
  for (auto one = view.messages.rbegin(); one != view.messages.rend(); ++one)
    if (one->project == project.id && one->kind == kind && !one->interrupted) return &*one;
  return nullptr;
}

std::string findings(const Message& message, const Project& project, const Documents& documents) {
  return documents.findings(findings_document(findings_value(*message.text), project.goal));
}

// With front matter, which the room is not shown (C-44); a review of an older version has it.
std::string summary(const RoomView& view, const Project& project, const Message& message,
                    const Documents& documents) {
  if (message.text->starts_with("---\n")) return ended(clean(*message.text).text);
  return documents.review(review_of(view, project));
}

void add_work(const RoomView& view, const Project& project, std::vector<ProjectFile>& files) {
  std::set<std::string> seen;
  for (auto one = view.messages.rbegin(); one != view.messages.rend(); ++one) {
    if (one->project != project.id || one->kind != "work" || one->interrupted) continue;
    if (!seen.insert(one->from).second) continue;
    files.push_back({folder_of(project.id) + "work/" + safe_file_name(one->from) + ".md",
                     ended(clean(*one->text).text)});
  }
}

// The files in the newest stretch of work, by their own names (C-44).
void add_files(const RoomView& view, const Project& project, std::vector<ProjectFile>& files) {
  for (WorkFile& file : files_of(handed_in(view, project)).files)
    files.push_back({folder_of(project.id) + "files/" + file.path, std::move(file.text)});
}

std::string waits_text(const ProjectWait& waits) {
  switch (waits.what) {
    case WaitsFor::kNothing:
      return "nothing is waited for";
    case WaitsFor::kTeam:
      return "the team works";
    case WaitsFor::kAnswers:
      return fmt::format("waits for answers to {} question{}", waits.questions.size(),
                         waits.questions.size() == 1 ? "" : "s");
    case WaitsFor::kWords:
      return "waits for what the person says next";
    case WaitsFor::kStart:
      return "waits for the person to start it or to go on talking";
    case WaitsFor::kApproval:
      return "waits for the person's word on the brief";
    case WaitsFor::kReview:
      return "waits for the person to look at the work";
    case WaitsFor::kGate:
      return "waits for the person's decision";
    case WaitsFor::kTakeUp:
      return fmt::format("paused; it can continue in {}", to_string(waits.phase.value_or(kIdle)));
    case WaitsFor::kRetry:
      return "failed, and can be tried again";
    case WaitsFor::kResume:
      return "is paused by a fault";
  }
  return {};
}

// Where the phase is on the project's way; a resting one stands where it can be taken up.
void place(StateDocument& state, const Project& project) {
  const bool is_short = project.context().way == PhaseContext::Way::kQuickOrLight;
  const std::vector<Phase> way = is_short ? std::vector<Phase>(kShortWay.begin(), kShortWay.end())
                                          : std::vector<Phase>(kFullWay.begin(), kFullWay.end());
  state.phases = static_cast<int>(way.size());
  const Phase phase = project.came_from.value_or(project.phase);
  const auto at = std::ranges::find(way, phase);
  const bool done = project.ending && !leaves_it_open(*project.ending);
  if (at != way.end()) state.number = static_cast<int>(at - way.begin()) + 1;
  if (at == way.end() && done) state.number = state.phases;
}

// What an empty part of the debate's template says.
bool is_nothing(std::string_view text) { return text == "Nothing yet." || text == "Nothing."; }

std::vector<DecidedPoint> decisions(const RoomView& view, const Project& project,
                                    const ProjectStatus& status) {
  std::vector<DecidedPoint> points = project_decisions(view, project);
  if (status.verdict) {
    const bool approved = status.verdict->verdict == Verdict::kApproved;
    points.push_back({fmt::format("Brief {}: {}", status.verdict->brief,
                                  approved ? "approved" : "changes wanted"),
                      {},
                      "the person"});
  }
  return points;
}

std::vector<std::string> blockers(const Project& project, const ProjectStatus& status) {
  std::vector<std::string> out;
  if (project.error) out.push_back(project.error->message + " " + project.error->cure);
  if (status.waits.what == WaitsFor::kResume) out.emplace_back("The work is paused by a fault.");
  // What the person took is decided: nothing in it waits for an answer.
  if (project.phase == Phase::kIdle && project.ending && !leaves_it_open(*project.ending))
    return out;
  for (const ProjectQuestion* one : project.open_questions())
    out.push_back(fmt::format("Open question of {}: {}", one->agent, one->text));
  std::set<std::string> voted;
  for (auto one = project.votes.rbegin(); one != project.votes.rend(); ++one) {
    const bool newest = voted.insert(one->agent).second;
    if (newest && one->vote == Stance::kObject && one->iteration == project.iteration)
      out.push_back(fmt::format("{} objects: {}", one->agent, one->why));
  }
  return out;
}

UtcMs last_session(const RoomView& view, const Project& project) {
  for (auto one = view.messages.rbegin(); one != view.messages.rend(); ++one)
    if (one->project == project.id && one->kind == "user") return one->at;
  return project.created_at;
}

}  // namespace

std::vector<std::string> project_folders(const RoomView& view) {
  constexpr std::size_t kMost = 20;
  std::vector<std::string> folders;
  for (auto one = view.projects.all.rbegin(); one != view.projects.all.rend(); ++one) {
    if (folders.size() >= 2 * kMost) break;
    const std::string folder = folder_of(one->id);
    folders.push_back(folder.substr(0, folder.size() - 1));
    folders.push_back(folder + "work");
  }
  if (!folders.empty())
    folders.push_back(std::string(kProjectStates) + safe_file_name(view.id.value));
  return folders;
}

std::string project_state_path(const RoomId& room, const ProjectId& project) {
  return std::string(kProjectStates) + safe_file_name(room.value) + "/" +
         safe_file_name(project.value) + ".json";
}

std::vector<DecidedPoint> project_decisions(const RoomView& view, const Project& project) {
  std::vector<DecidedPoint> points;
  if (const Message* debate = latest(view, project, "debate")) {
    for (DecidedPoint& one : debate_summary(debate_value(*debate->text), {}).decided)
      if (!is_nothing(one.text)) points.push_back(std::move(one));
  }
  std::ranges::move(decided_by_person(project), std::back_inserter(points));
  return points;
}

StateDocument state_document(const RoomView& view, const Project& project) {
  const ProjectStatus status = project_status(view, project);
  StateDocument state;
  state.goal = project.goal;
  place(state, project);
  state.status = project.is_accepted()
                     ? "done, the person accepted the work"
                     : fmt::format("{}, {}", to_string(project.phase), waits_text(status.waits));
  if (project.iteration > 1) state.status += fmt::format(" (iteration {})", project.iteration);
  state.last_activity = project.last_activity;
  state.last_session = last_session(view, project);
  if (!project.steps.empty()) {
    state.stopped_at =
        fmt::format("{}: {}", to_string(project.steps.back().to), project.steps.back().why);
  }
  state.resume_file = project.brief() != nullptr ? folder_of(project.id) + "brief.md"
                                                 : project_state_path(view.id, project.id);
  state.decisions = decisions(view, project, status);
  state.blockers = blockers(project, status);
  return state;
}

std::vector<ProjectFile> project_files(const RoomView& view, const Project& project,
                                       const Documents& documents, Millis rests_after) {
  const std::string folder = folder_of(project.id);
  std::vector<ProjectFile> files;
  files.push_back({project_state_path(view.id, project.id),
                   indented(project_state_json(view, project, rests_after))});
  files.push_back({folder + "STATE.md", documents.state(state_document(view, project))});
  if (const BriefRevision* brief = project.brief())
    files.push_back({folder + "brief.md", ended(brief_markdown(*brief->brief, brief->origin))});
  if (const Message* message = latest(view, project, "findings"))
    files.push_back({folder + "findings.md", findings(*message, project, documents)});
  if (const Message* message = latest(view, project, "debate"))
    files.push_back({folder + "debate.md", ended(clean(*message->text).text)});
  if (const Message* message = latest(view, project, "review"))
    files.push_back({folder + "summary.md", summary(view, project, *message, documents)});
  add_work(view, project, files);
  add_files(view, project, files);
  return files;
}

}  // namespace fm
