// What a rehearsal knows of a topic: its words, and whether a demonstration is written for it.
//
// Nothing is guessed about what it means. It comes back in quotation marks, as it was typed, cut
// where it is long; or it is not used at all. Pure.
#pragma once

#include <string>

#include "model/model.h"
#include "rehearsal/screenplay.h"

namespace fm {

struct Topic {
  std::string brief;    // the topic on one line, at most 90 columns
  std::string label;    // the same, at most 38 columns; "This" without any words
  std::string subject;  // the label in quotation marks
  const Demonstration* demonstration = nullptr;  // of a conversation; the screenplay's

  // The words that are looked up before those for all topics; may be null.
  const TemplateLists* own_lists() const;
};

// What is asked after one that advises, and that it can take up, belongs to it still.
Topic topic_of(const Purpose& purpose, const Screenplay& play);

}  // namespace fm
