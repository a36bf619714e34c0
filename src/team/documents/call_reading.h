// What the few calls of a conversation answer, read tolerantly, as the JSON that a turn's outcome
// keeps (C-20, C-22, C-31, C-36, C-43). Bounded in number and length. Pure; turn_reading.h calls
// these.
//
//   question round  {questions: [{agent, text, fallback, why?}], nothing: [agent]}
//                   one call asks for a whole team. JSON in any usual shape, else lines of
//                   "agent: question? (If you leave it open: ...)". Agents by the roster, none that
//                   is forbidden; at most one question each, the first; {fault, code} where nothing
//                   can be read
//   draft review    {stands: true|false, objections: [text], contradictions: [{said, text}]}
//                   Markdown: the first line "Review: stands" or "Review: objects", then a list;
//                   lines "Contradicts: \"the person's words\" - what the draft says". Without a
//                   first line, list items are objections; words without either are one objection,
//                   unless they say in so many words that there is none; {} where nothing is said.
//                   JSON of this shape, too
//   whole check     {passed: true|false, faults: [{agent, text}], remarks?: text}, remarks where it
//                   passes and something is said beside it; {fault} when it says neither or both
//                   first line "Check: pass" or "Check: fail", then "- agent: what is wrong"; a
//                   fault that names no agent has an empty one. Texts are kept as written. JSON of
//                   this shape, too
//   question back   {question: text} where the whole answer is a question to the person ("Question:
//                   ..." in its first line, and nothing else of substance), else {}
#pragma once

#include <string_view>

#include "base/json.h"
#include "reading/json/roster.h"

namespace fm {

Json question_round_value(std::string_view text, const Roster& roster);
Json draft_review_value(std::string_view text);
Json whole_check_value(std::string_view text, const Roster& roster);
Json question_back_value(std::string_view text);

}  // namespace fm
