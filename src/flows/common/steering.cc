#include "flows/common/steering.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace fm {
namespace {

using Words = std::pair<std::string_view, Steering>;

// Folded: lower case, no punctuation, single spaces.
constexpr auto kWords = std::to_array<Words>({
    {"pause", Steering::kPause},
    {"please pause", Steering::kPause},
    {"hold on", Steering::kPause},
    {"wait", Steering::kPause},
    {"continue", Steering::kContinue},
    {"go on", Steering::kContinue},
    {"carry on", Steering::kContinue},
    {"resume", Steering::kContinue},
    {"skip", Steering::kSkipTurn},
    {"skip turn", Steering::kSkipTurn},
    {"skip this turn", Steering::kSkipTurn},
    {"skip round", Steering::kSkipRound},
    {"skip this round", Steering::kSkipRound},
    {"skip the round", Steering::kSkipRound},
    {"next round", Steering::kSkipRound},
    {"one more round", Steering::kMoreRound},
    {"another round", Steering::kMoreRound},
    {"one more round please", Steering::kMoreRound},
    {"stop", Steering::kStop},
    {"stop now", Steering::kStop},
    {"stop please", Steering::kStop},
    {"please stop", Steering::kStop},
    {"stop the discussion", Steering::kStop},
});

constexpr std::array<GateOption, 6> kOptions = {
    GateOption{"pause", "pause"},         {"continue", "continue"},
    {"skip-turn", "skip turn"},           {"skip-round", "skip round"},
    {"one-more-round", "one more round"}, {"stop", "stop"},
};

}  // namespace

std::optional<Steering> read_steering(std::string_view text) {
  // A question about it is no command: "stop?" asks.
  if (text.find('?') != text.npos) return std::nullopt;
  const std::string folded = fold(text);
  const auto found = std::ranges::find(kWords, folded, &Words::first);
  if (found == kWords.end()) return std::nullopt;
  return found->second;
}

GateOption option_of(Steering steering) { return kOptions[static_cast<std::size_t>(steering)]; }

std::optional<Steering> steering_from(std::string_view option_id) {
  const auto found = std::ranges::find(kOptions, option_id, &GateOption::id);
  if (found == kOptions.end()) return std::nullopt;
  return static_cast<Steering>(found - kOptions.begin());
}

}  // namespace fm
