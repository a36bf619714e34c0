// Which of the acts that do something (start, approve, cancel) a message holds, and whether it
// holds anything else (C-12).
//
// An act is found in a clause of its own: unnegated, unconditional, without another object. It is
// the whole message when beside it there are only politeness and, where a verb names it, praise. A
// message that breaks off ("yes, but") is never whole. Offline, deterministic, linear.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "people/message/act.h"

namespace fm {

struct DecidingWords {
  std::optional<std::size_t> start;  // the act that says it, counted from 0
  std::optional<std::size_t> approve;
  std::optional<std::size_t> cancel;
  bool whole = false;         // nothing else is said
  bool torn = false;          // both to go ahead and to give up
  bool named = false;         // by a verb; else it is a plain answer
  bool yes = false;           // by a yes alone: "yes, please"; "looks good" is none
  bool goes = false;          // the order is a "go", not a "build it"
  bool gives_all_up = false;  // it does not end in "it" or "that": "stop", "cancel the project"
  bool resumes = false;       // to go on with what is under way: takes and gives up nothing
  bool praise = false;        // something is praised in a clause beside it
  bool mild = false;          // by no more than an "ok"
  bool bare_no = false;       // beside it: the answer to "Anything to change?", and to nothing else
  bool bare = false;          // one word, which may as well be an answer: "start"
  bool goes_on = false;       // the order's sentence goes on: "go ahead, ask me"
  bool talks = false;         // something is asked, talk is wanted, or no more questions
  bool ordered_if = false;    // an order under a condition
  bool ends = false;          // it is the last sentence, whatever was said before
  bool open = false;          // it breaks off
  bool contrary = false;      // another clause speaks against it, whatever it says

  bool any() const { return start || approve || cancel; }
};

DecidingWords find_deciding_words(const Utterance& utterance, const std::vector<Act>& acts);

// "yes, but", "oui, mais...": the message ends where something has to follow (G-1).
bool breaks_off(const Utterance& utterance);

}  // namespace fm
