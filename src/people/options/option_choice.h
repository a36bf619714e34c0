// Which of several options a person names, and what they want changed (C-15, C-21).
//
// By what cannot be misread: its number ("2", "option 2"), letter, ordinal ("the second one"), or
// its title, whole or from its beginning ("Sailing school", "sailing"). Everything else in that
// clause has to be understood as choosing and politeness: "2 weeks" counts, "the ferry is slow"
// tells. What asks, refuses, sets a condition or names two chooses nothing: a choice is never
// guessed. Whom a paraphrase means reads better in context, by a model or by the person's answer to
// one question. Offline, deterministic, linear in the reply.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "people/language/utterance.h"

namespace fm {

struct OptionChoice {
  std::optional<std::size_t> option;  // counted from 0
  std::string changes;                // as it was typed; empty when none
};

// `said` is the reply, read.
OptionChoice read_option_choice(const Utterance& said, std::span<const std::string> options,
                                std::string_view reply);

// The same where something may be asked beside it: "I like option 3, can you help me build it?"
std::optional<std::size_t> read_named_option(const Utterance& said,
                                             std::span<const std::string> options,
                                             std::string_view reply);

}  // namespace fm
