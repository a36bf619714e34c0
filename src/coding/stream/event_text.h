// Texts of a coding agent's events: cleaned, bounded, and the arguments that say most. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "coding/stream/coding_event.h"

namespace fm {

inline constexpr std::size_t kMostSaid = 64 * 1024;  // bytes of one text
inline constexpr std::size_t kMostResult = 2'000;    // of what a tool answered
inline constexpr std::size_t kMostError = 1'000;

std::string event_text(std::string_view text, std::size_t most = kMostSaid);
// Of an output its end says most.
std::string event_output(std::string_view text);

// {"command": ...}, {"path": ...}, {"pattern": ...} or {"url": ...}, however a tool calls it; else
// all of them, cut.
std::string short_arguments(const Json* input);

CodingEvent text_event(std::string_view text, bool goes_on = false);
CodingEvent call_event(std::string_view id, std::string_view name, const Json* input);
CodingEvent result_event(std::string_view id, bool ok, std::string_view text);
CodingEvent trouble_event(std::string_view text);

// Text, or a list of parts with texts, as three families have it.
std::string text_of_content(const Json* content);

}  // namespace fm
