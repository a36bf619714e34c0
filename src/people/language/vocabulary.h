// The words by which people are understood, from packs/default/language/*.yaml (C-12).
//
// Data only: phrases with their senses and cues, a file for each language. It finds them in a
// person's words: the longest phrase at each place, first in the language that the message seems to
// be in, then in English, which people mix into all others. A typing error in a word that matters
// is accepted (a letter missing, doubled or swapped), but never one that could be another ending of
// the word. All of it is looked up in an image (vocabulary_image.h): that which is built in, which
// no start has to parse, or one that was made of files. Immutable but for what it remembers of
// texts that were read (utterance.h); may be used from any thread; a copy shares both.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "people/language/meaning.h"
#include "people/language/vocabulary_builder.h"
#include "people/language/vocabulary_image.h"
#include "people/language/words.h"

namespace fm {

class UtteranceMemo;

// A phrase found in a message, or one word that the vocabulary does not know.
struct Phrase {
  std::size_t first = 0;  // words, from `first` up to but not including `last`
  std::size_t last = 0;
  Senses senses;
  bool known = false;
  Cues cues{};                // of the longest cues that begin in this phrase
  std::size_t cue_first = 0;  // the words of that of an intent; it may reach further
  std::size_t cue_last = 0;

  bool operator==(const Phrase&) const = default;
};

class Vocabulary {
 public:
  // Errors: language_invalid, with the place in the file; language_missing without English.
  static Result<Vocabulary> open(std::span<const LanguageFile> files);

  // Of an image that outlives it and has English in it: the one in the binary.
  static Vocabulary of_image(std::string_view image);

  // This one with these languages instead of its own of that name, or added. Errors: as open().
  Result<Vocabulary> with(std::span<const LanguageFile> files) const;

  // The words cut into phrases, all of them, in order.
  std::vector<Phrase> phrases(std::span<const Word> words) const;

  // The languages that the words may be in, by the names of their files. Never empty.
  std::vector<std::string> languages(std::span<const Word> words) const;

  const std::vector<std::string>& names() const { return image_.names(); }  // of all languages
  std::string_view image() const { return image_.bytes(); }

  UtteranceMemo& memo() const { return *memo_; }

 private:
  struct Active {
    LanguageSet first = 0;  // the likely ones
    LanguageSet all = 0;    // and English
  };

  Vocabulary() = default;
  static Result<Vocabulary> made_by(const VocabularyBuilder& builder);

  std::vector<SeenWord> see(std::span<const Word> words) const;
  void add_cues(PhraseKind kind, std::span<const SeenWord> words, const Active& languages,
                std::vector<Phrase>& phrases) const;
  WordToken mended(const Word& word) const;
  Active active(std::span<const Word> words, std::span<const SeenWord> seen) const;

  std::shared_ptr<const std::string> owned_;  // the image, where it is not in the binary
  VocabularyImage image_;
  LanguageSet english_ = 0;
  std::shared_ptr<UtteranceMemo> memo_;  // never null
};

}  // namespace fm
