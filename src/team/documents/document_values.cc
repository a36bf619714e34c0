// The values of document_reading.h as those of documents.h.
#include <string>
#include <utility>
#include <vector>

#include "team/documents/document_reading.h"

namespace fm {
namespace {

std::vector<DecidedPoint> points_at(const Json& value, std::string_view key) {
  std::vector<DecidedPoint> points;
  const Json* list = find_at(value, key);
  if (list == nullptr || !list->is_array()) return points;
  for (const Json& one : list->get_array()) {
    points.push_back({std::string(text_at(one, "text")), std::string(text_at(one, "reason")),
                      std::string(text_at(one, "by"))});
  }
  return points;
}

const JsonArray& list_at(const Json& value, std::string_view key) {
  static const JsonArray none;
  const Json* list = find_at(value, key);
  return list != nullptr && list->is_array() ? list->get_array() : none;
}

Certainty certainty_from(std::string_view name) {
  for (const Certainty one : {Certainty::kMedium, Certainty::kHigh})
    if (to_string(one) == name) return one;
  return Certainty::kLow;
}

}  // namespace

FindingsDocument findings_document(const Json& value, std::string topic) {
  FindingsDocument document;
  document.topic = std::move(topic);
  document.summary = text_at(value, "summary");
  document.recommendation = text_at(value, "recommendation");
  for (const Json& one : list_at(value, "alternatives")) {
    document.alternatives.push_back(
        {std::string(text_at(one, "what")), std::string(text_at(one, "why_not"))});
  }
  for (const Json& group : list_at(value, "groups")) {
    FindingGroup& made = document.groups.emplace_back();
    made.category = text_at(group, "category");
    for (const Json& one : list_at(group, "findings")) {
      made.findings.push_back({std::string(text_at(one, "text")),
                               std::string(text_at(one, "source")),
                               std::string(text_at(one, "relevance"))});
    }
  }
  document.certainty = certainty_from(text_at(value, "certainty"));
  document.certainty_why = text_at(value, "certainty_why");
  tell_missing_sources(document);
  return document;
}

DebateSummary debate_summary(const Json& value, std::string topic) {
  DebateSummary summary;
  summary.topic = std::move(topic);
  summary.decided = points_at(value, "decided");
  summary.open = texts_at(value, "open");
  return summary;
}

}  // namespace fm
