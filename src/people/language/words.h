// What a person typed, as words: the first step of reading people (C-12).
//
// A word keeps its letters in two folded forms, with accents and without, and its place in the
// text. Chinese, Japanese and Korean characters are a word each, so that phrases are found in all
// scripts the same way. What is not the person speaking in plain words is one word of its own kind:
// quotations, code, links, mentions; lines that quote another message are left out. Linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

enum class WordKind : std::uint8_t {
  kWord,
  kNumber,
  kSymbol,     // emoji, emoticons and other signs that may mean something
  kMark,       // punctuation
  kLineEnd,    // the end of a line, or of several
  kQuotation,  // "..." with what is in it
  kCode,       // fenced or inline
  kLink,       // URL, e-mail address, path of a file
  kMention,    // @name
};

struct Word {
  WordKind kind = WordKind::kWord;
  std::string exact;  // folded: lower case, composed, full-width forms as ASCII
  std::string plain;  // and without accents
  std::size_t begin = 0;
  std::size_t end = 0;  // in bytes of the text
  bool spaced = false;  // white space stands before it
};

std::vector<Word> split_words(std::string_view text);

// The words of an entry of a vocabulary: no quotations, code, links or mentions, no '@'.
std::vector<Word> split_phrase(std::string_view text);

}  // namespace fm
