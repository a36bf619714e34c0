// The ideas inside one JSON value: which list is meant, which fields are which.
//
// A step of read_ideas(); ideas.cc decides between several values.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reading/ideas/ideas.h"
#include "reading/json/find.h"

namespace fm {

struct IdeaList {
  std::vector<GivenIdea> ideas;
  std::size_t without_title = 0;  // objects that look like ideas but have none
  std::size_t wrong_type = 0;     // items that are no idea at all
  std::size_t placeholders = 0;   // the format, echoed
  std::size_t cut_off = 0;        // the last one, incomplete
  bool empty_list = false;        // a list of ideas with nothing in it
  bool meant = false;             // the value is about ideas, well or badly
};

enum class Complete { kOnlyIfClosed, kIfValuesAre };

// `whole` says that the candidate is all there is in its container, so that a bare list of texts
// can be taken for ideas.
IdeaList list_ideas(const ParsedJson& parsed, bool whole, Complete complete);

}  // namespace fm
