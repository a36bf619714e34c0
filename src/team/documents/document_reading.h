// What agents write for documents, read from their answers, and made into those documents (C-23,
// C-39).
//
// Read once by the turn's performer and journaled, so the values are JSON without doubles; the
// second half makes documents.h's values of them. Pure.
//
//   findings  {summary, recommendation, alternatives: [{what, why_not}], groups: [{category,
//             findings: [{text, source, relevance}]}], certainty, certainty_why}
//   debate    {decided: [{text, reason, by}], open: [text]}
//
// Findings are Markdown with headings, and whatever is missing is empty: they cannot fail. In place
// of debate there is {fault: words for the model, code} when it could not be read. It is JSON under
// any usual names of the fields, or Markdown with such headings. Of several the last one counts
// that is neither cut off nor the format's own words.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "team/documents/documents.h"

namespace fm {

Json findings_value(std::string_view text);  // findings_reading.cc
Json debate_value(std::string_view text);

// document_values.cc: with what is to be said of missing sources (documents.h).
FindingsDocument findings_document(const Json& value, std::string topic);
// What was decided and what is open; objections are known better from the log.
DebateSummary debate_summary(const Json& value, std::string topic);

}  // namespace fm
