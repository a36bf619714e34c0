// The numbers in the ids of a brief's entries while it is changed: each entry keeps its own, and
// what is added gets one that none had before, also none that was taken away (C-41). Pure.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reading/brief/brief.h"
#include "reading/brief/brief_entries.h"

namespace fm {

// Gives `to` the numbers of a list that is no list of rules. `now` has the entries of `before` at
// their places, "" where one is taken away; `added` more come behind them.
void keep_numbers(const Brief& before, BriefPart part, const std::vector<std::string>& now,
                  std::size_t added, Brief& to);

// The numbers of the constraints that have no usual name. They are put in order by their words, so
// each is known by what it says.
class RuleNumbers {
 public:
  // `now` has the constraints of `before` at their places, and what is added behind them.
  RuleNumbers(const Brief& before, const Brief& now);

  // To a brief that put_in_order() has ordered.
  void give(Brief& ordered) const;

 private:
  struct Numbered {
    BriefConstraint rule;
    int number = 0;
  };
  std::vector<Numbered> rules_;
  int highest_ = 0;
};

// With one more rule, in these words.
Brief with_rule(const Brief& brief, std::string text);

}  // namespace fm
