// What a person's reply says to the questions that are open (C-31, C-33).
//
// An answer finds its question by number ("2: yes", "the first one no", a quoted question) or by
// its name: a word that this open question has and no other ("budget: 900", "we have no lessons").
// The only question that is open takes what is said, and a list of as many lines or parts between
// semicolons as questions are open answers each as a whole. Nothing is dealt out by position, by
// kind or by likeness: where no question is named a model reads it in context, or it stays open. A
// reply that asks back answers nothing by that. Offline, deterministic.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/utterance.h"

namespace fm {

struct OpenQuestion {
  std::string id;
  std::string text;
  int number = 0;  // by which it is shown; 0: its place, from 1
};

struct GivenAnswer {
  std::string id;
  std::string text;  // as it was typed, without numbers and labels
};

struct ReplyToQuestions {
  std::vector<GivenAnswer> answers;        // these three in the order of the questions
  std::vector<std::string> unanswered;     // ids
  std::vector<std::string> decide_for_me;  // ids: "you decide"
  bool enough = false;                     // "no more questions"
  bool asks_context = false;               // asks back: its question stays open
  bool is_marked = false;                  // the person numbered or quoted what is answered
};

// At most 32 questions are looked at; those after stay unanswered. `said` is the reply, read.
ReplyToQuestions read_reply(const Vocabulary& vocabulary, std::span<const OpenQuestion> questions,
                            const Utterance& said, std::string_view reply);

}  // namespace fm
