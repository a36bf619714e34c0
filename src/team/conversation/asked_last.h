// To what a plain answer belongs: "yes", "ok" and "2" answer what was asked last (C-12).
//
// Pure, by structure: a question that speaks of the gate's own choice is the gate's; any other, and
// a list of numbered options, is somebody else's. Borrowed values only.
#pragma once

#include <string_view>

#include "team/conversation/understanding.h"

namespace fm {

// No agent's question or numbered options stand beside the gate or after it.
bool gate_was_asked_last(const Vocabulary& vocabulary, const UnderstandingContext& context);

// Something else was asked after it, so that only an order or the gate's own words decide.
bool else_was_asked_after(const Vocabulary& vocabulary, const UnderstandingContext& context);

// The last line asks for the gate's choice. Without lines the gate itself has.
bool line_asks_for_gate(const Vocabulary& vocabulary, const UnderstandingContext& context);

// The last line asks whether anything is to be changed, so that a "no" speaks for the gate.
bool line_asks_for_changes(const Vocabulary& vocabulary, const UnderstandingContext& context);

// The words may be in a language of the room, or in English, which people mix into all others.
bool is_room_language(const Vocabulary& vocabulary, const UnderstandingContext& context,
                      std::string_view text);

}  // namespace fm
