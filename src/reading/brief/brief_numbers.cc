#include "reading/brief/brief_numbers.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "reading/brief/brief_patch.h"

namespace fm {
namespace {

// What was given in a list of so many entries.
int highest_of(const Brief& brief, const std::string& word, std::size_t count) {
  const auto known = brief.numbers.find(word);
  return known == brief.numbers.end() ? static_cast<int>(count) : known->second.highest;
}

// Those that anybody would expect are not kept.
void set_numbers(Brief& brief, const std::string& word, EntryNumbers numbers) {
  for (const int number : numbers.of) numbers.highest = std::max(numbers.highest, number);
  bool is_usual = numbers.highest == static_cast<int>(numbers.of.size());
  for (std::size_t i = 0; i < numbers.of.size(); ++i)
    is_usual = is_usual && numbers.of[i] == static_cast<int>(i) + 1;
  if (is_usual)
    brief.numbers.erase(word);
  else
    brief.numbers[word] = std::move(numbers);
}

std::string rule_word() { return std::string(id_word(BriefPart::kOtherConstraint)); }

}  // namespace

void keep_numbers(const Brief& before, BriefPart part, const std::vector<std::string>& now,
                  std::size_t added, Brief& to) {
  const std::string word(id_word(part));
  EntryNumbers numbers{.of = {}, .highest = highest_of(before, word, now.size())};
  for (std::size_t i = 0; i < now.size(); ++i)
    if (!now[i].empty()) numbers.of.push_back(entry_number(before, word, i));
  for (std::size_t i = 0; i < added; ++i)
    numbers.of.push_back(entry_number(before, word, now.size() + i));
  set_numbers(to, word, std::move(numbers));
}

RuleNumbers::RuleNumbers(const Brief& before, const Brief& now)
    : highest_(highest_of(before, rule_word(), other_constraints(before).size())) {
  std::size_t place = 0;
  for (const std::size_t at : other_constraints(now))
    rules_.push_back({now.constraints[at], entry_number(before, rule_word(), place++)});
}

void RuleNumbers::give(Brief& ordered) const {
  EntryNumbers numbers{.of = {}, .highest = highest_};
  std::vector<Numbered> rest = rules_;
  for (const std::size_t at : other_constraints(ordered)) {
    const auto known = std::ranges::find(rest, ordered.constraints[at], &Numbered::rule);
    if (known == rest.end()) continue;
    numbers.of.push_back(known->number);
    rest.erase(known);
  }
  set_numbers(ordered, rule_word(), std::move(numbers));
}

Brief with_rule(const Brief& brief, std::string text) {
  Brief now = brief;
  now.constraints.push_back({"", std::move(text)});
  const RuleNumbers numbers(brief, now);
  put_in_order(now);
  numbers.give(now);
  return now;
}

}  // namespace fm
