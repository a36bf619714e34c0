#include "people/language/meaning.h"

#include <algorithm>

namespace fm {

void Meaning::merge(const Meaning& other) {
  languages |= other.languages;
  senses.add(other.senses);
  for (std::size_t cue = 0; cue < kCueCount; ++cue)
    cues[cue] = std::max(cues[cue], other.cues[cue]);
}

bool is_about_intent(const Cues& cues) {
  for (std::size_t cue = 0; cue < static_cast<std::size_t>(Cue::kScope); ++cue) {
    if (cues.at(cue) > 0) return true;
  }
  return false;
}

PhraseKind phrase_kind(const Meaning& meaning) {
  if (meaning.senses.any(Senses::all())) return PhraseKind::kSense;
  return is_about_intent(meaning.cues) ? PhraseKind::kIntentCue : PhraseKind::kQuestionCue;
}

}  // namespace fm
