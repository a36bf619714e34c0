// What a person's message means where it was said: all readings of it together (C-2, C-10 to C-15,
// C-31, C-41, C-45).
//
// Made once by the performer of "read" (conversation_reader.h) and journaled, since the words by
// which people are understood change with versions of the program and a flow's course must not. A
// value; with its JSON, without doubles.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "people/message/answer.h"
#include "people/message/intent.h"
#include "team/conversation/conversation_state.h"
#include "team/conversation/understanding.h"
#include "team/room/project.h"

namespace fm {

struct UnknownName {
  std::string name;
  std::vector<std::string> near;  // agents that may be meant
};

struct MessageReading {
  // "/new a shop" is {"new", "a shop"}; empty: no command.
  std::string command;
  std::string rest;

  bool starts = false;
  bool cancels = false;
  Approval approval = Approval::kUnclear;
  std::optional<Command> act;
  std::vector<std::string> words;  // that decided on these

  // What happens without a further question, and what is asked about (understanding.h). A reading
  // of an older version has neither: it is as it was understood then.
  bool understood = false;
  Decision does = Decision::kNone;
  Decision asks = Decision::kNone;
  SpeechAct speech = SpeechAct::kRemark;  // what counts first
  bool is_plain_no = false;               // a no and nothing else
  bool by_model = false;                  // a model has read it too (C-12)
  std::string offers;                     // the command that a model hears in it: never run

  IntentReading intent;
  std::vector<std::string> agents;    // whom a project of this goal would have (C-30)
  std::vector<std::string> builders;  // whom it would have if it is to be built (C-15)
  std::string doer;                   // whose a small task is (C-22)
  bool unsure = false;                // a model should judge, where there is one (C-12)
  std::string judge_system;           // what to ask it
  std::string judge_user;

  std::vector<std::string> addressed;  // agents, for @all and @team too
  bool to_all = false;
  std::vector<UnknownName> unknown;

  std::vector<ClosedQuestion> closed;  // open questions of the active project
  bool enough = false;
  bool asks_context = false;
  std::string explain;        // the question to explain; may be empty
  bool has_question = false;  // to the team, beside whatever else it is
  // While questions wait: about none of them, and calling nobody (C-31).
  bool is_note = false;
  std::vector<std::string> noted;  // what the questions are called that it answers

  std::string option;           // the title of the option that is chosen; empty: none
  bool wants_build = false;     // after advice, options or findings (C-15)
  bool asks_to_build = false;   // the same as a question: it is offered
  bool wants_ideas = false;     // an ideation (C-21a)
  bool wants_findings = false;  // as a document (C-23)
  bool wants_vote = false;      // C-38
  bool other_matter = false;    // C-13

  // Of a project that has work to show: it is asked where that lies, alone or beside another
  // question (C-44). Of one that is finished: whether the message goes on with it (C-20).
  bool asks_where = false;
  bool asks_more = false;
  bool goes_on = false;        // as a model reads it
  bool names_file = false;     // that was made in it
  bool is_about_it = false;    // by its words
  bool begins_anew = false;    // a model reads it as a matter of its own (C-13)
  bool asks_progress = false;  // "how far are you?", and nothing else (C-43)
  bool changes_code = false;   // a wish about the code that is in the folder
  bool takes_along = false;    // what was built is wanted in the person's branch (S-11)
};

JsonObject to_json(const MessageReading& reading);
MessageReading message_reading(const Json& value);

struct MessageToRead {
  const Message& message;
  int unsure_below = 0;  // percent
  // A closed question that stands before it: the message may answer that.
  Decision asked = Decision::kNone;
  // How a model has read it; null: it has not.
  const ModelUnderstanding* model = nullptr;
};

// What the reading stands on. Borrowed.
MessageReading read_message(const RoutingGround& ground, const RoomView& view,
                            const MessageToRead& read);

// Whether a model is to read it too (understanding.h).
bool is_for_model(const RoutingGround& ground, const RoomView& view, const MessageToRead& read);

// What was open when a message was said.
UnderstandingContext context_of(const RoomView& view, const MessageToRead& read);

}  // namespace fm
