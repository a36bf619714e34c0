#include "team/documents/document_reading.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/json/fault.h"
#include "reading/json/fields.h"
#include "reading/json/find.h"
#include "team/text/markdown_sections.h"

namespace fm {
namespace {

using Name = std::string_view;
using List = std::span<const Name>;

constexpr std::size_t kMostItems = 100;
constexpr int kMaxNesting = 3;

constexpr Name kDecided[] = {"decided",    "decisions",    "decision", "decisionsmade", "agreed",
                             "agreements", "agreedpoints", "settled",  "entschieden",   "décidé"};
constexpr Name kOpen[] = {"open",       "openquestions", "openpoints", "openissues",
                          "unresolved", "undecided",     "unknowns",   "stillopen",
                          "unanswered", "offen",         "ouvert"};
constexpr Name kPointText[] = {"text",  "decision", "point", "what",        "decided",
                               "title", "item",     "topic", "description", "statement"};
constexpr Name kPointReason[] = {"reason",        "why",       "rationale", "because",
                                 "justification", "reasoning", "motivation"};
constexpr Name kPointBy[] = {"by",     "who",   "agent",      "decidedby",
                             "author", "owner", "proposedby", "person"};

bool has(const JsonObject& object, List names) { return find_field(object, names) != nullptr; }

// Not counting one that is an object itself, as a wrapper is: {"summary": {...}}.
bool has_plain(const JsonObject& object, List names) {
  const Json* value = find_field(object, names);
  return value != nullptr && !value->is_object();
}

// The object that has one of the fields, out of what it is wrapped in.
const JsonObject* unwrapped(const Json& value, List one, List other, int depth = 0) {
  if (depth > kMaxNesting) return nullptr;
  if (value.is_array()) {
    const JsonArray& list = value.get_array();
    return list.size() == 1 ? unwrapped(list.front(), one, other, depth + 1) : nullptr;
  }
  if (!value.is_object()) return nullptr;
  const JsonObject& object = value.get_object();
  const JsonObject* inner = nullptr;
  for (const auto& member : object) {
    if (!member.value().is_object() || object.size() > kMostItems) continue;
    if (const JsonObject* found = unwrapped(member.value(), one, other, depth + 1)) {
      // {"review": {...}}, but not {"accomplishments": {"done": ...}}.
      if (!has_plain(object, one) && !has_plain(object, other)) inner = found;
    }
  }
  if (inner != nullptr) return inner;
  return has(object, one) || has(object, other) ? &object : nullptr;
}

std::string one_text(const JsonObject& object, List names) {
  const Json* value = find_field(object, names);
  std::string text = value == nullptr ? "" : brief_text(*value);
  return is_placeholder(text) ? "" : text;
}

std::vector<std::string> texts_in(const Json* value, Split split = Split::kNo) {
  if (value == nullptr || value->is_bool()) return {};
  const bool one = value->is_string() && split == Split::kAtCommas;
  std::vector<std::string> texts = one ? texts_of(*value, split) : brief_items(*value);
  std::erase_if(texts, [](const std::string& text) { return says_nothing(text); });
  if (texts.size() > kMostItems) texts.resize(kMostItems);
  return texts;
}

JsonObject point(std::string text, std::string reason, std::string by) {
  return {{"text", std::move(text)}, {"reason", std::move(reason)}, {"by", std::move(by)}};
}

// A list of texts or of {text, reason, by}, or {what: reason}.
JsonArray points_in(const Json* value) {
  JsonArray out;
  if (value == nullptr) return out;
  const auto add = [&](JsonObject one) {
    const std::string_view text = text_at(one, "text");
    if (!text.empty() && !is_placeholder(text) && out.size() < kMostItems) out.push_back(one);
  };
  if (value->is_array()) {
    for (const Json& item : value->get_array()) {
      if (!item.is_object() || !has(item.get_object(), kPointText)) {
        for (std::string& text : brief_items(JsonArray{item})) add(point(std::move(text), "", ""));
        continue;
      }
      const JsonObject& object = item.get_object();
      add(point(one_text(object, kPointText), one_text(object, kPointReason),
                one_text(object, kPointBy)));
    }
  } else if (value->is_object() && has(value->get_object(), kPointText)) {
    const Json list = JsonArray{*value};
    return points_in(&list);
  } else {
    for (std::string& text : brief_items(*value)) add(point(std::move(text), "", ""));
  }
  return out;
}

// Whether the list is the format's own: {"text": ""}, "...".
bool is_echo(const JsonObject& object) {
  const Json* list = find_field(object, kDecided);
  if (list == nullptr || !list->is_array()) return false;
  return std::ranges::any_of(list->get_array(), [](const Json& item) {
    const auto text = plain_text(item);
    return item.is_object() || (text && (text->empty() || is_placeholder(*text)));
  });
}

Json debate_of(const JsonObject& object) {
  return JsonObject{{"decided", points_in(find_field(object, kDecided))},
                    {"open", to_json(texts_in(find_field(object, kOpen)))}};
}

// What a document's value is read from, and what it has to have.
struct Wanted {
  List one;
  List other;
  Json (*value)(const JsonObject&);
  bool (*is_empty)(const Json&);
  std::string_view words;  // for the repair turn
};

bool is_empty_debate(const Json& value) {
  return find_at(value, "decided")->get_array().empty() && texts_at(value, "open").empty();
}

// Sections under known titles, as an object; empty without any.
JsonObject object_of_markdown(std::string_view text, const std::vector<List>& fields) {
  const auto key_of = [&](std::string_view title) -> std::string_view {
    for (const List names : fields)
      if (is_one_of(title, names)) return names.front();
    return {};
  };
  JsonObject object;
  for (const MarkdownSection& section :
       markdown_sections(text, [&](std::string_view title) { return !key_of(title).empty(); })) {
    const std::string_view key = key_of(section.title);
    if (key.empty()) continue;
    Json& value = object[key];
    if (!value.is_array()) value = JsonArray();
    for (const MarkdownItem& item : section.items)
      value.get_array().emplace_back(std::string_view(item.text));
  }
  return object;
}

Json read_document(std::string_view text, const Wanted& wanted, const std::vector<List>& fields) {
  const auto refused = [&](const Fault& fault) {
    return JsonObject{{"fault", repair_prompt(fault, wanted.words)},
                      {"code", fault_name(fault.code)}};
  };
  const Found found = find_json(text);
  std::optional<Json> last, empty;
  bool cut = found.truncated;
  bool echo = false;
  for (const Candidate& candidate : found.candidates) {
    const JsonObject* object = unwrapped(candidate.parsed.value, wanted.one, wanted.other);
    if (object == nullptr) continue;
    if (candidate.parsed.cut == Cut::kInside) {
      cut = true;
      continue;
    }
    Json value = wanted.value(*object);
    echo = echo || (wanted.is_empty(value) && is_echo(*object));
    (wanted.is_empty(value) ? empty : last) = std::move(value);
  }
  if (last) return std::move(*last);
  if (empty && wanted.value == debate_of) {
    if (!echo) return std::move(*empty);  // nothing was decided and nothing is open
    return refused({FaultCode::kPlaceholder, "The answer is still the format's own words.", 0, {}});
  }
  if (cut) return refused({FaultCode::kTruncated, "The answer is cut off.", text.size(), {}});
  if (found.candidates.empty()) {
    const JsonObject written = object_of_markdown(text, fields);
    Json value = wanted.value(written);
    if (!written.empty() && !wanted.is_empty(value)) return value;
    return refused(fault_of_search(found, text));
  }
  return refused({FaultCode::kMissingField,
                  "The JSON has not what was asked for.",
                  found.candidates.front().begin,
                  {}});
}

}  // namespace

Json debate_value(std::string_view text) {
  static const Wanted wanted{
      kDecided, kOpen, debate_of, is_empty_debate,
      "one JSON object {\"decided\": [{\"text\", \"reason\", \"by\"}], \"open\": []}"};
  return read_document(text, wanted, {kDecided, kOpen});
}

}  // namespace fm
