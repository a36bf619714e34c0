// Which of several options a person chooses, and what they want changed (C-15, C-21).
//
// By number, letter, place, title or a part of a title that no other option has: "the second one",
// "B", "the sauna thing", "3 but cheaper". Refusing all but one option chooses that one, and of a
// self-correction the last part counts. What asks, names two, or uses a number for something else
// ("2 weeks") chooses nothing: a choice is never guessed. Offline, deterministic.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "people/language/vocabulary.h"

namespace fm {

struct OptionChoice {
  std::optional<std::size_t> option;  // counted from 0
  std::string changes;                // as it was typed; empty when none
};

OptionChoice read_option_choice(const Vocabulary& vocabulary, std::span<const std::string> options,
                                std::string_view reply);

}  // namespace fm
