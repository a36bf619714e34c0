#include "server/http/rate_limit.h"

#include <algorithm>
#include <iterator>

namespace fm::server {

bool RateLimit::is_full(Left& left, Millis now) const {
  const std::int64_t passed = (now - left.at).count();
  left.thousandths = std::min(at_once_ * 1000, left.thousandths + (passed * a_second_));
  left.at = now;
  return left.thousandths == at_once_ * 1000;
}

bool RateLimit::take(std::string_view who, Millis now) {
  if (left_.size() >= kMostKnown)
    for (auto at = left_.begin(); at != left_.end();)
      at = is_full(at->second, now) ? left_.erase(at) : std::next(at);
  const auto [at, is_new] = left_.try_emplace(std::string(who));
  Left& left = at->second;
  if (is_new) left = {.thousandths = at_once_ * 1000, .at = now};
  if (!is_full(left, now) && left.thousandths < 1000) return false;
  left.thousandths -= 1000;
  return true;
}

}  // namespace fm::server
