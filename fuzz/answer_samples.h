// What the fuzz targets of the readers of model output share: their bound, and the things that
// texts are read against.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fuzz/hold.h"
#include "reading/ideas/known_ideas.h"
#include "reading/json/budget_testing.h"
#include "reading/json/chars.h"
#include "reading/json/roster.h"

namespace fm {

inline void hold_steps(const Steps& steps, std::string_view text) {
  hold(steps.taken() <= step_bound(text.size()), "more steps than the bound");
}

// Whether the bytes of `part` come in `whole` in the same order.
inline bool in_order(std::string_view part, std::string_view whole) {
  std::size_t at = 0;
  for (const char byte : part) {
    at = whole.find(byte, at);
    if (at == std::string_view::npos) return false;
    ++at;
  }
  return true;
}

// ASCII letters and digits only: what no cleaning changes.
inline std::string plain_letters(std::string_view text) {
  std::string out;
  for (const char byte : text) {
    if (is_ascii_letter(byte) || is_ascii_digit(byte)) out += byte;
  }
  return out;
}

// Whether nothing in the text stands for another character.
inline bool is_unescaped(std::string_view text) {
  return text.find_first_of("\\&") == std::string_view::npos;
}

inline const std::vector<KnownIdea>& fuzz_ideas() {
  static const std::vector<KnownIdea> ideas = {
      {"idea-1", "Tool library"}, {"idea-2", "Rain garden kit"}, {"idea-3", "Repair map"}};
  return ideas;
}

inline const Roster& fuzz_roster() {
  static const Roster roster({{"architect", "System Architect", {"software architect"}},
                              {"ask", "Fact Checker & Explainer", {}},
                              {"builder", "Builder", {}, true}});
  return roster;
}

}  // namespace fm
