// How a flow lets an agent speak: the one way for every turn of a discussion.
//
// Before a turn it hears what the person said since (I-13); after it, it sees to an interruption
// (asks the person), an empty reply (one repair turn, P-53), a prompt that has grown too long (a
// summary, once, P-25), a provider that does not answer (the turn is parked and tried again, P-33),
// a budget (asks, P-31) and a failure (a warning in the room, I-11). Sub-flows of a discussion
// share one Course by pointer; it lives in the frame of the flow that made it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/flow/flow.h"
#include "team/turn/turn_request.h"

namespace fm {

struct Course {
  std::map<std::string, std::string> models;  // agent -> "provider:model"
  // Agent -> the models asked when that one fails, in this order (P-32).
  std::map<std::string, std::vector<std::string>> fallbacks;
  int rounds = 1;                  // planned; a person can add one
  RoomSeq heard;                   // the person's words up to here were taken as steering
  std::string allowed;             // which budgets may be spent how far: team/spending/spending.h
  bool steered = true;             // by words between turns, as a discussion is (I-13)
  std::set<std::int64_t> decided;  // words that answered the question of a turn
  // Whether the person's words about ideas are taken as wishes (flows/common/idea_wishes.h), up to
  // where they were, and whether they come too late because the choice is made.
  bool takes_wishes = false;
  RoomSeq wished;
  bool is_decided = false;
  // Whether the questions about turns are asked as today. Rooms that were begun before ask as they
  // did.
  bool in_plain_words = false;
  // Why an agent could not be heard last, where the person can see to it.
  std::optional<Error> unheard;
};
using CoursePtr = std::shared_ptr<Course>;

// kInterrupted: only where nobody steers, or with kTell; the words so far are kept, and the floor
// is the person's.
enum class Step { kGoOn, kSkipTurn, kSkipRound, kStop, kFailed, kInterrupted };

struct Spoken {
  Step step = Step::kGoOn;
  Json reading;                // of the answer, when there was one to read
  std::string message;         // its id; empty: it was silent, or nothing was said
  std::string said;            // by a silent turn
  int calls = 0;               // of tools, by a turn of a session
  std::string fault;           // why calls that it wrote could not be read
  std::optional<Error> error;  // with kFailed; the room has been told
  Json held;                   // with kHold: what the turn waits for, null when for nothing
};

// Reads what the person said since. kGoOn, kSkipTurn, kSkipRound or kStop; waits while paused.
Flow<Step> steer(FlowHandle flow, CoursePtr course);

// What becomes of an interruption. kTell is for turns in parallel, which are interrupted together:
// the person is asked once for all of them, with ask_interrupted().
enum class OnInterrupt { kAsk, kTell };

// What becomes of a turn that no model answers or that money stands against: it asks the person by
// itself, or is held for whoever asks once for several of them, with ask_held().
enum class OnWait { kAsk, kHold };

Flow<Spoken> speak(FlowHandle flow, CoursePtr course, TurnRequest request,
                   OnInterrupt on_interrupt = OnInterrupt::kAsk, OnWait on_wait = OnWait::kAsk);
Flow<Step> ask_interrupted(FlowHandle flow, CoursePtr course, std::string whom);

// kGoOn: they are to be spoken again, with `was_deferred`. `times` counts from 1 how often.
Flow<Step> ask_held(FlowHandle flow, CoursePtr course, std::string whom, Json held, int times);

// Whether the person can mend it while the discussion waits: a key, an account, a model's name.
bool can_be_mended(const Error& error);

// Asks whether to try again what only the person can mend. kGoOn: yes.
Flow<Step> ask_unheard(FlowHandle flow, CoursePtr course, std::string whom, Error error);

// Posts warnings into the room; nothing happens when there are none.
Flow<Nothing> warn(FlowHandle flow, std::vector<Error> warnings);
NewEvent warning_event(const Error& warning);

// With the agent's models.
TurnRequest turn_of(const Course& course, const std::string& agent, std::string task,
                    std::string kind);

}  // namespace fm
