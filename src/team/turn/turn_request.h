// TurnRequest: what a flow asks of an agent, as the identity of an effect (P-53, design idea 3).
//
// Small and stable: the prompt itself is rendered by the performer (team/turn/turn.h) from the
// pinned cards and the log up to the effect's cursor. A turn's outcome holds {message, reading?},
// or {empty: true}; or, when nothing was said, why: {too_long, covers} (a summary is needed first),
// {parked: {message, retry_after_ms?}} (no model answers just now) or {budget: {scope, next,
// question, ...}} (a person has to say that it may cost so much). A silent turn has no message: it
// is asked for a decision that is an event of its own, and its words stay in {said}.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/ids.h"
#include "engine/flow/effect.h"

namespace fm {

// What is read out of the answer, tolerantly, and kept in the turn's outcome.
enum class TurnReads {
  kNothing,
  kIdeas,
  kScores,
  kChoice,
  kPage,
  kRouting,        // who speaks next (C-34)
  kIntent,         // what the person wants (C-12)
  kVote,           // agree, agree with conditions, object (C-38)
  kDebate,         // what was decided and what is open (C-39)
  kBrief,          // C-40
  kFindings,       // of a research (C-23)
  kQuestionRound,  // one question of each agent (C-31)
  kDraftReview,    // objections to a draft, and where it contradicts the person (C-36)
  kBriefPatch,     // a change of the brief (C-41)
  kWholeCheck,     // whether all that was handed in is what was asked for (C-43)
  kQuestionBack,   // whether the answer is a question to the person instead (C-20, C-22)
  kUnderstanding,  // what a message of the person means (C-12)
  kTaskMap,
  kCodeReview      // a verdict and findings; of a synthesis too
};
std::string_view to_string(TurnReads reads);  // "ideas"; empty for nothing

struct TurnRequest {
  std::string agent;
  std::string task;                         // of the prompts file
  int round = 0;                            // 0: outside the rounds
  std::string model;                        // "provider:model"
  std::vector<std::string> fallbacks = {};  // asked in this order when that one fails (P-32)
  std::string to = "team";
  std::string kind;                           // of the message (I-12)
  std::map<std::string, std::string> values;  // for the task's text
  TurnReads reads = TurnReads::kNothing;
  std::string task_before;    // for a repair: what is done again
  bool was_deferred = false;  // it comes again, and keeps its place in its room's line
  std::string allowed = {};   // which budgets may be spent how far (team/spending/spending.h)
  std::string prompts = "ideation";  // the file of prompts that has the task
  ProjectId project = {};            // that it works for; empty: none
  bool silent = false;               // nothing is said in the room
  bool alone = false;                // without the transcript: a small question by itself
  // A turn that may be missing: so long in all, waiting in line too, and so often. Then it has
  // failed, and nobody waits for it or is asked about it. 0: as the program's other calls.
  Millis deadline{0};
  int tries = 0;
  std::string plan_task = {};  // of the project's TaskMap, that it is about
  // It has the tools, and is a step of its flow's session (team/tasks/agent_session.h): what it
  // says and calls is kept there, and the room hears nothing. {calls} tells how many there are.
  bool session = false;
  RoomSeq apart = {};  // without what others said since in answer to the same (I-20); 0: with all

  bool may_be_missing() const { return deadline > Millis(0); }
  EffectRequest effect() const;
};

TurnRequest turn_request(const JsonObject& request);

}  // namespace fm
