#include "people/language/utterance_memo.h"

#include <utility>

namespace fm {

std::shared_ptr<const Utterance> UtteranceMemo::find(std::string_view text) {
  const std::string key(text);
  std::shared_ptr<const Utterance> found;
  {
    const std::lock_guard lock(mutex_);
    if (const auto newer = newer_.find(key); newer != newer_.end()) return newer->second;
    const auto older = older_.find(key);
    if (older == older_.end()) return nullptr;
    found = older->second;
  }
  remember(text, found);
  return found;
}

void UtteranceMemo::remember(std::string_view text, std::shared_ptr<const Utterance> utterance) {
  if (text.size() > kHalf / 4) return;
  const std::lock_guard lock(mutex_);
  if (bytes_ + text.size() > kHalf) {
    older_ = std::exchange(newer_, {});
    bytes_ = 0;
  }
  if (newer_.emplace(text, std::move(utterance)).second) bytes_ += text.size();
}

void UtteranceMemo::forget() {
  const std::lock_guard lock(mutex_);
  newer_.clear();
  older_.clear();
  bytes_ = 0;
}

}  // namespace fm
