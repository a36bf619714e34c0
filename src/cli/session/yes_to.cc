#include "cli/session/yes_to.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fm::cli {
namespace {

// A gate's type, and the option that is its yes. The first that is offered counts.
constexpr auto kYes = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"ready", "start-implementation"},
    {"approval", "build"},
    {"approval", "approve"},
    {"review", "accept"},
});

bool offers(const OpenGate& gate, std::string_view option) {
  return std::ranges::find(gate.option_ids, option) != gate.option_ids.end();
}

}  // namespace

std::optional<std::string> answer_of_yes(const OpenGate& gate, YesTo yes) {
  constexpr std::string_view kMerge = "accept-and-merge";
  if (yes == YesTo::kNothing) return std::nullopt;
  if (yes == YesTo::kMergeToo && gate.type == "review" && offers(gate, kMerge))
    return std::string(kMerge);
  for (const auto& [type, option] : kYes)
    if (gate.type == type && offers(gate, option)) return std::string(option);
  return std::nullopt;
}

}  // namespace fm::cli
