// What is read out of an agent's answer, as the JSON that a turn's outcome keeps (P-40).
//
// It is read once, by the performer, and journaled, so that a better reader in a later version
// does not change a discussion that was begun. Shapes, all without doubles:
//
//   ideas        {ideas: [{title, description, rationale, tags, builds_on, id}]}
//   scores       {scores: [{id, criteria: {name: hundredths}, overall?, pros, cons, feedback,
//                clamped?}]}
//   choice       {id}; empty when nothing is certain
//   routing      {agent, model, reasoning}: an id, WAIT_FOR_USER or CONSENSUS_REACHED
//   intent       {intent}
//   vote         {vote, why}; empty when there is none
//   brief        {brief, warnings}, as reading/brief/brief.h writes it
//   brief_patch  {brief, named, warnings}, as reading/brief/brief_patch.h tells
//
//   task_map     {plan} (team/tasks/task_map.h)
//   code_review  {verdict, findings}
//
// understanding as model_understanding.h keeps it; findings and debate as
// team/documents/document_reading.h tells; question_round, draft_review, whole_check and
// question_back as call_reading.h there. In place of the value there is {fault: words for the
// model, code} when it could not be read.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "reading/ideas/ideas.h"
#include "reading/json/roster.h"
#include "team/pack/team_snapshot.h"
#include "team/room/room.h"
#include "team/turn/turn_request.h"

namespace fm {

struct TurnReading {
  Json value;                        // null when nothing was to be read
  std::vector<std::string> repairs;  // codes, for turn.finished
};

// What a reader has to know; its own, since a long answer is read in the pool.
struct TurnKnown {
  std::vector<KnownIdea> ideas;
  std::optional<Roster> roster;        // of those that the answer may name
  std::string steps_fall_to;           // of a brief after its repair turn (reading/brief/brief.h)
  std::shared_ptr<const Brief> brief;  // the project's, where there is one
  std::string leader;                  // of a TaskMap: who weighs reviews
};

TurnKnown turn_known(const TurnRequest& turn, const TeamSnapshot& snapshot, const RoomView& view);

// The kind of message that the answer is: "question" where it asks the person instead (C-20).
std::string message_kind_of(const TurnRequest& turn, const TurnReading& reading);

TurnReading read_turn(TurnReads reads, std::string_view text, bool cut_off, const TurnKnown& known);

}  // namespace fm
