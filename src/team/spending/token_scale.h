// TokenScale: how far our guess of a prompt's tokens is off for one model, learned from what its
// provider counted (P-25).
//
// The guess (team/spending/tokens.h) is on the high side for every model; what is learned makes it
// nearer, so that a discussion is not summed up long before it has to be, and never lower than what
// was seen. A value; pure.
#pragma once

#include <algorithm>
#include <cstdint>

namespace fm {

class TokenScale {
 public:
  TokenScale() = default;
  // As it was learned earlier; 0: nothing was.
  explicit TokenScale(std::int64_t percent)
      : percent_(percent > 0 ? std::clamp(percent, kLeast, kMost) : 100), known_(percent > 0) {}
  std::int64_t percent() const { return known_ ? percent_ : 0; }

  // `counted` is what the provider took for a prompt that was guessed as `guessed`.
  void learn(std::int64_t guessed, std::int64_t counted) {
    if (guessed < kSmallest || counted <= 0) return;
    const std::int64_t seen =
        std::clamp<std::int64_t>((counted * 100 + guessed - 1) / guessed + kSpare, kLeast, kMost);
    // Up at once, down slowly: prompts differ, and one that does not fit costs more than a summary.
    percent_ = seen >= percent_ ? seen : (percent_ * 3 + seen) / 4;
    known_ = true;
  }

  // What to hold our guesses against, for a model that holds `context_tokens`; 0 stays unknown.
  std::int64_t guessed_room(std::int64_t context_tokens) const {
    return context_tokens * 100 / percent_;
  }

  // What a guess really is, as far as we know.
  std::int64_t tokens(std::int64_t guessed) const { return guessed * percent_ / 100; }
  bool known() const { return known_; }

 private:
  static constexpr std::int64_t kSmallest = 200;  // tokens; below that the guess says little
  static constexpr std::int64_t kSpare = 5;       // percent
  static constexpr std::int64_t kLeast = 40;
  static constexpr std::int64_t kMost = 300;

  std::int64_t percent_ = 100;
  bool known_ = false;
};

}  // namespace fm
