#include "people/language/utterance_memo.h"

#include <utility>

namespace fm {

std::shared_ptr<const Utterance> UtteranceMemo::find(std::string_view text) {
  const std::lock_guard lock(mutex_);
  const auto* known = texts_.find(text);
  return known == nullptr ? nullptr : *known;
}

void UtteranceMemo::remember(std::string_view text, std::shared_ptr<const Utterance> utterance) {
  const std::lock_guard lock(mutex_);
  texts_.remember(text, std::move(utterance));
}

void UtteranceMemo::forget() {
  const std::lock_guard lock(mutex_);
  texts_.forget();
}

}  // namespace fm
