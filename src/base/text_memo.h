// TextMemo: what came of recent texts, so that each is worked out once.
//
// Holds the texts of at most twice `half` bytes: when the newer ones have grown to a half, what was
// not asked for since the last time is forgotten. A text of more than a quarter of that is never
// kept. A value; on one thread at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace fm {

template <typename Value>
class TextMemo {
 public:
  explicit TextMemo(std::size_t half) : half_(half) {}

  // Null: it is not remembered. Good until the next call.
  const Value* find(std::string_view text) {
    if (const auto newer = newer_.find(text); newer != newer_.end()) return &newer->second;
    const auto older = older_.find(text);
    if (older == older_.end()) return nullptr;
    // Not out of `older`, which remembering may forget.
    Value value = older->second;
    return &remember(text, std::move(value));
  }

  // Good until the next call.
  const Value& remember(std::string_view text, Value value) {
    if (text.size() > half_ / 4) return large_ = std::move(value);
    if (bytes_ + text.size() > half_) {
      older_ = std::exchange(newer_, {});
      bytes_ = 0;
    }
    const auto [at, is_new] = newer_.try_emplace(std::string(text), std::move(value));
    if (is_new) bytes_ += text.size();
    return at->second;
  }

  // What make() gives for the text.
  template <typename Make>
  const Value& of(std::string_view text, const Make& make) {
    const Value* known = find(text);
    return known != nullptr ? *known : remember(text, make());
  }

  void forget() {
    newer_.clear();
    older_.clear();
    bytes_ = 0;
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  using Texts = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;

  std::size_t half_;
  Texts newer_;
  Texts older_;
  std::size_t bytes_ = 0;  // of the newer ones
  Value large_{};          // of the last one that was too large to be kept
};

}  // namespace fm
