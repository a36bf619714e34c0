// What a vocabulary is made of while it is made, and how that is laid out as an image.
//
// The layout is told in vocabulary_image.h. Equal parts give equal bytes. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "people/language/meaning.h"
#include "people/language/phrase_trie.h"
#include "people/language/vocabulary_image.h"

namespace fm {

struct VocabularyParts {
  struct Word {
    FlatWord flat = {};
    std::string text = {};
  };
  struct Tree {
    std::unordered_map<std::uint64_t, std::uint32_t> children;  // by node and word
    std::vector<std::vector<Meaning>> meanings = {{}};          // by node, one a language
  };

  std::vector<std::string> names;  // of the languages, in the order of their bits
  std::vector<Word> words = {{}};  // by number; 0 is none
  std::array<Tree, kPhraseKinds> trees;
  std::vector<std::vector<WordToken>> forgiving;  // by language, each word once, in order
};

std::string lay_out(const VocabularyParts& parts);

}  // namespace fm
