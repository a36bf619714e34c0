// Feeds any bytes to the readers of what agents write for documents.
//
// Held to, besides not crashing: values hold no fractions; a check says both parts or nothing; a
// findings document has its five sections, whatever the answer holds, and tells of missing sources
// where it is certain; debate and review give a value or a fault with words for the agent; a
// draft's review says whether it stands; a question back has words.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "fuzz/hold.h"
#include "team/documents/call_reading.h"
#include "team/documents/document_reading.h"

namespace fm {
namespace {

const Documents& documents() {
  static const Documents built_in = [] {
    auto opened = built_in_documents();
    hold(opened.has_value(), "the templates are not read");
    return std::move(*opened);
  }();
  return built_in;
}

void check_findings(std::string_view text) {
  const Json value = findings_value(text);
  hold(!contains_double(value), "a fraction in findings");
  const FindingsDocument read = findings_document(value, "Topic");
  const bool sourced = std::ranges::any_of(read.groups, [](const FindingGroup& group) {
    return std::ranges::any_of(group.findings,
                               [](const ResearchFinding& one) { return !one.source.empty(); });
  });
  hold(sourced || read.certainty == Certainty::kLow || read.certainty_why.ends_with("named."),
       "certain without a source, and not told");
  const std::string made = documents().findings(read);
  int sections = 0;
  for (const std::string_view line : split_lines(made)) sections += line.starts_with("## ");
  hold(sections == 5, "not five sections", made);
}

void check_faulty(const Json& value, const char* what) {
  hold(!contains_double(value), what);
  hold(find_at(value, "fault") == nullptr || !text_at(value, "fault").empty(),
       "a fault without words", what);
}

void check_calls(std::string_view text) {
  static const Roster team({{"coder", "Coder", {"developer"}}, {"ux", "Designer", {}}});
  check_faulty(question_round_value(text, team), "question round");
  const Json review = draft_review_value(text);
  const Json* stands = find_at(review, "stands");
  hold(review.get_object().empty() || (stands != nullptr && stands->is_bool()), "half a review");
  const Json whole = whole_check_value(text, team);
  check_faulty(whole, "whole check");
  const bool verdict = find_at(whole, "passed") != nullptr && find_at(whole, "faults") != nullptr;
  hold(verdict != (find_at(whole, "fault") != nullptr), "neither a verdict nor what is wrong");
  const Json back = question_back_value(text);
  hold(back.get_object().empty() || !text_at(back, "question").empty(), "an empty question");
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fm::check_findings(text);
  fm::check_calls(text);
  const fm::Json debate = fm::debate_value(text);
  fm::check_faulty(debate, "debate");
  (void)fm::documents().debate(fm::debate_summary(debate, "Topic"));
  return 0;
}
