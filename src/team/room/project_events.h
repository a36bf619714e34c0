// The events of a project, made (docs/events.md, "Conversation"). project.h folds them back.
//
// Every event names its project (C-47). Pure; ids of questions and messages are the caller's
// (derived_id). Changes of phase are made by phase_change.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/log/event.h"
#include "people/message/intent.h"
#include "reading/brief/brief.h"
#include "team/room/brief.h"
#include "team/room/project.h"

namespace fm {

// "p-" and four characters, worked out from where it is made, and none that the room has (E-4).
ProjectId new_project_id(const Projects& known, const FlowId& flow, const StepPath& place);

struct NewProject {
  ProjectId id;
  std::string goal;                 // the person's words
  std::vector<std::string> agents;  // may come later, with the intent
  std::string message;              // that it comes from; it is said in the project from now on
};
NewEvent project_created(const NewProject& project);

// `project` may be empty: talk (CHAT) is none.
NewEvent intent_read(const ProjectId& project, const IntentReading& reading, std::string_view by,
                     const std::vector<std::string>& agents = {});

NewEvent route_decided(const ProjectId& project, const RouteTaken& route);

// Of the question its id, agent, text, type, wave, fallback and message.
NewEvent question_asked(const ProjectId& project, const ProjectQuestion& question);

// `text` is the person's answer, or empty; `message` is the one that holds it, or empty.
NewEvent question_answered(const ProjectId& project, const std::string& question, QuestionEnd end,
                           const std::string& text, const std::string& message, const By& by);

// Of the vote all but its iteration and time.
NewEvent vote_cast(const ProjectId& project, const ProjectVote& vote);

struct ProposedBrief {
  Brief brief;
  int revision = 1;
  BriefOrigin origin = BriefOrigin::kLeader;
  By by;                // the leader, the person, or the program from its log
  std::string message;  // the one that shows it
};
NewEvent brief_proposed(const ProjectId& project, const ProposedBrief& proposed);

// By the agent that made it, or the person who edited it; with the folder's settings for worktrees,
// or what is suggested where it has none.
NewEvent plan_proposed(const ProjectId& project, Json plan, int revision, const By& by,
                       const WorktreeSettings& worktree = {},
                       const WorktreeSettings& suggested = {});

// The person wants it remembered no longer (C-52).
NewEvent memory_deleted(const ProjectId& project, const By& person);

}  // namespace fm
