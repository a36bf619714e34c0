// Which of several values in one answer is the answer.
//
// Equal ones are one. A later one that is announced as a correction or as final replaces what came
// before. Placeholders and faults give way to real values. Otherwise the answer is ambiguous.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reading/json/fault.h"
#include "reading/json/fields.h"

namespace fm {

template <class T>
struct Reading {
  Read<T> value;
  std::size_t begin = 0;
  std::size_t end = 0;
};

// `same(a, b)` says whether two values mean the same. `readings` is in the order of the text and
// not empty.
template <class T, class Same>
Read<T> settle(std::string_view text, std::vector<Reading<T>> readings, Same same) {
  const bool any_good = [&] {
    for (const auto& reading : readings) {
      if (reading.value) return true;
    }
    return false;
  }();
  if (any_good) {
    std::erase_if(readings, [](const auto& reading) {
      return !reading.value && (reading.value.error().code == FaultCode::kPlaceholder ||
                                reading.value.error().code == FaultCode::kMissingField ||
                                reading.value.error().code == FaultCode::kEmpty);
    });
  }
  Reading<T>* chosen = &readings.front();
  bool clash = false;
  for (std::size_t i = 1; i < readings.size(); ++i) {
    Reading<T>& next = readings[i];
    const bool equal = chosen->value && next.value && same(*chosen->value, *next.value);
    if (!equal) {
      const std::size_t from = readings[i - 1].end;
      clash = what_follows(text.substr(from, next.begin - from)) == Follows::kMore &&
              (chosen->value || next.value);
    }
    chosen = &next;
  }
  if (clash) {
    return located(text, fault(FaultCode::kAmbiguous,
                               "The answer holds several values that differ.", chosen->begin));
  }
  if (!chosen->value) {
    Fault problem = chosen->value.error();
    if (problem.offset == 0) problem.offset = chosen->begin;
    if (problem.excerpt.empty()) problem.excerpt = excerpt_at(text, problem.offset);
    return std::unexpected(std::move(problem));
  }
  return std::move(chosen->value);
}

}  // namespace fm
