#include "reading/brief/brief_edit.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/brief/brief_found.h"
#include "reading/brief/brief_numbers.h"
#include "reading/brief/brief_steps.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/names.h"

namespace fm {
namespace {

using Name = std::string_view;
using Part = BriefPart;

constexpr auto kObjections = std::to_array<Name>({"objections", "objectionoutcomes", "objection"});
constexpr auto kAdd = std::to_array<Name>({"add", "addto", "append", "insert"});
constexpr auto kPart = std::to_array<Name>({"part", "section", "to", "in", "list", "under"});
constexpr auto kTo = std::to_array<Name>({"to"});
constexpr auto kRemove =
    std::to_array<Name>({"remove", "removed", "delete", "deleted", "drop", "takeaway"});
constexpr auto kOp = std::to_array<Name>({"op", "operation", "action", "type", "kind"});
constexpr auto kText =
    std::to_array<Name>({"text", "newtext", "value", "newvalue", "content", "words", "task", "with",
                         "replacement", "description", "newwords", "new"});
constexpr auto kAfter = std::to_array<Name>({"after", "afteragents", "dependson", "waitsfor"});
constexpr auto kName = std::to_array<Name>({"name", "label", "constraint"});
constexpr auto kRemoves =
    std::to_array<Name>({"remove", "delete", "drop", "takeaway", "removed", "deleted"});
constexpr auto kAdds = std::to_array<Name>({"add", "append", "insert", "added", "new"});

std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

}  // namespace

bool is_brief_change(const Json& value) {
  if (!value.is_object()) return false;
  const JsonObject& object = value.get_object();
  const auto has = [&](FieldNames names) { return find_field(object, names) != nullptr; };
  return has(kChangeAt) || has(kAdd) || has(kRemove) || (has(kOp) && has(kPart));
}

BriefEdit::BriefEdit(const Brief& brief, const Roster& roster, const BriefOptions& options)
    : brief_(brief),
      roster_(roster),
      options_(options),
      places_(brief, roster),
      others_(other_constraints(brief)),
      notes_(brief),
      objections_(brief, roster, places_, notes_) {}

// A list of changes, an object {id: text}, or one change.
Read<void> BriefEdit::changes(const Json& value, int depth) {
  constexpr int kMaxNesting = 3;
  if (depth > kMaxNesting) return {};
  if (value.is_array()) {
    if (value.get_array().size() > kMostBriefChanges) return too_many_changes();
    for (const Json& item : value.get_array())
      if (auto done = item.is_string() ? line(brief_text(item)) : changes(item, depth + 1); !done)
        return done;
    return {};
  }
  if (!value.is_object()) return value.is_string() ? lines(value) : Read<void>();
  const JsonObject& object = value.get_object();
  if (object.size() > kMostBriefChanges) return too_many_changes();
  if (is_brief_change(value)) return change(object);
  for (const auto& member : object)
    if (auto done = named(clean(view(member.key())).text, member.value()); !done) return done;
  return {};
}

// "in2: new words", "add to included: gift cards".
Read<void> BriefEdit::line(std::string_view written) {
  const Labelled parts = split_label(without_list_mark(trim(written)));
  if (parts.label.empty()) return {};
  std::string_view label = parts.label;
  for (const Name lead : {"add to ", "add ", "+ ", "new "}) {
    if (!ascii_lower(label.substr(0, lead.size())).starts_with(lead)) continue;
    const auto place = places_.find(label.substr(lead.size()));
    return place ? set({place->part, {}, place->name}, Json(parts.text), nullptr, {})
                 : Read<void>();
  }
  const auto place = places_.find(label);
  if (!place) return {};
  const bool removes = is_one_of(parts.text, kRemoves) || parts.text == "\"\"";
  return set(*place, Json(removes ? "" : parts.text), nullptr, {});
}

// A whole brief in its place.
Read<void> BriefEdit::replace(const JsonObject& answer) {
  Read<BriefRead> read = read_brief_over(brief_, answer, roster_, options_);
  if (!read) return std::unexpected(std::move(read.error()));
  Brief now = std::move(read->brief);
  std::ranges::move(read->warnings, std::back_inserter(notes_.out.warnings));
  notes_.out.named = entries_that_differ(brief_, now);
  notes_.out.brief = std::move(now);
  is_replaced_ = true;
  notes_.warn("whole_brief", "The answer is a whole brief; what differs was changed.");
  if (const Json* told = find_field(answer, kObjections)) return objections_.read(*told);
  return {};
}

// Where the answer is a whole brief, they are counted anew.
void BriefEdit::keep_numbers() {
  if (is_replaced_) return;
  Brief& now = notes_.out.brief;
  fm::keep_numbers(brief_, Part::kIncluded, now.included, added_[0].size(), now);
  fm::keep_numbers(brief_, Part::kExcluded, now.excluded, added_[1].size(), now);
  fm::keep_numbers(brief_, Part::kDecisions, now.decisions, added_[2].size(), now);
  fm::keep_numbers(brief_, Part::kUnknowns, now.unknowns, added_[3].size(), now);
}

Read<BriefPatchRead> BriefEdit::finish() {
  Brief& now = notes_.out.brief;
  const auto append = [](std::vector<std::string>& to, std::vector<std::string>& more) {
    std::ranges::move(more, std::back_inserter(to));
  };
  keep_numbers();
  const RuleNumbers rules(brief_, now);
  if (took_away_) {
    for (auto* list : {&now.included, &now.excluded, &now.decisions, &now.unknowns})
      std::erase(*list, "");
    std::erase_if(now.constraints, [](const BriefConstraint& one) { return one.text.empty(); });
  }
  append(now.included, added_[0]);
  append(now.excluded, added_[1]);
  append(now.decisions, added_[2]);
  append(now.unknowns, added_[3]);
  std::ranges::move(put_in_order(now), std::back_inserter(notes_.out.warnings));
  if (!is_replaced_) rules.give(now);
  for (const auto* list : {&now.included, &now.excluded, &now.decisions, &now.unknowns})
    if (list->size() > kMaxBriefItems) return too_many_changes();
  if (now.constraints.size() > kMaxBriefItems) return too_many_changes();
  if (now == brief_) {
    if (left_open_)
      return fault(FaultCode::kPlaceholder, "The changes are still the format's own words.");
    std::string message = "The answer changes nothing in the brief that stands.";
    if (!notes_.unknown.empty())
      message += " There is no entry \"" + std::string(cut_bytes(notes_.unknown, 80)) + "\".";
    return fault(FaultCode::kNothingChanged, std::move(message));
  }
  return std::move(notes_.out);
}

Read<void> BriefEdit::lines(const Json& value) {
  for (const std::string& one : brief_items(value))
    if (auto done = line(one); !done) return done;
  return {};
}

// {"at"|"add"|"remove": ..., "text": ..., "after": [...], "agent": ...}
Read<void> BriefEdit::change(const JsonObject& object) {
  const std::string op = text_in(object, kOp);
  std::string at = text_in(object, kChangeAt);
  const Json* text = find_field(object, kText);
  const Json* after = find_field(object, kAfter);
  const Json* remove = find_field(object, kRemove);
  const Json* add = find_field(object, kAdd);
  if (tells_outcome(object) && objections_.find(at)) {
    objections_.one(object);
    return {};
  }
  if (remove != nullptr && remove->is_string()) at = plain_text(*remove).value_or("");
  const bool removes = (remove != nullptr && (remove->is_string() || *remove == Json(true))) ||
                       is_one_of(op, kRemoves);
  static const Json kNothing = "";
  if (removes) text = &kNothing;
  std::optional<BriefPlace> place;
  bool adds = is_one_of(op, kAdds);
  if (add != nullptr && add->is_string()) {
    adds = true;
    place = places_.find(plain_text(*add).value_or(""));
    const auto other = places_.find(text_in(object, kPart));
    // {"add": "gift cards", "to": "included"}
    if (other && (!place || place->index || text == nullptr)) place = other, text = add;
  } else if (add != nullptr && !add->is_bool()) {
    return changes(*add, 1);  // {"add": {"included": [...]}}
  } else {
    if (at.empty()) at = text_in(object, kPart);
    place = places_.find(at);
    if (text == nullptr) text = find_field(object, kTo);
  }
  if (!place) {
    notes_.unknown_entry(at.empty() && add != nullptr ? plain_text(*add).value_or("") : at);
    return {};
  }
  if (adds) place->index.reset();
  std::string name = text_in(object, kChangeAgent);
  if (name.empty()) name = text_in(object, kName);
  if (text == nullptr && after == nullptr) return {};
  return set(*place, text != nullptr ? *text : Json(nullptr), after, name);
}

// {"in2": "new words", "included": ["one more"], "step-coder": {"text": ..., "after": [...]}}
Read<void> BriefEdit::named(const std::string& key, const Json& value) {
  const auto place = places_.find(key);
  if (!place) {
    notes_.unknown_entry(key);
    return {};
  }
  const bool step = place->part == Part::kStep;
  if (step && place->name.empty()) return add_steps(value, Known::kInstead);
  if (place->part == Part::kObjection) {
    objections_.outcome_said(*place, value);
    return {};
  }
  if (value.is_object() && (step || place->index)) {
    const Json* text = find_field(value.get_object(), kText);
    const Json* after = find_field(value.get_object(), kAfter);
    return set(*place, text != nullptr ? *text : Json(nullptr), after, {});
  }
  if (value.is_array() && !step && !place->index) {
    for (const Json& item : value.get_array())
      if (auto done = set(*place, item, nullptr, {}); !done) return done;
    return {};
  }
  return set(*place, value, nullptr, {});
}

// `text` null: it stays. `name`: of a step's agent or a constraint that is added.
Read<void> BriefEdit::set(const BriefPlace& place, const Json& text, const Json* after,
                          const std::string& name) {
  if (place.part == Part::kStep) return set_step(place, text, after, name);
  if (place.part == Part::kObjection) {
    if (place.index) objections_.outcome_said(place, text);
    return {};
  }
  const std::string said = brief_text(text, place.part == Part::kGoal ? "\n" : "; ");
  if (is_placeholder(plain_text(text).value_or(""))) {
    left_open_ = true;
    return {};
  }
  switch (place.part) {
    case Part::kTitle:
      set_required(place, notes_.out.brief.title, said);
      break;
    case Part::kGoal:
      set_required(place, notes_.out.brief.goal, said);
      break;
    case Part::kIncluded:
      set_item(place, notes_.out.brief.included, added_[0], said);
      break;
    case Part::kExcluded:
      set_item(place, notes_.out.brief.excluded, added_[1], said);
      break;
    case Part::kDecisions:
      set_item(place, notes_.out.brief.decisions, added_[2], said);
      break;
    case Part::kUnknowns:
      set_item(place, notes_.out.brief.unknowns, added_[3], said);
      break;
    case Part::kUsualConstraint:
      set_constraint(place.name, said);
      break;
    case Part::kOtherConstraint:
      set_rule(place, text, said, name);
      break;
    case Part::kStep:
    case Part::kObjection:
      break;
  }
  return {};
}

void BriefEdit::set_required(const BriefPlace& place, std::string& text, const std::string& said) {
  if (said.empty()) {
    notes_.warn("required_entry", "The brief keeps its " + id_of(brief_, place) + ".");
  } else if (text != said) {
    text = said;
    notes_.named(place);
  }
}

// An index behind the list's end is one that the answer gave to what it adds.
void BriefEdit::set_item(const BriefPlace& place, std::vector<std::string>& list,
                         std::vector<std::string>& added, const std::string& said) {
  if (place.index && *place.index < list.size()) {
    if (list[*place.index] == said) return;
    list[*place.index] = said;
    took_away_ = took_away_ || said.empty();
    return notes_.named(place);
  }
  const std::string item(without_list_mark(said));
  if (item.empty()) {
    if (place.index) notes_.unknown_entry(id_of(brief_, place));
    return;
  }
  const auto same = [&](const std::string& other) {
    return other == item || same_title(other, item);
  };
  if (std::ranges::any_of(list, same) || std::ranges::any_of(added, same)) return;
  added.push_back(item);
  notes_.named({place.part, {}, {}});
}

void BriefEdit::set_constraint(const std::string& name, const std::string& said) {
  auto& all = notes_.out.brief.constraints;
  const auto known = std::ranges::find(all, name, &BriefConstraint::name);
  if (known == all.end() && said.empty()) return;
  if (known == all.end()) {
    all.push_back({name, said});
  } else if (known->text == said) {
    return;
  } else {
    known->text = said;
    took_away_ = took_away_ || said.empty();
  }
  const auto at =
      static_cast<std::size_t>(std::ranges::find(all, name, &BriefConstraint::name) - all.begin());
  const auto rule = std::ranges::find(others_, at);
  const bool usual = std::ranges::find(kUsualConstraints, Name(name)) != kUsualConstraints.end();
  BriefPlace place{Part::kOtherConstraint, {}, {}};
  if (usual) place = {Part::kUsualConstraint, {}, name};
  if (!usual && rule != others_.end())
    place.index = static_cast<std::size_t>(rule - others_.begin());
  notes_.named(place);
}

void BriefEdit::set_rule(const BriefPlace& place, const Json& text, const std::string& said,
                         const std::string& name) {
  if (place.index && *place.index < others_.size()) {
    BriefConstraint& rule = notes_.out.brief.constraints[others_[*place.index]];
    const Labelled parts = split_label(said);  // "Languages: three"
    const std::string now =
        !rule.name.empty() && same_title(parts.label, rule.name) ? parts.text : said;
    if (rule.text == now) return;
    rule.text = now;
    took_away_ = took_away_ || now.empty();
    return notes_.named(place);
  }
  if (said.empty()) {
    if (place.index) notes_.unknown_entry(id_of(brief_, place));
    return;
  }
  const Json given = name.empty() ? text : Json(JsonObject{{name, said}});
  for (const BriefConstraint& one : brief_constraints(given)) {
    if (!one.name.empty()) {
      set_constraint(one.name, one.text);
    } else if (std::ranges::find(notes_.out.brief.constraints, one) ==
               notes_.out.brief.constraints.end()) {
      notes_.out.brief.constraints.push_back(one);
      notes_.named({Part::kOtherConstraint, {}, {}});
    }
  }
}

Read<void> BriefEdit::set_step(const BriefPlace& place, const Json& text, const Json* after,
                               const std::string& name) {
  const std::string agent = place.name.empty() ? name : place.name;
  auto& steps = notes_.out.brief.next_steps;
  const auto known = std::ranges::find(steps, agent, &BriefStep::agent);
  const bool replaces = !place.name.empty() && known != steps.end();
  std::string task = brief_text(text, "\n");
  if (text.is_null() && replaces) task = known->task;
  if (is_placeholder(plain_text(text).value_or(""))) {
    left_open_ = true;
    return {};
  }
  if (replaces && task.empty()) {
    steps.erase(known);
    notes_.named({Part::kStep, {}, agent});
    return {};
  }
  JsonObject step{{"task", task}};
  if (!agent.empty()) step["agent"] = agent;
  if (after != nullptr) step["after"] = *after;
  if (!replaces) return add_steps(agent.empty() ? text : Json(step), Known::kMore);
  BriefRead read;
  // An agent that has left the team keeps its step, and may be reworded.
  if (roster_.find_exact(agent)) {
    auto done = read_brief_steps(JsonArray{std::move(step)}, roster_, options_, read);
    if (!done) return done;
  }
  BriefStep now = read.brief.next_steps.empty() ? BriefStep{agent, task}
                                                : std::move(read.brief.next_steps.front());
  if (after == nullptr && now.after.empty()) now.after = known->after;
  now.agent = agent;
  if (now == *known) return {};
  *known = std::move(now);
  notes_.named({Part::kStep, {}, agent});
  return {};
}

// Of agents that have none yet; where one has, its tasks become more.
Read<void> BriefEdit::add_steps(const Json& value, Known known_step) {
  BriefRead read;
  if (auto done = read_brief_steps(value.is_object() ? Json(JsonArray{value}) : value, roster_,
                                   options_, read);
      !done)
    return done;
  std::ranges::move(read.warnings, std::back_inserter(notes_.out.warnings));
  for (const std::string& text : read.brief.unknowns)
    set_item({Part::kUnknowns, {}, {}}, notes_.out.brief.unknowns, added_[3], text);
  for (BriefStep& step : read.brief.next_steps) {
    auto& steps = notes_.out.brief.next_steps;
    const auto known = std::ranges::find(steps, step.agent, &BriefStep::agent);
    const BriefPlace place{Part::kStep, {}, step.agent};
    if (known == steps.end()) {
      steps.push_back(std::move(step));
    } else if (known_step == Known::kInstead) {
      if (step.after.empty()) step.after = known->after;
      if (step == *known) continue;
      *known = std::move(step);
    } else {
      const std::string before = known->task;
      if (known->task != step.task &&
          !("\n" + known->task + "\n").contains("\n" + step.task + "\n"))
        known->task += "\n" + step.task;
      const bool waits = !step.after.empty();
      if (waits) known->after = std::move(step.after);
      if (before == known->task && !waits) continue;
    }
    notes_.named(place);
  }
  return {};
}

}  // namespace fm
