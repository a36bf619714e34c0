// RateLimit: how often somebody may ask (P-75): so many a second, and more at once after a pause.
//
// Whoever did not ask for a while is forgotten. Times are of the steady clock. Pure.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace fm::server {

class RateLimit {
 public:
  RateLimit(int a_second, int at_once) : a_second_(a_second), at_once_(at_once) {}

  bool take(std::string_view who, Millis now);
  std::size_t known() const { return left_.size(); }

 private:
  static constexpr std::size_t kMostKnown = 10'000;
  struct Left {
    std::int64_t thousandths = 0;
    Millis at{0};
  };
  bool is_full(Left& left, Millis now) const;  // after what came with time

  const std::int64_t a_second_;
  const std::int64_t at_once_;
  std::map<std::string, Left, std::less<>> left_;
};

}  // namespace fm::server
