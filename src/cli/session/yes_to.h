// What `--yes` says yes to, where nobody can be asked (S-13). Pure.
//
// To the brief and the plan, and to the result that its branch holds: nothing of these touches the
// person's own files. To bring it into their branch they must have named it too. Everything else
// (a base that is unclear, a command that asks, a task that failed, a budget) waits for a person.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "team/room/room.h"

namespace fm::cli {

enum class YesTo { kNothing, kPlanAndResult, kMergeToo };

inline constexpr std::string_view kSaidInAdvance = "said in advance: --yes";

// The option's id; nothing: a person decides.
std::optional<std::string> answer_of_yes(const OpenGate& gate, YesTo yes);

}  // namespace fm::cli
