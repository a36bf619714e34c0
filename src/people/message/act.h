// What a person does with a clause: order, agree, refuse, ask, tell (C-12, C-14).
//
// An order or an answer counts only when every word of its clause is understood: the head ("go
// ahead"), what it is about ("the plan") and words that change nothing ("please", "now"). One word
// that the vocabulary does not know, or that belongs to something else ("button"), makes it a
// remark. So what is not understood never starts, approves or cancels anything.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/utterance.h"

namespace fm {

enum class ActKind {
  kNone,    // thanks, laughter, an interjection
  kStart,   // start the work
  kHold,    // do not start, or not now
  kCancel,  // give up the work
  kKeepOn,  // do not give it up
  kPause,
  kResume,
  kStatus,
  kRedo,
  kRetract,  // what came before does not count
  kEnough,   // no more questions
  kDecide,   // the team shall decide
  kApprove,
  kReject,
  kDoubt,
  kPostpone,
  kAsk,
  kChange,  // a change is wanted
  kTalk,    // words are wanted: compare, explain
  kTell,    // anything else
};

std::string_view to_string(ActKind kind);

struct Act {
  ActKind kind = ActKind::kNone;
  Clause clause;
  std::string words;       // that decided; empty for remarks
  bool partial = false;    // "only part one"
  bool predicate = false;  // begins with a verb that needs a subject: "... is what I would say"
  bool promise = false;    // what the person is going to look at: "I'll read it tonight"
  bool ironic = false;     // "lol sure"
  bool mild = false;       // a yes that may only mean "heard"
  bool negated = false;    // by a word of its own: "not a complaint"
  bool postponed = false;  // speaks of a later time
  bool yes_or_no = false;  // begins with one of these words
  bool statement = false;  // a remark that tells of something: "I have read it twice"

  // For whoever wants nothing beside the act (deciding_words.h).
  bool plain = false;       // no word but the act's, its thing's and politeness
  bool named = false;       // by a verb: "approve", "start", "stop"; else by a yes or praise
  bool yes = false;         // by a yes alone, without praise or a verb
  bool courtesy = false;    // says nothing: thanks, a short interjection
  bool thanks_for = false;  // something that is named
  bool greets = false;
  bool polite = false;
  bool has_content = false;  // a word that the vocabulary gives no part in a sentence, or a lack
  bool bare_no = false;      // "nope", "no, all good"
  bool praise = false;       // finds something good, whatever it is: "works on my phone"
  bool contrary = false;     // holds a no, a wish, a doubt or another time, in whatever words
};

// One for each clause, in order.
std::vector<Act> read_acts(const Utterance& utterance);

}  // namespace fm
