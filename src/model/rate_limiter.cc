#include "model/rate_limiter.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/figures.h"

namespace fm {
namespace {

constexpr Millis kMinute{60'000};
constexpr int kBearsAll = 64;  // calls at once from which on we no longer count
constexpr Millis kLongestPause = std::chrono::hours(24);

std::string_view unit_words(RateUnit unit) {
  switch (unit) {
    case RateUnit::kRequests:
      return "requests";
    case RateUnit::kInputTokens:
      return "input tokens";
    case RateUnit::kOutputTokens:
      return "output tokens";
    case RateUnit::kTokens:
      return "tokens";
  }
  return "";
}

}  // namespace

std::int64_t RateLimiter::Bucket::available(Millis now) const {
  if (now >= full) return limit;
  if (full <= told) return left;
  const double filled =
      static_cast<double>((now - told).count()) / static_cast<double>((full - told).count());
  return std::min(limit, left + static_cast<std::int64_t>(
                                    static_cast<double>(limit - std::min(left, limit)) * filled));
}

Millis RateLimiter::Bucket::until(std::int64_t need, Millis now) const {
  if (available(now) >= need || now >= full) return Millis(0);
  if (need >= limit || limit <= left) return full - now;
  const double share = static_cast<double>(need - left) / static_cast<double>(limit - left);
  const auto span = static_cast<std::int64_t>(static_cast<double>((full - told).count()) * share);
  return std::max(told + Millis(span + 1) - now, Millis(1));
}

std::int64_t RateLimiter::need(RateUnit unit, std::int64_t tokens) const {
  switch (unit) {
    case RateUnit::kRequests:
      return 1;
    case RateUnit::kOutputTokens:
      return 0;  // nobody knows before; a limit that is at zero is still waited for
    default:
      return tokens;
  }
}

// What began more than a minute ago no longer counts.
void RateLimiter::forget(Millis now) const {
  while (!last_minute_.empty() && last_minute_.front().at + kMinute <= now) {
    tokens_last_minute_ -= last_minute_.front().tokens;
    last_minute_.pop_front();
  }
}

std::optional<RateLimiter::Block> RateLimiter::blocked(const std::string& model,
                                                       std::int64_t tokens, Millis now) const {
  forget(now);
  if (caps_.concurrent && under_way_ >= *caps_.concurrent)
    return Block{Millis(0), fmt::format("{} may be asked for {} at once", name_,
                                        count_text(*caps_.concurrent, "answer", "answers"))};
  const auto begun = static_cast<std::int64_t>(last_minute_.size());
  if (caps_.requests_per_minute && begun >= *caps_.requests_per_minute) {
    const auto at = static_cast<std::size_t>(begun - *caps_.requests_per_minute);
    return Block{last_minute_[at].at + kMinute - now,
                 fmt::format("your limit for {} is {} requests a minute", name_,
                             thousands(*caps_.requests_per_minute))};
  }
  if (caps_.tokens_per_minute && begun > 0 &&
      tokens_last_minute_ + tokens > *caps_.tokens_per_minute) {
    std::int64_t over = tokens_last_minute_ + tokens - *caps_.tokens_per_minute;
    Millis until = last_minute_.back().at;
    for (const Begun& one : last_minute_) {
      over -= one.tokens;
      until = one.at;
      if (over <= 0) break;
    }
    return Block{until + kMinute - now, fmt::format("your limit for {} is {} tokens a minute",
                                                    name_, thousands(*caps_.tokens_per_minute))};
  }
  const auto known = models_.find(model);
  if (known == models_.end()) return std::nullopt;
  const ModelState& state = known->second;
  if (now < state.paused_until)
    return Block{state.paused_until - now, name_ + " asked us to pause"};
  if (state.bears && state.under_way >= *state.bears)
    return Block{Millis(0), fmt::format("{} refused more than {} at once", name_,
                                        count_text(*state.bears, "call", "calls"))};
  for (const auto& [unit, bucket] : state.buckets) {
    const std::int64_t wanted =
        std::max<std::int64_t>(1, std::min(need(unit, tokens), bucket.limit));
    if (const Millis wait = bucket.until(wanted, now); wait > Millis(0))
      return Block{wait, fmt::format("{} allows {} {} at a time and they are used up", name_,
                                     thousands(bucket.limit), unit_words(unit))};
  }
  return std::nullopt;
}

void RateLimiter::begin(const std::string& model, std::int64_t tokens, Millis now) {
  forget(now);
  ModelState& state = models_[model];
  ++under_way_;
  ++state.under_way;
  if (caps_.requests_per_minute || caps_.tokens_per_minute) {
    last_minute_.push_back({now, tokens});
    tokens_last_minute_ += tokens;
  }
  for (auto& [unit, bucket] : state.buckets) {
    bucket.left = bucket.available(now) - need(unit, tokens);
    bucket.told = now;
  }
}

void RateLimiter::learn(ModelState& state, const RateBuckets& told, Millis now) {
  for (const RateBucket& one : told) {
    if (!one.limit || !one.remaining || !one.reset || *one.limit <= 0) continue;
    Bucket bucket{.limit = *one.limit,
                  .left = std::clamp<std::int64_t>(*one.remaining, 0, *one.limit),
                  .told = now,
                  .full = now + std::min(*one.reset, kLongestPause)};
    // Others of ours are under way, and the server may not have counted them yet.
    if (one.unit == RateUnit::kRequests) bucket.left -= state.under_way;
    state.buckets[one.unit] = bucket;
  }
}

void RateLimiter::end(const std::string& model, std::int64_t tokens, const ModelOutcome& outcome,
                      Millis now, Millis jitter) {
  ModelState& state = models_[model];
  --under_way_;
  const int at_once = state.under_way--;
  learn(state, outcome ? outcome->limits : outcome.error().limits, now);
  const Usage& usage = outcome ? outcome->usage : outcome.error().usage;
  if (caps_.tokens_per_minute && usage.input + usage.output > 0) {
    // What was really taken counts from here on, as far as it is more.
    const std::int64_t more = std::max<std::int64_t>(usage.input + usage.output - tokens, 0);
    if (more > 0 && !last_minute_.empty()) {
      last_minute_.back().tokens += more;
      tokens_last_minute_ += more;
    }
  }
  if (outcome) {
    if (state.bears && ++*state.bears >= kBearsAll) state.bears.reset();
    return;
  }
  const ModelError& error = outcome.error();
  if (error.kind != ModelErrorKind::kRateLimit && error.kind != ModelErrorKind::kOverloaded) return;
  if (error.retry_after) {
    state.paused_until =
        std::max(state.paused_until, now + std::min(*error.retry_after, kLongestPause) + jitter);
  } else if (error.kind == ModelErrorKind::kRateLimit && at_once > 1) {
    state.bears = std::max(1, at_once / 2);
  }
}

}  // namespace fm
