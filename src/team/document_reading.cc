#include "team/document_reading.h"

#include <algorithm>

#include "base/text.h"
#include "reading/fault.h"
#include "reading/fields.h"
#include "reading/find.h"

namespace fm {
namespace {

// The last object of the answer that has one of the fields.
Json object_with(std::string_view text, std::initializer_list<std::string_view> fields,
                 std::string_view wanted) {
  const Found found = find_json(text);
  for (auto at = found.candidates.rbegin(); at != found.candidates.rend(); ++at) {
    const Json& value = at->parsed.value;
    if (value.is_object() && std::ranges::any_of(fields, [&](std::string_view field) {
          return value.get_object().contains(field);
        }))
      return without_doubles(value);
  }
  const Fault fault = fault_of_search(found, text);
  return JsonObject{{"fault", repair_prompt(fault, wanted)}, {"code", fault_name(fault.code)}};
}

std::vector<DecidedPoint> decided_in(const Json& value) {
  std::vector<DecidedPoint> points;
  const Json* list = find_at(value, "decided");
  if (list == nullptr || !list->is_array()) return points;
  for (const Json& one : list->get_array()) {
    if (one.is_string()) {
      points.push_back({std::string(one.get_string()), {}, {}});
    } else if (one.is_object()) {
      points.push_back({std::string(text_at(one, "text")), std::string(text_at(one, "reason")),
                        std::string(text_at(one, "by"))});
    }
  }
  return points;
}

}  // namespace

Json findings_value(std::string_view text) {
  return JsonObject{{"summary", without_reasoning(text)}, {"certainty", "LOW"}};
}

Json debate_value(std::string_view text) {
  return object_with(
      text, {"decided", "open"},
      "one JSON object {\"decided\": [{\"text\", \"reason\", \"by\"}], \"open\": []}");
}

Json check_value(std::string_view text) {
  const std::string folded = fold(text);
  if (folded.starts_with("check pass")) return JsonObject{{"passed", true}, {"why", ""}};
  if (folded.starts_with("check fail"))
    return JsonObject{{"passed", false}, {"why", std::string(trim(text))}};
  return JsonObject();
}

Json review_value(std::string_view text) {
  return object_with(text, {"one_liner", "accomplishments"},
                     "one JSON object {\"one_liner\": \"\", \"accomplishments\": []}");
}

FindingsDocument findings_document(const Json& value, std::string topic) {
  FindingsDocument document;
  document.topic = std::move(topic);
  document.summary = text_at(value, "summary");
  bound_certainty(document);
  return document;
}

DebateSummary debate_summary(const Json& value, std::string topic) {
  DebateSummary summary;
  summary.topic = std::move(topic);
  summary.decided = decided_in(value);
  summary.open = texts_at(value, "open");
  return summary;
}

ReviewSummary review_summary(const Json& value) {
  ReviewSummary review;
  review.one_liner = text_at(value, "one_liner");
  review.accomplishments = texts_at(value, "accomplishments");
  review.ready = texts_at(value, "ready");
  review.blockers = texts_at(value, "blockers");
  return review;
}

}  // namespace fm
