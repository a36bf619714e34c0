// Talk: what the flows of a conversation share (C-1 to C-53).
//
// One durable flow, `chat`, leads a room: it hears the person, and takes the room's active project
// through its phases. Everything that lasts is in the log (RoomView::projects), so a run of the
// flow does one thing (hear a message, a wave of questions, a brief, ...) and continues as a new
// run, which looks at where the project stands. A run that waits has done nothing before it waits:
// that keeps replays short, and lets a waiting room survive new words of the program.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/flow/flow.h"
#include "flows/common/speaking.h"
#include "team/conversation/message_reading.h"
#include "team/conversation/talk_reader.h"
#include "team/room/phase_change.h"
#include "team/room/room.h"

namespace fm {

// What a conversation is pinned to, as the arguments of its flow.
struct TalkPlan {
  std::string team;
  std::string leader;  // ids of agents; empty: nobody in the team is one
  std::string adversary;
  std::string researcher;
  std::string orchestrator;
  std::vector<std::string> members;           // whom @all asks
  std::map<std::string, std::string> models;  // agent -> "provider:model"
  std::map<std::string, std::vector<std::string>> fallbacks;
  bool by_model = false;  // a model routes, and judges what rules are unsure of (C-12, C-34)
  int unsure_below = 45;  // hundredths
  Millis rest = std::chrono::minutes(30);  // silence after which a project rests (C-46)
  std::string execution = "agency";        // C-43
  JsonObject ideation;  // arguments of one, without topic; empty: none is possible
};
JsonObject to_args(const TalkPlan& plan);
TalkPlan talk_plan(const JsonObject& args);

struct Conversation : Course {
  TalkPlan plan;
  // Beside work that runs: where `heard` stood before the message that is in hand, which is heard
  // again when the work ends first.
  std::optional<RoomSeq> in_hand;
};
using TalkPtr = std::shared_ptr<Conversation>;

// The project that the person attends to; null in a room without any.
const Project* active_project(const FlowHandle& flow);

// The person's first message that no run has taken yet; null: none. Taking it is take().
const Message* unheard(const FlowHandle& flow, const TalkPtr& talk);
bool has_unheard(const FlowHandle& flow, const TalkPtr& talk);

// A message that is taken, and what it means.
struct Heard {
  std::string id;
  std::string text;
  By by;
  MessageReading reading;
  bool newest = true;  // only the newest decides (C-14)
  RoomSeq at = {};     // where it was said

  bool approves() const { return newest && reading.approval == Approval::kApprove; }
  bool starts() const;
  bool cancels() const;
};
Flow<Heard> take(FlowHandle flow, TalkPtr talk);

// Waits until there is an unheard message or the gate is answered. A waiting project rests after
// the plan's silence (C-46); the gate stays answerable.
struct Waited {
  bool answered = false;  // the gate was
  std::string answer;     // the id of the chosen option
  std::string reason;
  By by;
};
Flow<Waited> wait(FlowHandle flow, TalkPtr talk, std::optional<GateRequest> gate = {});

// A turn of an agent that works for the active project, if there is one.
TurnRequest talk_turn(const FlowHandle& flow, const TalkPtr& talk, const std::string& agent,
                      std::string task, std::string_view kind);

// Those whom a message speaks to, each with the same task; where it speaks to nobody, the leader.
std::vector<TurnRequest> turns_of_addressed(const FlowHandle& flow, const TalkPtr& talk,
                                            const Heard& heard, std::string_view task,
                                            std::string_view kind);

// The person breaks in or stops: what was said stays, and they have the floor (C-4).
bool gives_floor(Step step);

// Posts, and lets view() show it.
Flow<Nothing> tell(FlowHandle flow, std::vector<NewEvent> events);
NewEvent system_line(const FlowHandle& flow, std::string text);
Flow<Nothing> say_line(FlowHandle flow, std::string text);  // the same, posted
// "2 questions are still open. Answer, ..."; says nothing when none is.
Flow<Nothing> name_open_questions(FlowHandle flow);
// A document that was made from an agent's silent turn, shown in its name.
NewEvent document_event(const FlowHandle& flow, const std::string& agent, std::string_view kind,
                        std::string text, RoomSeq covers = {});

// Changes the active project's phase along the table, with the system's line (C-46a).
Flow<Nothing> go_to(FlowHandle flow, PhaseRequest request);
Flow<Nothing> to_phase(FlowHandle flow, Phase to, std::string why = {}, std::string feedback = {},
                       std::vector<std::string> agents = {});
Flow<Nothing> finish_project(FlowHandle flow, ProjectEnding ending, std::string why);
Flow<Nothing> fail_project(FlowHandle flow, Error error);

Flow<Json> read(FlowHandle flow, std::string_view what, JsonObject request = {});
Flow<TalkStand> stand(FlowHandle flow);

// What any phase does with a message before its own: wrong names, commands, cancelling, another
// matter. True: that was all.
Flow<bool> handle_anywhere(FlowHandle flow, TalkPtr talk, Heard heard);

// Before a stretch of work begins: whether anything that the person has said meanwhile stops it.
// What does not stays unheard, for the phase that answers it.
Flow<bool> stopped_by_words(FlowHandle flow, TalkPtr talk);

// After waiting: false where the project rests meanwhile. A gate's answer brings it back to where
// it was; words are left for whoever offers it again (C-46).
Flow<bool> still_there(FlowHandle flow, bool answered);

// The person wants something else and has not said what: the next words say it. Nothing: they did
// not come to it, or were about something else.
Flow<std::optional<Heard>> ask_what(FlowHandle flow, TalkPtr talk);

// Begins a project, or goes on with an answered one as another (C-15): the intent, its agents, and
// the first phase of its way of working.
Flow<Nothing> begin_project(FlowHandle flow, TalkPtr talk, Heard heard, std::string goal);
Flow<Nothing> escalate(FlowHandle flow, Heard heard);

// The active project goes on in a room of its own (C-53), where the work begins at once if the
// person approved it with that. Here it ends, and is told what comes of it.
enum class Begins { kNo, kYes };
Flow<Nothing> move_to_own_room(FlowHandle flow, Begins begins);
// Whether this room is the active project's own.
bool has_own_room(const FlowHandle& flow);

// In a room that was made for a project: tells the room that it came from how it stands, and shows
// there what it came to. Elsewhere it does nothing. `what` follows the project's name.
enum class Shows { kNothing, kResult };
Flow<Nothing> report_back(FlowHandle flow, std::string what, Shows shows = Shows::kNothing);

// A limit of turns or of money ended a stretch of talk: where it stands, in the program's words.
Flow<Nothing> say_capped(FlowHandle flow, std::string limit);

// The steps of a project by its phase. Each waits, or works and changes the phase or the log.
Flow<Nothing> idle_step(FlowHandle flow, TalkPtr talk);
Flow<Nothing> quick_step(FlowHandle flow, TalkPtr talk);      // ADVICE, RESEARCH
Flow<Nothing> light_step(FlowHandle flow, TalkPtr talk);      // EXPLORE, TASK
Flow<Nothing> discovery_step(FlowHandle flow, TalkPtr talk);  // BUILD
Flow<Nothing> ready_step(FlowHandle flow, TalkPtr talk);
Flow<Nothing> synthesis_step(FlowHandle flow, TalkPtr talk);
Flow<Nothing> approval_step(FlowHandle flow, TalkPtr talk);
Flow<Nothing> execution_step(FlowHandle flow, TalkPtr talk);
Flow<Nothing> review_step(FlowHandle flow, TalkPtr talk);

// Asking, for all ways of working: one question of each agent, in parallel (C-31).
Flow<Step> ask_wave(FlowHandle flow, TalkPtr talk, std::vector<std::string> agents, int left);
// The answers that a message holds go to the log; an agent explains its question when asked to.
// True: it was explained, and the question stays open.
Flow<bool> take_answers(FlowHandle flow, TalkPtr talk, Heard heard);
// Whether words that answer no question for certain may be taken as the answer to this one: said
// after it, to nobody else, and neither a command nor a question.
bool can_answer(const Heard& heard, const ProjectQuestion& question);
// What was said beside a question is answered by whom it is said to, or by the leader; the question
// stays open.
Flow<Nothing> answer_aside(FlowHandle flow, TalkPtr talk, Heard heard);
// Agents speak in parallel, each for itself; in the order of `turns`, which name different agents.
Flow<std::vector<Spoken>> spoken_by_all(FlowHandle flow, TalkPtr talk,
                                        std::vector<TurnRequest> turns);
// What that came to: an interruption counts for all of them, a failure only when nobody spoke.
Step step_of_all(const std::vector<Spoken>& spoken);
Flow<Step> speak_all(FlowHandle flow, TalkPtr talk, std::vector<TurnRequest> turns);
// The researcher's findings, or the leader's where nobody researches.
Flow<Spoken> research(FlowHandle flow, TalkPtr talk);
// What follows a turn of a short way that did not come to its end: the person has the floor, the
// project failed, or it was stopped.
Flow<Nothing> not_done(FlowHandle flow, TalkPtr talk, Spoken spoken);
// Whoever is routed to speaks, one after the other, until the person is to speak (C-34, C-35).
// `answered`: somebody has replied already, so that silence is no fault.
Flow<Nothing> debate(FlowHandle flow, TalkPtr talk, bool answered);
// The open objections are answered; nothing happens when there are none.
Flow<Step> meet_objections(FlowHandle flow, TalkPtr talk, TalkStand now);
// Votes on a proposal, counted and shown (C-38).
Flow<Step> vote(FlowHandle flow, TalkPtr talk, std::string proposal, std::string text);
// An ideation on the goal; its result comes back as a message (C-21a).
Flow<Step> ideate(FlowHandle flow, TalkPtr talk, std::string topic);

}  // namespace fm
