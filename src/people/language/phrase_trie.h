// Phrases of several languages in one tree of words: what each says, and the longest one at a
// place.
//
// Words are known by number. A phrase may end in a stem ("реализу*", "başla*"), which matches any
// word that begins so. Where a phrase means one thing in one language and another in the next, the
// languages that are asked for first decide. A view of a part of an image (vocabulary_image.h),
// which outlives it; made by VocabularyBuilder.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "people/language/flat_array.h"
#include "people/language/meaning.h"

namespace fm {

using WordToken = std::uint32_t;
inline constexpr WordToken kNoToken = 0;

// A word to be matched: its number for each kind of phrase, and those of its stems.
struct SeenWord {
  std::array<WordToken, kPhraseKinds> tokens{};
  std::vector<WordToken> stems;  // longest first
};

// As they lie in an image. Nodes are numbered level by level, so that the children of one are
// neighbours, in the order of their words; the last node is none and ends the lists of the others.
struct FlatNode {
  std::uint32_t first_child = 0;
  std::uint32_t first_meaning = 0;
};
struct FlatMeaning {
  std::array<std::uint64_t, 2> senses{};
  LanguageSet languages = 0;
  std::array<std::uint8_t, kCueCount> cues{};

  bool operator==(const FlatMeaning&) const = default;
  auto operator<=>(const FlatMeaning&) const = default;
};

FlatMeaning flat(const Meaning& meaning);
Meaning meaning_of(const FlatMeaning& flat);

class PhraseTrie {
 public:
  struct Parts {
    FlatArray<FlatNode> nodes;
    FlatArray<WordToken> words;           // of each node, the word that leads to it
    FlatArray<std::uint16_t> meaning_at;  // of each node, its meanings: one a language
    FlatArray<FlatMeaning> meanings;      // shared by all trees
  };

  PhraseTrie() = default;
  PhraseTrie(PhraseKind kind, const Parts& parts) : kind_(kind), parts_(parts) {}

  struct Match {
    std::size_t length = 0;  // words; 0: none
    Meaning meaning;
  };
  // The longest phrase that begins the words and has a meaning in `all`; its meaning in `first`
  // where it has one there.
  Match longest(std::span<const SeenWord> words, LanguageSet first, LanguageSet all) const;

  // Every phrase with its meaning in each language, the shorter before what begins with it.
  using Visit = std::function<void(std::span<const WordToken>, const Meaning&)>;
  void each(const Visit& visit) const;

 private:
  std::uint32_t child(std::uint32_t node, WordToken token) const;  // 0: none
  template <typename Visitor>
  void each_meaning(std::uint32_t node, Visitor visit) const;
  void each_below(std::uint32_t node, std::vector<WordToken>& words, const Visit& visit) const;

  PhraseKind kind_ = PhraseKind::kSense;
  Parts parts_;
};

}  // namespace fm
