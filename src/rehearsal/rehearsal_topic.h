// What the rehearsal of an ideation understands of a topic: a noun phrase or two, for whom, and what
// kind it is. A conversation quotes its topic or does not use it at all.
//
// No language model is at work: words that say nothing are skipped by the screenplay's word lists,
// what is left between them are phrases, and the best phrase becomes the subject. It works for any
// text; for emoji and scripts without spaces the subject is a piece of the topic, and for text
// without any word it is the topic itself in quotes. Pure.
#pragma once

#include <string>
#include <string_view>

#include "model/model.h"
#include "rehearsal/rehearsal_lexicon.h"
#include "rehearsal/screenplay.h"

namespace fm {

struct Topic {
  std::string brief;          // the topic on one line, at most 90 columns
  std::string subject;        // fits before a noun: "a ___ diary"; a phrase of the topic
  std::string theme;          // the second phrase, fits where the subject does; may be empty
  std::string audience;       // plural, "busy parents"; empty when the topic names nobody
  std::string subject_whole;  // the subject as a whole noun phrase: "the town library", "sleep"
  std::string theme_whole;
  std::string verb;  // "bake" when the subject is "baking", which does not hold it; else empty
  const TopicKind* kind = nullptr;  // null: general; the screenplay's
  const Demonstration* demonstration = nullptr;  // of a conversation; the screenplay's

  // The words that are looked up before those for all topics; may be null.
  const TemplateLists* own_lists() const;
};

Topic read_topic(std::string_view text, const Lexicon& lexicon);

// Of a conversation nothing is guessed: its brief, and the demonstration for that wish. What is
// asked after a demonstration has ended, and that it can take up, belongs to it still.
Topic plain_topic(const Purpose& purpose, const Screenplay& play);

}  // namespace fm
