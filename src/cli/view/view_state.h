// ViewState: what a view knows of the room that it shows.
//
// The room's fold, and what the fold has no use for: the files that were written. The room's
// session applies each committed event once and hands the story to the views, which only read it.
#pragma once

#include <string>
#include <vector>

#include "app/service_answers.h"
#include "team/room/room.h"

namespace fm::cli {

struct SavedFile {
  std::string path;
  std::string media;
};

struct ViewState {
  RoomView room;
  std::string me = {};           // who looks; what they said is "You"
  std::vector<SavedFile> saved;  // of the newest flow, each path once

  void apply(const Event& event);

  // The gate that waits longest for an answer; null when none does. One that nobody needs any more
  // is marked expired and waits no longer.
  const OpenGate* open_gate() const;

  // The gate that the conversation asks just now: the newest that waits, and none of a project that
  // the person has turned away from; null when none does.
  const OpenGate* asked_gate() const;

  bool is_rehearsal() const;  // nobody thinks here: a screenplay is played
  // An agent's message that no model wrote. What a flow posts in an agent's name, such as a brief
  // or a question, is so where all of the room's models are rehearsals (P-34).
  bool is_scripted(const Event& message) const;
};

// The model that speaks in that turn, without its provider; without a turn the room's own, "3
// models" where there are several, "demo mode" where nobody thinks. Empty: not known.
std::string model_shown(const ViewState& view_state, std::string_view turn = {});

// Where a turn stands in its discussion: "round 2 of 3, step 3 of 5".
struct Progress {
  std::string stage;  // "Kickoff", "Round 2 of 3", "Scoring", "Choice", "Report"; may be empty
  int round = 0;      // 0: outside the rounds
  int rounds = 0;     // 0: not known
  int step = 0;       // within the round; 0: no step of it
  int steps = 0;
};

Progress progress_of(const RoomView& room, std::string_view task, std::string_view agent,
                     int round);

// What an agent at work does, in a word: "thinking", "scoring", "drawing a report".
std::string_view activity(std::string_view task);

}  // namespace fm::cli
