// Where a reply says by number or place which question it answers: "2)", "Q3", "the last one".
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "people/language/utterance.h"

namespace fm {

struct ReplyMarker {
  std::size_t first = 0;  // phrases that are the marker, up to but not including `last`
  std::size_t last = 0;
  std::size_t from = 0;  // questions, counted from 0; more than one for "1-3 yes, 20, no"
  std::size_t to = 0;
  bool begins = false;  // what follows is the answer; else it points at what stands around it
  bool lasts = false;   // up to the next marker, not only in its sentence
};

// In order. `numbers` are those by which the questions are shown: "2)" is the one with that number,
// "the second" and "b)" the one in that place.
std::vector<ReplyMarker> find_reply_markers(const Utterance& reply, std::span<const int> numbers);

}  // namespace fm
