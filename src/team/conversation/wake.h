// Whom an agent's words wake: the others that it speaks to by name (C-2, C-34).
//
// Once for each that is addressed, in the order of the text; never the speaker, nobody who has no
// voice in a discussion, and @all, @team only from a person. Words that answer a waking may wake
// again, three hops from the person's words at most. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "team/pack/team.h"

namespace fm {

inline constexpr int kMostHops = 3;

// `hop` of the speaker's turn: 0 when the person's own words led to it, 1 when such a turn's did.
std::vector<std::string> wakes(std::string_view speaker, std::string_view text, const Team& team,
                               const AgentProfiles& profiles, int hop);

}  // namespace fm
