// A vocabulary as one block of bytes that is used as it lies: no pointers, no parsing (C-12).
//
// The program's own is made when it is built (image_main.cc) and lies in the binary, so that a
// start touches only the pages of the words that are asked for. It is never read from anywhere
// else: the layout is this build's own, and what does not fit together is a bug.
//
//   header     magic, then where each section begins and how long it is, in bytes
//   names      the languages in the order of their bits, a line each
//   texts      of the words, one after another
//   words      FlatWord by number, 0 is none; found by `word slots`, a hash table
//   gap slots  words that lack an inner letter, by their hash: the word that was meant
//   forgiving  for each language the words in which slips are mended, in the order of its file
//   meanings   FlatMeaning, shared by the trees; then three trees (phrase_trie.h)
//
// VocabularyImage is a view: the bytes outlive it. May be used from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/flat_array.h"
#include "people/language/meaning.h"
#include "people/language/phrase_trie.h"

namespace fm {

enum class ImageSection : std::uint8_t {
  kNames,
  kTexts,
  kWords,
  kWordSlots,
  kGapSlots,
  kForgiving,
  kForgivingEnds,
  kMeanings,
  kTrees,  // three for each kind: nodes, words, meaning_at
};
inline constexpr std::size_t kImageSections =
    static_cast<std::size_t>(ImageSection::kTrees) + 3 * kPhraseKinds;

struct ImageHeader {
  std::array<char, 8> magic{};
  std::array<std::array<std::uint32_t, 2>, kImageSections> sections{};  // begin, length
};
inline constexpr std::array<char, 8> kImageMagic = {'f', 'm', 'w', 'o', 'r', 'd', 's', '1'};

struct FlatWord {
  std::uint32_t text = 0;
  std::uint32_t length = 0;
  std::array<LanguageSet, kPhraseKinds> known{};  // the languages that have it in a phrase
  LanguageSet common = 0;                         // that it tells apart from others
  LanguageSet forgiving = 0;                      // in which slips in it are mended
};
struct FlatSlot {
  std::uint32_t print = 0;  // of the hash, so that a miss seldom looks at the word
  WordToken word = kNoToken;
};

// FNV-1a. The same in the builder and here, that is all that matters.
class WordHash {
 public:
  WordHash& add(char byte) {
    value_ = (value_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    return *this;
  }
  WordHash& add(std::string_view bytes) {
    for (const char byte : bytes) add(byte);
    return *this;
  }
  std::uint32_t print() const { return static_cast<std::uint32_t>(value_ >> 32); }
  std::uint32_t place() const { return static_cast<std::uint32_t>(value_); }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

class VocabularyImage {
 public:
  VocabularyImage() = default;
  explicit VocabularyImage(std::string_view bytes);

  WordToken word(std::string_view text) const;
  // The stems that begin the word, longest first.
  std::vector<WordToken> stems(std::string_view text) const;
  // The word that was meant by one that lacks a letter.
  WordToken without_gap(std::string_view text) const;

  FlatWord at(WordToken word) const { return words_[word]; }
  std::string_view text(WordToken word) const;
  bool is_known(WordToken word, PhraseKind kind) const {
    return at(word).known[static_cast<std::size_t>(kind)] != 0;
  }

  const std::vector<std::string>& names() const { return names_; }
  const PhraseTrie& tree(PhraseKind kind) const { return trees_[static_cast<std::size_t>(kind)]; }
  std::size_t word_count() const { return words_.size(); }
  std::vector<WordToken> forgiving(std::size_t language) const;
  std::string_view bytes() const { return bytes_; }

 private:
  std::string_view section(ImageSection which, std::size_t further = 0) const;
  WordToken find(WordHash hash, std::string_view begin, std::string_view rest) const;

  std::string_view bytes_;
  std::vector<std::string> names_;
  std::string_view texts_;
  FlatArray<FlatWord> words_;
  FlatArray<FlatSlot> word_slots_;
  FlatArray<FlatSlot> gap_slots_;
  std::array<PhraseTrie, kPhraseKinds> trees_;
};

}  // namespace fm
