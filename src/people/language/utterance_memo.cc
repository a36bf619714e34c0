#include "people/language/utterance_memo.h"

namespace fm {

std::optional<Utterance> UtteranceMemo::find(std::string_view text) {
  const std::lock_guard lock(mutex_);
  const auto* known = texts_.find(text);
  return known == nullptr ? std::nullopt : *known;
}

void UtteranceMemo::remember(std::string_view text, const Utterance& utterance) {
  const std::lock_guard lock(mutex_);
  texts_.remember(text, utterance);
}

void UtteranceMemo::forget() {
  const std::lock_guard lock(mutex_);
  texts_.forget();
}

}  // namespace fm
