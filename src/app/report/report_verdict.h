// The report's sentences about the result: the summary, and why an idea was not chosen.
//
// Computed from scores, threshold, veto and the tie rule of I-9. The sentences are HTML: the titles
// in them are escaped and isolated, the rest is ours. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "team/room/room.h"

namespace fm {

struct ReportFacts;
struct RankedIdea;

// Empty for the chosen idea, and while nothing is chosen (except for a veto).
std::string why_not_chosen(const RoomView& view, const RankedIdea& standing,
                           const RankedIdea* chosen, std::optional<int> threshold);

// Two to five sentences: who talked, what was chosen and how clearly, what to know about it.
std::vector<std::string> summary_sentences(const RoomView& view, const ReportFacts& facts);

}  // namespace fm
