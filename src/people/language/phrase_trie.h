// Phrases of several languages in one tree of words: what each says, and the longest one at a
// place.
//
// Words are numbered once. A phrase may end in a stem ("реализу*", "başla*"), which matches any
// word that begins so. A phrase may mean different things in different languages. Then the
// languages that the caller names first decide.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "people/language/sense.h"

namespace fm {

// What a phrase says about the matter of a message or of a question, in points.
enum class Cue : std::uint8_t {
  kBuild,
  kExplore,
  kAdvice,
  kResearch,
  kTask,
  kChat,
  kScope,
  kConstraint,
  kPreference,
  kClarification,
  kAssumption,
  kRhetorical,
};
inline constexpr std::size_t kCueCount = 12;
using Cues = std::array<int, kCueCount>;

using LanguageSet = std::uint32_t;  // a bit for each language

struct Meaning {
  LanguageSet languages = 0;
  Senses senses;
  Cues cues{};
};

class PhraseTrie {
 public:
  using Token = std::uint32_t;
  static constexpr Token kNoToken = 0;

  PhraseTrie() { nodes_.emplace_back(); }

  enum class Place { kAlways, kIfFree };

  // `words` in folded form; the last may end in '*'. kIfFree: only where the language has no
  // meaning for these words yet.
  void add(const std::vector<std::string>& words, const Meaning& meaning, Place place);

  Token token(std::string_view word) const;  // kNoToken: in no phrase
  LanguageSet languages(Token token) const;  // that have a phrase with the word in it

  // A word to be matched: its token, or that of a stem of it.
  struct Seen {
    Token token = kNoToken;
    std::vector<Token> stems;  // longest first
  };
  Seen see(std::string_view exact, std::string_view plain) const;

  struct Match {
    std::size_t length = 0;  // words; 0: none
    Meaning meaning;
  };
  // The longest phrase that begins the words and has a meaning in `all`; its meaning in `first`
  // where it has one there.
  Match longest(std::span<const Seen> words, LanguageSet first, LanguageSet all) const;

 private:
  struct Node {
    std::unordered_map<Token, std::uint32_t> next;
    std::vector<Meaning> meanings;  // one a language
  };

  Token number(const std::string& word, LanguageSet languages);
  std::uint32_t child(std::uint32_t node, Token token);

  std::vector<Node> nodes_;
  std::unordered_map<std::string, Token> tokens_;
  std::vector<LanguageSet> known_ = {0};  // by token
  std::size_t longest_stem_ = 0;
};

}  // namespace fm
