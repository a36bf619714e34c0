#include "reading/brief/brief_entries.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/brief/brief_patch.h"
#include "reading/json/chars.h"
#include "reading/json/names.h"

namespace fm {
namespace {

using Name = std::string_view;
using Part = BriefPart;

struct PartWords {
  Part part;
  Name id;    // before a number
  Name name;  // of the part itself
};
constexpr std::array<PartWords, 10> kParts = {{
    {Part::kTitle, "title", "title"},
    {Part::kGoal, "goal", "goal"},
    {Part::kIncluded, "in", "included"},
    {Part::kExcluded, "out", "excluded"},
    {Part::kUsualConstraint, "", "constraints"},
    {Part::kOtherConstraint, "rule", "constraints"},
    {Part::kDecisions, "decision", "decisions"},
    {Part::kUnknowns, "unknown", "unknowns"},
    {Part::kStep, "step", "next_steps"},
    {Part::kObjection, "o", "objections"},
}};

const PartWords& words_of(Part part) { return *std::ranges::find(kParts, part, &PartWords::part); }

// By name_key(), without a number behind it.
constexpr auto kSaid = std::to_array<std::pair<Name, Part>>({
    {"title", Part::kTitle},
    {"goal", Part::kGoal},
    {"objective", Part::kGoal},
    {"in", Part::kIncluded},
    {"inscope", Part::kIncluded},
    {"scope", Part::kIncluded},
    {"scopein", Part::kIncluded},
    {"scopeincluded", Part::kIncluded},
    {"included", Part::kIncluded},
    {"include", Part::kIncluded},
    {"features", Part::kIncluded},
    {"out", Part::kExcluded},
    {"outofscope", Part::kExcluded},
    {"scopeout", Part::kExcluded},
    {"scopeexcluded", Part::kExcluded},
    {"excluded", Part::kExcluded},
    {"exclude", Part::kExcluded},
    {"rule", Part::kOtherConstraint},
    {"rules", Part::kOtherConstraint},
    {"constraint", Part::kOtherConstraint},
    {"constraints", Part::kOtherConstraint},
    {"limit", Part::kOtherConstraint},
    {"limits", Part::kOtherConstraint},
    {"decision", Part::kDecisions},
    {"decisions", Part::kDecisions},
    {"unknown", Part::kUnknowns},
    {"unknowns", Part::kUnknowns},
    {"openquestion", Part::kUnknowns},
    {"openquestions", Part::kUnknowns},
    {"question", Part::kUnknowns},
    {"questions", Part::kUnknowns},
    {"needmoreinfo", Part::kUnknowns},
    {"step", Part::kStep},
    {"steps", Part::kStep},
    {"nextstep", Part::kStep},
    {"nextsteps", Part::kStep},
    {"proposednextsteps", Part::kStep},
    {"o", Part::kObjection},
    {"objection", Part::kObjection},
    {"objections", Part::kObjection},
});

std::optional<Part> part_said(std::string_view key) {
  const auto found = std::ranges::find(kSaid, key, [](const auto& one) { return one.first; });
  if (found == kSaid.end()) return std::nullopt;
  return found->second;
}

bool is_list(Part part) {
  return part != Part::kTitle && part != Part::kGoal && part != Part::kUsualConstraint &&
         part != Part::kStep;
}

bool is_number(std::string_view word) {
  return !word.empty() && word.size() < 4 && std::ranges::all_of(word, is_ascii_digit);
}

bool is_usual(std::string_view name) {
  return std::ranges::find(kUsualConstraints, name) != kUsualConstraints.end();
}

// "in2 (included)", "/in2", "#in2": without what stands around it.
std::string_view bare(std::string_view said) {
  said = trim(said);
  while (!said.empty() && Name("/#[`\"*").contains(said.front())) said.remove_prefix(1);
  while (!said.empty() && Name("]`\"*:").contains(said.back())) said.remove_suffix(1);
  const std::size_t gloss = said.find(" (");
  if (said.ends_with(')') && gloss != std::string_view::npos) said = said.substr(0, gloss);
  return trim(said);
}

std::string one_line(std::string_view text) {
  std::string out;
  for (const std::string_view line : split_lines(text)) {
    if (trim(line).empty()) continue;
    out += (out.empty() ? "" : " / ") + std::string(trim(line));
  }
  return out;
}

class Difference {
 public:
  explicit Difference(const Brief& before) : before_(before) {}

  void note(const BriefPlace& place) {
    std::string id = id_of(before_, place);
    if (std::ranges::find(named_, id) == named_.end()) named_.push_back(std::move(id));
  }

  void list(Part part, const std::vector<std::string>& before,
            const std::vector<std::string>& after) {
    for (std::size_t i = 0; i < before.size(); ++i)
      if (std::ranges::find(after, before[i]) == after.end()) note({part, i, {}});
    const bool added = std::ranges::any_of(after, [&](const std::string& text) {
      return std::ranges::find(before, text) == before.end();
    });
    if (added) note({part, {}, {}});
  }

  std::vector<std::string> take() { return std::move(named_); }

 private:
  const Brief& before_;
  std::vector<std::string> named_;
};

std::string usual_constraint(const Brief& brief, Name name) {
  const auto found = std::ranges::find(brief.constraints, name, &BriefConstraint::name);
  return found == brief.constraints.end() ? std::string() : found->text;
}

std::vector<std::string> other_rules(const Brief& brief) {
  std::vector<std::string> out;
  for (const std::size_t at : other_constraints(brief))
    out.push_back(brief.constraints[at].name + "\n" + brief.constraints[at].text);
  return out;
}

void add_list(std::vector<BriefEntry>& out, const Brief& brief, Part part,
              const std::vector<std::string>& texts) {
  for (std::size_t i = 0; i < texts.size(); ++i)
    out.push_back({id_of(brief, {part, i}), std::string(words_of(part).name), texts[i]});
}

}  // namespace

std::string id_of(const BriefPlace& place) {
  const PartWords& words = words_of(place.part);
  if (place.part == Part::kUsualConstraint) return place.name;
  if (place.part == Part::kStep && !place.name.empty()) return "step-" + place.name;
  return place.index ? std::string(words.id) + std::to_string(*place.index + 1)
                     : std::string(words.name);
}

std::string_view id_word(BriefPart part) { return is_list(part) ? words_of(part).id : Name(); }

int entry_number(const Brief& brief, std::string_view word, std::size_t index) {
  const auto known = brief.numbers.find(std::string(word));
  const int place = static_cast<int>(index) + 1;
  if (known == brief.numbers.end()) return place;
  const auto& [numbers, highest] = known->second;
  if (index < numbers.size()) return numbers[index];
  return highest + place - static_cast<int>(numbers.size());
}

std::string id_of(const Brief& brief, const BriefPlace& place) {
  const std::string_view word = id_word(place.part);
  if (!place.index || word.empty() || place.part == Part::kObjection) return id_of(place);
  return std::string(word) + std::to_string(entry_number(brief, word, *place.index));
}

std::vector<std::size_t> other_constraints(const Brief& brief) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < brief.constraints.size(); ++i)
    if (!is_usual(brief.constraints[i].name)) out.push_back(i);
  return out;
}

std::vector<std::size_t> open_objections(const Brief& brief) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < brief.objections.size(); ++i)
    if (brief.objections[i].outcome == BriefObjection::Outcome::kOpen) out.push_back(i);
  return out;
}

std::vector<BriefEntry> entries_of(const Brief& brief) {
  std::vector<BriefEntry> out = {{"title", "", brief.title}, {"goal", "", brief.goal}};
  add_list(out, brief, Part::kIncluded, brief.included);
  add_list(out, brief, Part::kExcluded, brief.excluded);
  for (const BriefConstraint& one : brief.constraints)
    if (is_usual(one.name)) out.push_back({one.name, "", one.text});
  std::size_t rule = 0;
  for (const std::size_t at : other_constraints(brief)) {
    const BriefConstraint& one = brief.constraints[at];
    out.push_back({id_of(brief, {Part::kOtherConstraint, rule++}),
                   one.name.empty() ? "constraint" : "constraint " + one.name, one.text});
  }
  add_list(out, brief, Part::kDecisions, brief.decisions);
  add_list(out, brief, Part::kUnknowns, brief.unknowns);
  for (const BriefStep& step : brief.next_steps) {
    std::vector<std::string> after;
    for (const std::string& agent : step.after) after.push_back("@" + agent);
    out.push_back({"step-" + step.agent,
                   after.empty() ? "next step" : "next step, after " + join(after, ", "),
                   step.task});
  }
  int open = 0;
  for (const std::size_t at : open_objections(brief)) {
    const BriefObjection& one = brief.objections[at];
    out.push_back({"o" + std::to_string(++open),
                   one.agent.empty() ? "objection" : "objection of @" + one.agent, one.text});
  }
  return out;
}

std::string brief_entries(const Brief& brief) {
  std::string out;
  for (const BriefEntry& entry : entries_of(brief)) {
    out += entry.id;
    if (!entry.part.empty()) out += " (" + one_line(entry.part) + ")";
    out += ": " + one_line(entry.text) + "\n";
  }
  return out;
}

std::vector<std::string> entries_that_differ(const Brief& before, const Brief& after) {
  Difference difference(before);
  if (after.title != before.title) difference.note({Part::kTitle, {}, {}});
  if (after.goal != before.goal) difference.note({Part::kGoal, {}, {}});
  difference.list(Part::kIncluded, before.included, after.included);
  difference.list(Part::kExcluded, before.excluded, after.excluded);
  for (const Name name : kUsualConstraints) {
    if (usual_constraint(before, name) != usual_constraint(after, name))
      difference.note({Part::kUsualConstraint, {}, std::string(name)});
  }
  difference.list(Part::kOtherConstraint, other_rules(before), other_rules(after));
  difference.list(Part::kDecisions, before.decisions, after.decisions);
  difference.list(Part::kUnknowns, before.unknowns, after.unknowns);
  const auto steps = [&](const Brief& brief, const Brief& other) {
    for (const BriefStep& step : brief.next_steps)
      if (std::ranges::find(other.next_steps, step) == other.next_steps.end())
        difference.note({Part::kStep, {}, step.agent});
  };
  steps(before, after);
  steps(after, before);
  return difference.take();
}

BriefPlaces::BriefPlaces(const Brief& brief, const Roster& roster)
    : brief_(brief), roster_(roster) {
  const auto add = [&](std::string_view text, BriefPlace place) {
    const std::string key = title_key(text);
    if (!key.empty()) texts_.try_emplace(key, std::move(place));
  };
  const auto add_all = [&](Part part, const std::vector<std::string>& texts) {
    for (std::size_t i = 0; i < texts.size(); ++i) add(texts[i], {part, i});
  };
  const std::vector<std::size_t> others = other_constraints(brief), open = open_objections(brief);
  for (std::size_t i = 0; i < others.size(); ++i)
    add(brief.constraints[others[i]].name, {Part::kOtherConstraint, i});
  add_all(Part::kIncluded, brief.included);
  add_all(Part::kExcluded, brief.excluded);
  for (std::size_t i = 0; i < others.size(); ++i)
    add(brief.constraints[others[i]].text, {Part::kOtherConstraint, i});
  add_all(Part::kDecisions, brief.decisions);
  add_all(Part::kUnknowns, brief.unknowns);
  for (const BriefStep& step : brief.next_steps) add(step.task, {Part::kStep, {}, step.agent});
  for (std::size_t i = 0; i < open.size(); ++i)
    add(brief.objections[open[i]].text, {Part::kObjection, i});
}

// Where the entry with that number stands; a number that was taken away, and one that is yet to
// come, lie behind the list.
std::size_t BriefPlaces::place_of(BriefPart part, int number) const {
  const auto known = brief_.numbers.find(std::string(id_word(part)));
  if (known == brief_.numbers.end()) return static_cast<std::size_t>(number) - 1;
  const std::vector<int>& numbers = known->second.of;
  const auto found = std::ranges::find(numbers, number);
  return found != numbers.end() ? static_cast<std::size_t>(found - numbers.begin())
                                : kMaxBriefItems + static_cast<std::size_t>(number);
}

std::optional<BriefPlace> BriefPlaces::by_name(std::string_view said) const {
  std::vector<std::string> words = name_words(said);
  if (words.empty()) return std::nullopt;
  std::optional<std::size_t> index;
  if (words.size() > 1 && is_number(words.back())) {
    const std::size_t number = std::stoul(words.back());
    if (number == 0) return std::nullopt;
    index = number - 1;
    words.pop_back();
  }
  const std::string key = join(words, "");
  if (const auto part = part_said(key)) {
    if (index && !is_list(*part)) return std::nullopt;
    if (index) index = place_of(*part, static_cast<int>(*index) + 1);
    return BriefPlace{*part, index, {}};
  }
  if (index) return std::nullopt;
  const std::string usual = constraint_name(key);
  if (is_usual(usual)) return BriefPlace{Part::kUsualConstraint, {}, usual};
  return std::nullopt;
}

std::optional<BriefPlace> BriefPlaces::find(std::string_view said) const {
  constexpr std::size_t kLongestName = 80;
  const std::string_view id = bare(said);
  if (id.size() <= kLongestName) {
    for (const BriefStep& step : brief_.next_steps)
      if (id == id_of({Part::kStep, {}, step.agent}))
        return BriefPlace{Part::kStep, {}, step.agent};
    // "next step of @coder", and "coder" alone.
    const std::string lower = ascii_lower(id);
    for (const Name lead : {"next_steps.", "next_steps/", "next step of ", "next_step-",
                            "next step ", "step of ", "step-", "step_", "step "}) {
      if (!lower.starts_with(lead)) continue;
      if (const auto agent = roster_.find(id.substr(lead.size())))
        return BriefPlace{Part::kStep, {}, roster_.agents()[agent->index].id};
    }
    if (const auto place = by_name(id)) return place;
    if (const auto agent = roster_.find_exact(id)) {
      const std::string& name = roster_.agents()[agent->index].id;
      if (std::ranges::find(brief_.next_steps, name, &BriefStep::agent) != brief_.next_steps.end())
        return BriefPlace{Part::kStep, {}, name};
    }
  }
  constexpr std::size_t kLongestText = 4000;
  if (said.size() > kLongestText) return std::nullopt;
  const auto text = texts_.find(title_key(said));
  return text == texts_.end() ? std::nullopt : std::optional(text->second);
}

bool BriefPlaces::stands(const BriefPlace& place) const {
  const auto within = [&](std::size_t size) { return place.index && *place.index < size; };
  switch (place.part) {
    case Part::kTitle:
    case Part::kGoal:
      return true;
    case Part::kIncluded:
      return within(brief_.included.size());
    case Part::kExcluded:
      return within(brief_.excluded.size());
    case Part::kUsualConstraint:
      return std::ranges::find(brief_.constraints, place.name, &BriefConstraint::name) !=
             brief_.constraints.end();
    case Part::kOtherConstraint:
      return within(other_constraints(brief_).size());
    case Part::kDecisions:
      return within(brief_.decisions.size());
    case Part::kUnknowns:
      return within(brief_.unknowns.size());
    case Part::kStep:
      return std::ranges::find(brief_.next_steps, place.name, &BriefStep::agent) !=
             brief_.next_steps.end();
    case Part::kObjection:
      return within(open_objections(brief_).size());
  }
  return false;
}

}  // namespace fm
