// Sums that stop at the largest number instead of running over it: counts come from outside.
#pragma once

#include <cstdint>
#include <limits>

namespace fm {

constexpr std::int64_t capped_sum(std::int64_t one, std::int64_t other) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(one, other, &sum)) return sum;
  return one < 0 ? std::numeric_limits<std::int64_t>::min()
                 : std::numeric_limits<std::int64_t>::max();
}

}  // namespace fm
