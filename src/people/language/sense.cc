#include "people/language/sense.h"

#include <algorithm>
#include <iterator>

namespace fm {
namespace {

// In the order of the enumeration.
// clang-format off
constexpr std::string_view kNames[] = {
    "yes", "no", "good", "bad", "approve", "refuse", "objection", "doubt", "lacking", "thanks",
    "greeting", "aside", "address", "negator", "but", "and", "or", "because", "condition",
    "ready", "later", "now", "first", "then", "only", "question", "asks", "auxiliary", "polite",
    "request", "permit", "report", "own_word", "hedge", "subject", "future", "must", "with", "go",
    "begin", "make", "work", "talk", "choose", "option", "stop", "cancel", "want", "no_more",
    "pause", "resume", "status", "redo", "retract", "enough", "decide", "change", "filler",
    "small", "product", "wish", "text", "do", "help", "like", "people", "self", "mild", "so",
    "past", "mine", "yours", "meanwhile", "suggest", "inquiry", "to_know", "whether", "plain",
    "asks_what", "asks_number", "asks_money", "asks_time", "asks_language", "number", "money",
    "time", "language", "nth_1", "nth_2", "nth_3", "nth_4", "nth_5", "nth_6", "nth_last", "one",
    "rest", "no_answer", "part", "irony", "signature",
};
// clang-format on
static_assert(std::size(kNames) == kSenseCount);

}  // namespace

std::string_view to_string(Sense sense) { return kNames[static_cast<std::size_t>(sense)]; }

std::optional<Sense> sense_from(std::string_view name) {
  const auto* found = std::ranges::find(kNames, name);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<Sense>(found - std::begin(kNames));
}

}  // namespace fm
