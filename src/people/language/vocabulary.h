// The words by which people are understood, from packs/default/language/*.yaml (C-12).
//
// Data only: phrases with their senses and cues, a file for each language. It finds them in a
// person's words: the longest phrase at each place, first in the language that the message seems to
// be in, then in English, which people mix into all others. A typing error in a word that matters
// is accepted (a letter missing, doubled or swapped), but never one that could be another ending of
// the word. Immutable after open(), but for what it remembers of texts that were read
// (utterance.h); may be used from any thread.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "base/yaml.h"
#include "people/language/phrase_trie.h"
#include "people/language/words.h"

namespace fm {

class UtteranceMemo;

struct LanguageFile {
  std::string_view path;  // for messages; its stem is the language: "language/en.yaml"
  std::string_view text;
};

// A phrase found in a message, or one word that the vocabulary does not know.
struct Phrase {
  std::size_t first = 0;  // words, from `first` up to but not including `last`
  std::size_t last = 0;
  Senses senses;
  bool known = false;
  Cues cues{};                // of the longest cues that begin in this phrase
  std::size_t cue_first = 0;  // the words of that of an intent; it may reach further
  std::size_t cue_last = 0;
};

class Vocabulary {
 public:
  // Errors: language_invalid, with the place in the file; language_missing without English.
  static Result<Vocabulary> open(std::span<const LanguageFile> files);

  // The words cut into phrases, all of them, in order.
  std::vector<Phrase> phrases(std::span<const Word> words) const;

  // The languages that the words may be in, by the names of their files. Never empty.
  std::vector<std::string> languages(std::span<const Word> words) const;

  UtteranceMemo& memo() const { return *memo_; }

 private:
  struct Active {
    LanguageSet first = 0;  // the likely ones
    LanguageSet all = 0;    // and English
  };

  Result<void> add_file(const YamlDocument& file, LanguageSet language);
  Result<void> add_entries(const YamlDocument& file, const std::string& pointer, const Json& list,
                           const Meaning& meaning);
  using Seen = PhraseTrie::Seen;
  std::vector<Seen> see(const PhraseTrie& trie, std::span<const Word> words) const;
  PhraseTrie& trie_of(const Meaning& meaning);
  void add_cues(const PhraseTrie& trie, std::span<const Word> words, const Active& languages,
                std::vector<Phrase>& phrases) const;
  void add_variants();
  void forgive(const std::vector<std::string>& words);
  std::string mended(const Word& word) const;
  Active active(std::span<const Word> words, std::span<const Seen> seen) const;

  std::vector<std::string> names_;  // in the order of their bits
  LanguageSet english_ = 0;
  PhraseTrie trie_;  // of senses
  // Apart, so that a cue never hides what a word does in its sentence, nor a cue of the other kind.
  PhraseTrie intent_cues_;
  PhraseTrie question_cues_;
  std::unordered_map<std::string, LanguageSet> common_;  // words that tell languages apart
  std::vector<std::pair<std::vector<std::string>, Meaning>> entries_;  // until open() is done
  std::unordered_set<std::string> forgiving_;
  std::unordered_map<std::string, std::string> with_gap_;  // a word that lacks a letter: the word
  std::shared_ptr<UtteranceMemo> memo_;                    // never null after open()
};

}  // namespace fm
