// Project: one goal that is pursued in a room, as the log tells it (C-46a to C-48).
//
// The part of RoomView (room.h) that the conversation fills: phases, intent, questions and answers,
// who was given the floor, votes, briefs, plans, feedback. Folding never fails: what is strange in
// a body reads as empty, and an illegal change of phase is taken as it is, because the log is the
// truth; changes are held to the table where they are made (phase_change.h). The bodies are in
// docs/events.md, project_events.h makes them. Values; texts that may be long are shared.
//
// The active project is the one that the person attends to: the newest that was created, was taken
// up or begun, or that a message of a person names. A message that names none is said in it (C-13,
// C-47).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "base/json.h"
#include "base/shared_vector.h"
#include "team/room/phase.h"
#include "team/tasks/task_work.h"

namespace fm {

struct Brief;             // reading/brief/brief.h
enum class BriefOrigin;   // team/room/brief.h
enum class Intent;        // people/message/intent.h
enum class QuestionType;  // people/questions/questions.h
enum class Stance;        // team/vote/vote.h
struct Event;

// How a way of working ends (C-16).
enum class ProjectEnding { kSuccess, kEscalation, kCancellation, kTimeout, kError };
std::string_view to_string(ProjectEnding ending);  // "success"
std::optional<ProjectEnding> ending_from(std::string_view name);

// After a success or an escalation there is nothing to take up.
bool leaves_it_open(ProjectEnding ending);

struct ProjectIntent {
  std::optional<Intent> intent;
  int confidence = 0;  // whole percent
  std::optional<Intent> runner_up;
  std::vector<std::string> words;  // that decided
  std::string flow;                // quick, light, full, chat
  std::string by;                  // rules or model
};

// One change of phase.
struct PhaseStep {
  Phase from = Phase::kIdle;  // as the event says
  Phase to = Phase::kIdle;
  std::string why;
  std::vector<std::string> agents;  // who works in it
  std::optional<ProjectEnding> ending;
  int iteration = 0;  // after the change
  int brief = 0;      // the revision that there was; 0: none
  RoomSeq room_seq;
  UtcMs at;
};

enum class QuestionEnd { kAnswered, kYouDecide, kDropped };
std::string_view to_string(QuestionEnd end);  // "you_decide"
std::optional<QuestionEnd> question_end_from(std::string_view name);

struct ProjectQuestion {
  std::string id;
  std::string agent;
  std::string text;
  QuestionType type{};
  int iteration = 0;
  int wave = 0;          // 0: asked outside of the waves
  std::string fallback;  // what is done when it is left open; may be empty
  std::string message;   // the one that asks it; may be empty
  RoomSeq asked_seq;
  UtcMs asked_at;
  std::optional<QuestionEnd> end;  // none: it is open
  std::string answer;              // in the person's words
  std::string answer_by;           // who said so; empty while open
  std::string answer_message;      // the one that answers it; may be empty
  RoomSeq ended_seq;
  UtcMs ended_at;

  bool open() const { return !end.has_value(); }
};

struct RouteTaken {
  std::string agent;  // its id, WAIT_FOR_USER or CONSENSUS_REACHED
  std::string model;
  std::string reasoning;
  std::string by;    // model or rules
  std::string note;  // for the details: what was wrong with the model's own decision (C-35)
  UtcMs at;
};

struct ProjectVote {
  std::string agent;
  std::optional<Stance> vote;  // none: it could not be read
  std::string why;
  std::string proposal;  // what was voted on, a message or brief-2; may be empty
  std::string message;   // the one that holds it; may be empty
  int iteration = 0;
  RoomSeq room_seq;
  UtcMs at;
};

struct BriefRevision {
  int revision = 1;
  std::shared_ptr<const Brief> brief;  // never null
  BriefOrigin origin{};
  std::string by;       // who made it
  std::string message;  // the one that shows it; may be empty
  int iteration = 0;
  RoomSeq room_seq;
  UtcMs at;
};

struct PlanRevision {
  int revision = 1;
  std::shared_ptr<const Json> plan;  // a TaskMap (team/tasks/task_map.h); never null
  int brief = 0;                     // the revision that it carries out
  WorktreeSettings worktree;         // of the folder, as the plan's card shows them
  WorktreeSettings suggested;        // where the folder has none, and its dependencies are missing
  RoomSeq room_seq;
  UtcMs at;
};

// What the person wants otherwise (C-41, C-44).
struct Feedback {
  std::string text;
  Phase phase = Phase::kApproval;  // in which it was given
  int brief = 0;                   // the revision that it is about; 0: none
  int iteration = 0;               // that takes it up
  RoomSeq room_seq;
  UtcMs at;
};

struct Project {
  ProjectId id;
  std::string goal;
  UtcMs created_at;
  UtcMs last_activity;  // anybody's; resting after a silence is none
  std::vector<std::string> agents;
  std::optional<ProjectIntent> intent;

  Phase phase = Phase::kIdle;
  std::optional<Phase> came_from;       // of idle and failed: where it can be taken up
  int iteration = 0;                    // 0 until it begins
  std::optional<ProjectEnding> ending;  // of idle and failed; none before it begins
  std::optional<Error> error;           // of failed
  SharedVector<PhaseStep> steps;

  SharedVector<ProjectQuestion> questions;  // in the order in which they were asked
  SharedVector<RouteTaken> routes;
  SharedVector<ProjectVote> votes;
  SharedVector<BriefRevision> briefs;  // the last is the one that counts
  SharedVector<PlanRevision> plans;
  SharedVector<Feedback> feedback;
  AgencyWork work;         // on the newest plan's tasks
  bool forgotten = false;  // the person deleted it from the folder's memory (C-52)

  PhaseContext context() const;  // for check_change()
  bool is_accepted() const;      // it rests, and the person took its work
  // The change that brought it to that phase last; null: it never was there.
  const PhaseStep* began(Phase phase_then) const;
  // Where the work on the newest brief began: a pause that changed nothing in it ends none, and
  // what is adjusted after a review belongs to it. 0: it never began.
  RoomSeq work_began() const;
  const ProjectQuestion* question(std::string_view question_id) const;
  // By which a question of the newest iteration that has any is shown and answered, from 1; 0 for
  // an older one.
  int number_of(const ProjectQuestion& question) const;
  std::vector<const ProjectQuestion*> open_questions() const;
  // Those of them that somebody waits for: in discovery, also while it rests. Later they are
  // unknowns of the brief.
  std::vector<const ProjectQuestion*> awaited_questions() const;
  const BriefRevision* brief() const;  // null: none yet
  const BriefRevision* brief(int revision) const;
  // Of the brief that counts; null: there is none, or the brief changed since.
  const PlanRevision* plan() const;
  // What the worktrees of the plan that was approved last are given, as the person accepted it.
  SettledWorktree accepted_worktree() const;
};

// All projects of a room, in the order in which they were created.
struct Projects {
  SharedVector<Project> all;
  ProjectId active;  // empty in a room without any

  // `of`: the project that the event names or that its flow works for.
  void apply(const Event& event, const ProjectId& of);

  const Project* find(const ProjectId& id) const;
  const Project* current() const;  // the active one, null without any
};

// The project that an event names in so many words; else empty.
ProjectId named_project(const Event& event);

std::string_view to_string(BriefOrigin origin);  // leader, log, person

}  // namespace fm
