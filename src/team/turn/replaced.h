// What newer documents of a talk replaced, and since when prompts show it as one line (P-24).
//
// Of briefs, files in work, checks and summaries the newest stands whole; each older one becomes a
// line, and so does a review of a draft that was revised since: what became of its objections is
// told with the brief. The prefix of prompts changes there, so it is not done at once: what was
// replaced is put in short together, where a phase begins or where it has grown to 8 KB
// (docs/decisions/0048). The person's words are never shortened. Pure: the log alone decides, so
// that prompts of the same log stay the same.
#pragma once

#include <cstddef>
#include <vector>

#include "team/room/room.h"

namespace fm {

inline constexpr std::size_t kReplacedAtOnce = 8 * 1024;   // bytes, within a phase
inline constexpr std::size_t kReplacedAtPhase = 1 * 1024;  // where one begins

// `transcript` as a prompt of the project shows it, in order.
void put_replaced_in_short(std::vector<Message>& transcript, const Project& project);

}  // namespace fm
