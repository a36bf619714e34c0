// What the options are called, and which words only one of them has.
//
// A word belongs to a title when it is in it, is another form of a word there, begins it
// ("postgres"), or is a slip in it; never when it compares ("nearest" is not "near"). Immutable
// once made.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/vocabulary.h"
#include "people/language/words.h"
#include "reading/json/names.h"

namespace fm {

class OptionTitles {
 public:
  OptionTitles(const Vocabulary& vocabulary, std::span<const std::string> titles);

  std::size_t size() const { return words_.size(); }
  // The only option that has the word in its title.
  struct Found {
    std::size_t option = 0;
    bool exact = false;
  };
  std::optional<Found> only(const Word& word, bool known) const;
  bool has(const Word& word) const;                            // any of them
  bool resembles(std::size_t option, const Word& word) const;  // a word of it, by its begin
  bool begins(std::size_t option, const Word& word) const;
  std::optional<std::size_t> whole(std::string_view reply) const;

 private:
  std::vector<std::string> keys_;
  std::vector<std::vector<std::string>> words_;  // plain, of each title
  std::vector<std::vector<std::string>> all_;    // with the words of grammar
  Names spellings_;                              // of the words that one title has
};

}  // namespace fm
