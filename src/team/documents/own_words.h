// What an agent itself says of its part: what it did not do or try, and how it can be checked
// (C-44). Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fm {

struct OwnWords {
  std::vector<std::string> missing;
  std::vector<std::string> how;
  bool said = false;  // the text has such a section at all
};

// From "## Done and not done" and its like, in whatever order, in lines or in sentences.
OwnWords own_words(std::string_view text);

// Its sentences, each with its full stop.
std::vector<std::string> sentences_of(std::string_view text);

}  // namespace fm
