// Where a debate stands: the approach, who objects, and whether the person agrees (C-36).
//
// Folded from what was said, in order. An approach is chosen when the person picks one, or agrees
// to one that an agent put forward. An objection stays open until its agent takes it back (votes
// otherwise), somebody answers it, or the person takes it up; a person's "sounds good" alone
// settles none. Agents agreeing among themselves is never consensus: `agreed` comes from the
// person's newest message only. Pure; English, and what the vocabulary knows of other languages.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/vocabulary.h"
#include "team/conversation/conversation_words.h"
#include "team/vote/vote.h"

namespace fm {

// A message of the debate, with what its turn is known to have been.
struct DebateWords {
  std::string from;  // agent; for a person whatever
  bool person = false;
  std::string text;
  bool proposes = false;                // the turn was asked for a proposal
  std::vector<std::string> options;     // titles of what it offers; empty: read from the text
  std::optional<Stance> stance;         // of a vote; nothing: read from the text
  std::vector<std::string> answers_to;  // agents whose objections it answers; @names count too

  bool operator==(const DebateWords&) const = default;
};

enum class ObjectionState { kOpen, kAnswered, kWithdrawn, kTakenUp };
std::string_view to_string(ObjectionState state);

struct Objection {
  std::string agent;
  std::string text;
  ObjectionState state = ObjectionState::kOpen;
  std::string by;  // who answered; empty while open
};

struct Approach {
  std::string text;
  std::string from;     // the agent that put it forward; empty: the person
  bool chosen = false;  // by the person
};

struct Agreement {
  std::optional<Approach> approach;  // the newest that stands
  std::vector<Objection> objections;
  std::vector<std::string> conditions;  // "agree, but only if ...", with the agent in front
  bool agreed = false;  // the person's newest message agrees with the approach as it stands

  std::vector<const Objection*> open() const;
  bool is_reached() const;
  // What is missing, as a sentence; empty when it is reached.
  std::string missing() const;
};

Agreement read_agreement(const Vocabulary& vocabulary, const ConversationWords& words,
                         std::span<const DebateWords> debate);

// Where a debate stands and what it takes to read on: the newest options on offer, and whose.
struct DebateState {
  Agreement agreement;
  std::vector<std::string> options;
  std::string options_from;
};

// The same as read_agreement(), for debates that grow: what was read once is not read again. Of one
// vocabulary and its words; a debate is known by its name and by all that was said in it, so one
// that has another past is read anew. On one thread at a time.
class DebateMemo {
 public:
  Agreement read(const Vocabulary& vocabulary, const ConversationWords& words,
                 const std::string& name, std::vector<DebateWords> debate);

 private:
  struct Read {
    std::vector<DebateWords> debate;
    DebateState state;
  };
  std::map<std::string, Read> known_;
};

// "Option A: ...", "B) ...", in the lines of a text: at least two, else none.
std::vector<std::string> offered_options(std::string_view text);

}  // namespace fm
