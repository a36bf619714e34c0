// What `folkmoot project status|log|history|list` show of a room's projects (C-50): values, no
// layout and no clock.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "team/room/room.h"

namespace fm {

// The project of that id; without an id the active one. Errors: project_unknown, which names those
// that there are; project_none.
Result<const Project*> choose_project(const Projects& projects, const ProjectId& id = {});

// Counted apart (C-33): `asked` is all, the others add up to it.
struct QuestionCounts {
  int asked = 0;
  int answered = 0;
  int you_decide = 0;
  int dropped = 0;
  int open = 0;

  bool operator==(const QuestionCounts&) const = default;
};

enum class Verdict { kApproved, kChangesWanted };
std::string_view to_string(Verdict verdict);  // "approved"

// What became of the last brief that was put to the person.
struct BriefVerdict {
  Verdict verdict = Verdict::kApproved;
  int brief = 0;         // its revision
  std::string feedback;  // may be empty
  UtcMs at;
};

enum class WaitsFor {
  kNothing,   // it rests, and there is nothing to take up
  kTeam,      // agents work
  kAnswers,   // to open questions
  kWords,     // whatever the person says next
  kStart,     // or more discussion
  kApproval,  // of the brief
  kReview,    // of the work
  kGate,      // the answer to another question of a flow
  kTakeUp,    // it rests and can be taken up
  kRetry,     // it failed
  kResume     // its flow is paused by a fault
};
std::string_view to_string(WaitsFor waits);  // "answers"

struct ProjectWait {
  WaitsFor what = WaitsFor::kNothing;
  std::vector<std::string> agents;     // that speak just now
  std::vector<std::string> questions;  // ids of open ones
  std::vector<std::string> gates;      // ids of open ones
  std::optional<Phase> phase;          // to take up or try again
};

struct ProjectStatus {
  ProjectId id;
  bool active = false;
  std::string goal;
  std::vector<std::string> agents;
  Phase phase = Phase::kIdle;
  std::optional<Phase> came_from;
  std::optional<ProjectEnding> ending;
  std::optional<Error> error;
  int iteration = 0;
  QuestionCounts questions;       // of all iterations
  QuestionCounts this_iteration;  // of the present one
  std::string brief_title;        // empty: there is no brief
  int brief_revision = 0;         // 0: the same
  std::optional<BriefVerdict> verdict;
  ProjectWait waits;
  UtcMs last_activity;
};

ProjectStatus project_status(const RoomView& view, const Project& project);

// Of all projects, in the order in which they were created.
std::vector<ProjectStatus> project_list(const RoomView& view);

enum class LogMark { kTalk, kQuestion, kAnswer, kVote, kBrief, kPhase };
std::string_view to_string(LogMark mark);  // "question"

struct ProjectLogLine {
  LogMark mark = LogMark::kTalk;
  std::string agent;  // or person, or the program
  std::string text;   // Markdown where it is a message
  RoomSeq room_seq;
  UtcMs at;
};

// The last `lines`, oldest first. A message that asks, answers, votes or shows a brief is one line.
std::vector<ProjectLogLine> project_log(const RoomView& view, const Project& project,
                                        std::size_t lines = 20);

// One stay in a phase. Resting is one, too.
struct PhaseStay {
  Phase phase = Phase::kIdle;
  int iteration = 0;
  std::string why;  // it was begun; empty for the first
  UtcMs began;
  std::optional<UtcMs> ended;  // none: it is there now
  Millis took{0};
};

struct ProjectHistory {
  std::vector<PhaseStay> stays;                 // in order, the present one last
  std::array<Millis, kPhases.size()> totals{};  // by phase
  Millis total(Phase phase) const { return totals[static_cast<std::size_t>(phase)]; }
};

ProjectHistory project_history(const Project& project, UtcMs now);

}  // namespace fm
