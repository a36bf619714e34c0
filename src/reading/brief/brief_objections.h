// What was objected to a brief and what was decided for it, in whatever shape they come. For
// brief*.cc, and objection_line() for those who show a brief.
//
// An objection on one line is "text. Open." or "text. Taken up: why"; a text without an end of its
// own has the outcome in brackets behind it, so that split_objection() gives the same back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "reading/brief/brief.h"

namespace fm {

// Marks in the text that would read as an outcome get a backslash.
std::string objection_line(std::string_view text, BriefObjection::Outcome outcome,
                           std::string_view why);

// The backslashes stay. Without an outcome the objection is open. The agent is left empty.
BriefObjection split_objection(std::string_view line);

// "accepted", "Taken up", "not resolved"; open where the words say nothing that is known.
BriefObjection::Outcome objection_outcome(std::string_view said);

// An agent that is none of the roster's is part of the text.
std::vector<BriefObjection> read_objections(const Json& value, const Roster& roster);

// One text a decision, with its topic in front and its reason behind.
std::vector<std::string> read_decisions(const Json& value);

}  // namespace fm
