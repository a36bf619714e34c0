// An agent's text as sentences, the way questions are looked for in it (C-32).
//
// Finer than an utterance's sentences: a label with a colon before a capital ("FAQ: How do ...") is
// one of its own, the mark and number of a list item are left out, and "e.g." ends nothing.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "people/language/utterance.h"

namespace fm {

struct AgentSentence {
  std::size_t first = 0;  // phrases, from `first` up to but not including `last`, marks too
  std::size_t last = 0;
  std::size_t begin = 0;  // in bytes of the text
  std::size_t end = 0;
  bool asks = false;     // ends with a question mark
  bool label = false;    // ends with a colon
  bool heading = false;  // stands in a line that begins with '#'
};

std::vector<AgentSentence> agent_sentences(const Utterance& utterance, std::string_view text);

}  // namespace fm
