#include "reading/brief/brief_objection_edit.h"

#include <array>
#include <utility>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/brief/brief_found.h"
#include "reading/brief/brief_objections.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/names.h"

namespace fm {
namespace {

using Name = std::string_view;
using Part = BriefPart;
using Outcome = BriefObjection::Outcome;

constexpr auto kOutcome = std::to_array<Name>(
    {"outcome", "status", "state", "resolution", "became", "result", "resolved"});
constexpr auto kWhy = std::to_array<Name>(
    {"why", "reason", "answer", "how", "explanation", "response", "reply", "note"});

std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

}  // namespace

bool tells_outcome(const JsonObject& change) { return find_field(change, kOutcome) != nullptr; }

BriefObjectionEdit::BriefObjectionEdit(const Brief& standing, const Roster& roster,
                                       const BriefPlaces& places, BriefEditNotes& notes)
    : standing_(standing),
      roster_(roster),
      places_(places),
      notes_(notes),
      open_(open_objections(standing)) {}

Read<void> BriefObjectionEdit::read(const Json& value, int depth) {
  if (value.is_array()) {
    if (value.get_array().size() > kMostBriefChanges) return too_many_changes();
    for (const Json& item : value.get_array())
      if (depth < 2) (void)read(item, depth + 1);
  } else if (value.is_object()) {
    const JsonObject& object = value.get_object();
    if (tells_outcome(object) || find_field(object, kChangeAt) != nullptr) {
      one(object);
    } else if (object.size() <= kMostBriefChanges) {
      for (const auto& member : object) {
        const auto place = find(clean(view(member.key())).text);
        if (place) outcome_said(*place, member.value());
      }
    }
  } else {
    for (const std::string& one : brief_items(value)) {
      const Labelled parts = split_label(one);
      if (const auto place = find(parts.label)) outcome_said(*place, Json(parts.text));
    }
  }
  return {};
}

std::optional<BriefPlace> BriefObjectionEdit::find(std::string_view said) const {
  if (said.empty()) return std::nullopt;
  auto place = places_.find(said);
  if (place && place->part == Part::kObjection && place->index && *place->index < open_.size())
    return place;
  // The agent, where it has one that is open.
  const auto agent = roster_.find(said);
  if (!agent) return std::nullopt;
  std::optional<BriefPlace> found;
  for (std::size_t i = 0; i < open_.size(); ++i) {
    if (standing_.objections[open_[i]].agent != roster_.agents()[agent->index].id) continue;
    if (found) return std::nullopt;
    found = BriefPlace{Part::kObjection, i, {}};
  }
  return found;
}

void BriefObjectionEdit::one(const JsonObject& object) {
  static constexpr auto kWords =
      std::to_array<Name>({"text", "objection", "concern", "issue", "description"});
  std::optional<BriefPlace> place = find(text_in(object, kChangeAt));
  if (!place) place = find(text_in(object, kWords));
  if (!place) place = find(text_in(object, kChangeAgent));
  if (!place) return notes_.unknown_entry(text_in(object, kChangeAt));
  const Json* outcome = find_field(object, kOutcome);
  const Json* why = find_field(object, kWhy);
  if (outcome != nullptr && why == nullptr) return outcome_said(*place, *outcome);
  settle(*place, outcome == nullptr ? Outcome::kOpen : objection_outcome(brief_text(*outcome)),
         why == nullptr ? "" : brief_text(*why));
}

void BriefObjectionEdit::outcome_said(const BriefPlace& place, const Json& value) {
  if (value.is_object()) {
    const Json* outcome = find_field(value.get_object(), kOutcome);
    const Json* why = find_field(value.get_object(), kWhy);
    if (outcome == nullptr) return;
    return settle(place, objection_outcome(brief_text(*outcome)),
                  why == nullptr ? "" : brief_text(*why));
  }
  const std::string said = brief_text(value);
  const Labelled parts = split_label(said);
  const Outcome labelled = objection_outcome(parts.label);
  if (labelled != Outcome::kOpen) return settle(place, labelled, parts.text);
  settle(place, objection_outcome(said), "");
}

void BriefObjectionEdit::settle(const BriefPlace& place, Outcome outcome, const std::string& why) {
  if (outcome == Outcome::kOpen) return;
  if (outcome == Outcome::kOverruled)
    return notes_.warn("overruled_by_agent",
                       "Only the person overrules an objection; " + id_of(place) + " stays open.");
  if (says_nothing(why) || is_placeholder(why))
    return notes_.warn("no_reason",
                       "What became of " + id_of(place) + " has no reason; it stays open.");
  BriefObjection& one = notes_.out.brief.objections[open_[*place.index]];
  one.outcome = outcome;
  one.why = why;
  notes_.named(place);
}

}  // namespace fm
