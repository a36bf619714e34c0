// What a phrase of a vocabulary says: its senses, its cues, and the languages in which it does.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

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
inline constexpr std::size_t kMostLanguages = 32;

struct Meaning {
  LanguageSet languages = 0;
  Senses senses;
  Cues cues{};

  void merge(const Meaning& other);  // all that either says
};

// Phrases lie in three trees, so that a cue never hides what a word does in its sentence, nor a cue
// of the other kind.
enum class PhraseKind : std::uint8_t { kSense, kIntentCue, kQuestionCue };
inline constexpr std::size_t kPhraseKinds = 3;

bool is_about_intent(const Cues& cues);
PhraseKind phrase_kind(const Meaning& meaning);

}  // namespace fm
