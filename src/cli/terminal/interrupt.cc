#include "cli/terminal/interrupt.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace fm::cli {
namespace {

using Act = InterruptPrompt::Act;

constexpr std::array<std::pair<std::string_view, Act>, 6> kAnswers{{
    {"c", Act::kContinue},
    {"continue", Act::kContinue},
    {"s", Act::kSkip},
    {"skip", Act::kSkip},
    {"x", Act::kStop},
    {"stop", Act::kStop},
}};

}  // namespace

Act InterruptPrompt::pressed(Millis now) {
  const bool twice = last_ && now - *last_ <= kTwice;
  last_ = now;
  if (asking_ || twice) return Act::kLeave;
  asking_ = then_ == Then::kAsk;
  return Act::kInterrupt;
}

Act InterruptPrompt::answered(std::string_view text) {
  const std::string word = fold(trim(text));
  const auto* known = std::ranges::find(kAnswers, word, &std::pair<std::string_view, Act>::first);
  if (!asking_ || known == kAnswers.end()) return Act::kNone;
  asking_ = false;
  return known->second;
}

}  // namespace fm::cli
