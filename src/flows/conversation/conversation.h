// TestConversation: what the flows of a conversation share (C-1 to C-53).
//
// One durable flow, `chat`, leads a room: it hears the person, and takes the room's active project
// through its phases. Everything that lasts is in the log (RoomView::projects), so a run of the
// flow does one thing (hear a message, a wave of questions, a brief, ...) and continues as a new
// run, which looks at where the project stands. A run that waits has done nothing before it waits,
// and hears what ended the waiting: that keeps replays short, and lets a waiting room survive new
// words of the program.
//
// Here is the hearing: the course of a conversation, the person's messages, waiting for them. Each
// other file of this folder has a header with what it declares.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/flow/flow.h"
#include "flows/common/speaking.h"
#include "flows/conversation/conversation_plan.h"
#include "team/conversation/conversation_reader.h"
#include "team/conversation/message_reading.h"
#include "team/room/room.h"

namespace fm {

// Where the person broke off what a project was at. It stays so until they say how it goes on.
struct StoppedAt {
  std::string project;
  RoomSeq at;
};

struct Conversation : Course {
  ConversationPlan plan;
  // Beside work that runs: where `heard` stood before the message that is in hand, which is heard
  // again when the work ends first.
  std::optional<RoomSeq> in_hand;
  bool is_answering = false;         // just now, what is in hand
  std::optional<StoppedAt> stopped;  // by Ctrl-C (C-4)
  bool has_taken = false;            // a message, in this run
  bool wants_care = false;           // /thorough, in this run: from the next one on (C-31)
  // How a model has read messages that may be heard again, by their ids (judging.h).
  std::map<std::string, Json> judged;
  std::string built_with;            // the coding agent that the person chose at the plan's card
  std::vector<std::string> refused;  // closed questions that were not answered with a yes
};
using ConversationPtr = std::shared_ptr<Conversation>;

// The project that the person attends to; null in a room without any.
const Project* active_project(const FlowHandle& flow);

// The person's first message that no run has taken yet; null: none. Taking it is take().
const Message* unheard(const FlowHandle& flow, const ConversationPtr& conversation);
bool has_unheard(const FlowHandle& flow, const ConversationPtr& conversation);

// A message that is taken, and what it means.
struct Heard {
  std::string id;
  std::string text;
  By by;
  MessageReading reading;
  bool newest = true;       // only the newest decides (C-14)
  RoomSeq at = {};          // where it was said
  bool broken_off = false;  // the person interrupted its reading, and has the floor
  // A closed question that was asked about what there is now, and is not asked again.
  std::vector<Decision> refused = {};

  // What happens without a further question, and what one is asked about (C-12). A reading of an
  // older version of the program is as it was understood then.
  bool approves() const;  // the brief, the work, or what was offered
  bool starts() const;
  bool cancels() const;
  bool asks(Decision decision) const;
  // An order to go on with what was under way: "go on", "continue".
  bool continues() const;
  // As an answer to what a gate shows; a yes is approves().
  Approval answer() const;
  bool wishes() const;           // a change, or a no
  bool gives_no_reason() const;  // a no that says nothing else
};
// `asked`: a closed question stands before it.
Flow<Heard> take(FlowHandle flow, ConversationPtr conversation, Decision asked = Decision::kNone);

// Waits until there is an unheard message or the gate is answered. A waiting project rests after
// the plan's silence (C-46); the gate stays answerable.
struct Waited {
  bool answered = false;  // the gate was
  std::string answer;     // the id of the chosen option
  std::string reason;
  By by;
};
Flow<Waited> wait(FlowHandle flow, ConversationPtr conversation,
                  std::optional<GateRequest> gate = {});

// A turn of an agent that works for the active project, if there is one.
TurnRequest conversation_turn(const FlowHandle& flow, const ConversationPtr& conversation,
                              const std::string& agent, std::string task, std::string_view kind);

// Those whom a message speaks to, each with the same task; where it speaks to nobody, the leader.
std::vector<TurnRequest> turns_of_addressed(const FlowHandle& flow,
                                            const ConversationPtr& conversation, const Heard& heard,
                                            std::string_view task, std::string_view kind);

// The person breaks in or stops: what was said stays, and they have the floor (C-4).
bool gives_floor(Step step);

// What the active project was at is stopped from here on, until it changes its phase or the person
// says how it goes on.
void remember_stop(const FlowHandle& flow, const ConversationPtr& conversation);
bool is_stopped(const FlowHandle& flow, const ConversationPtr& conversation);

Flow<Json> read(FlowHandle flow, std::string_view what, JsonObject request = {});
Flow<ConversationStatus> stand(FlowHandle flow);

// After waiting: false where the project rests meanwhile. A gate's answer brings it back to where
// it was; words are left for whoever offers it again (C-46).
Flow<bool> still_there(FlowHandle flow, bool answered);

// The person wants something else and has not said what: the next words say it. Nothing: they did
// not come to it, or were about something else.
Flow<std::optional<Heard>> ask_what(FlowHandle flow, ConversationPtr conversation);

}  // namespace fm
