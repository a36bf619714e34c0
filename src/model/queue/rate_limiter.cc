#include "model/queue/rate_limiter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "base/figures.h"

namespace fm {
namespace {

constexpr Millis kMinute{60'000};
constexpr int kBearsAll = 64;
// The longest time that a provider's word is trusted: after it, one call tries whether it still
// holds.
constexpr Millis kLongestWait = std::chrono::hours(1);
constexpr double kMostLimit = 1e15;   // more is no limit
constexpr Millis kOvertaking{2'000};  // by which a later call may reach the server before another
constexpr double kRounding = 1'000;   // ms, of a reset
constexpr double kAlmost = 1e-6;      // what rounding may take off a bucket

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

// What a call takes of a limit. What it will be answered nobody knows before; a limit of output
// that is at zero is still waited for.
double need(RateUnit unit, std::int64_t tokens) {
  if (unit == RateUnit::kRequests) return 1;
  return unit == RateUnit::kOutputTokens ? 0 : static_cast<double>(tokens);
}

double count(Millis span) { return static_cast<double>(span.count()); }

}  // namespace

double RateLimiter::Bucket::available(Millis now) const {
  return std::min(limit, left + rate * count(now - at));
}

Millis RateLimiter::Bucket::until(double wanted, Millis now) const {
  const double missing = std::clamp(wanted, 1.0, limit) - available(now);
  if (missing <= kAlmost) return Millis(0);
  return std::min(Millis(static_cast<std::int64_t>(std::ceil(missing / rate))) + Millis(1),
                  kLongestWait);
}

std::optional<RateLimiter::Block> RateLimiter::blocked(const std::string& model,
                                                       std::int64_t tokens, Millis now) {
  forget(now);
  // The model's own limits first: a call that they hold up must not make others wait.
  if (const auto known = models_.find(model); known != models_.end())
    if (auto block = blocked_by_model(known->second, tokens, now)) return block;
  return blocked_by_caps(tokens, now);
}

std::optional<RateLimiter::Block> RateLimiter::blocked_by_model(const ModelState& state,
                                                                std::int64_t tokens,
                                                                Millis now) const {
  std::optional<Block> longest;
  for (const auto& [unit, bucket] : state.buckets) {
    const Millis wait = bucket.until(need(unit, tokens), now);
    if (wait <= (longest ? longest->wait : Millis(0))) continue;
    const double each = std::max(need(unit, tokens), 1.0) / bucket.rate;
    longest = Block{
        .wait = wait,
        .each = Millis(static_cast<std::int64_t>(std::min(each, count(kLongestWait)))),
        .why = fmt::format("{} allows {} {} at a time and they are used up", name_,
                           thousands(static_cast<std::int64_t>(bucket.limit)), unit_words(unit))};
  }
  const Millis pause = state.paused_until - now;
  if (pause > Millis(0) && (!longest || pause >= longest->wait))
    return Block{.wait = pause, .why = name_ + " asked us to pause"};
  if (!longest && state.bears && std::ssize(state.under_way) >= *state.bears)
    return Block{.why = fmt::format("{} refused more than {} at once", name_,
                                    count_text(*state.bears, "call", "calls"))};
  return longest;
}

std::optional<RateLimiter::Block> RateLimiter::blocked_by_caps(std::int64_t tokens, Millis now) {
  if (caps_.concurrent && under_way_ >= *caps_.concurrent)
    return Block{.is_all = true,
                 .why = fmt::format("your limit for {} is {} at once", name_,
                                    count_text(*caps_.concurrent, "call", "calls"))};
  const auto begun = static_cast<std::int64_t>(last_minute_.size());
  if (const auto cap = caps_.requests_per_minute; cap && begun >= *cap) {
    const auto& first = last_minute_[static_cast<std::size_t>(begun - *cap)];
    return Block{.wait = first.at + kMinute - now,
                 .each = kMinute / *cap,
                 .is_all = true,
                 .why = fmt::format("your limit for {} is {} a minute", name_,
                                    count_text(*cap, "request", "requests"))};
  }
  const auto cap = caps_.tokens_per_minute;
  if (!cap || begun == 0 || tokens_last_minute_ + tokens <= *cap) return std::nullopt;
  std::int64_t over = tokens_last_minute_ + tokens - *cap;
  Millis last{0};
  for (const Begun& one : last_minute_) {
    over -= one.tokens;
    last = one.at;
    if (over <= 0) break;
  }
  return Block{
      .wait = last + kMinute - now,
      .each = std::min(kMinute * std::max<std::int64_t>(tokens, 1) / *cap, kLongestWait),
      .is_all = true,
      .why = fmt::format("your limit for {} is {} tokens a minute", name_, thousands(*cap))};
}

// What began more than a minute ago no longer counts.
void RateLimiter::forget(Millis now) {
  while (!last_minute_.empty() && last_minute_.front().at + kMinute <= now) {
    tokens_last_minute_ -= last_minute_.front().tokens;
    last_minute_.pop_front();
  }
}

RateLimiter::Ticket RateLimiter::begin(const std::string& model, std::int64_t tokens, Millis now) {
  forget(now);
  ModelState& state = models_[model];
  ++begun_;
  ++under_way_;
  state.requests_begun += 1;
  state.tokens_begun += tokens;
  state.under_way[state.requests_begun] = {now, tokens};
  if (caps_.requests_per_minute || caps_.tokens_per_minute) {
    last_minute_.push_back({now, tokens});
    tokens_last_minute_ += tokens;
  }
  for (auto& [unit, bucket] : state.buckets) {
    // One call that is far too large does not shut out the others for hours.
    bucket.left = std::max(bucket.available(now) - need(unit, tokens), -bucket.limit);
    bucket.at = now;
  }
  return {.model = model,
          .tokens = tokens,
          .number = begun_,
          .requests_begun = state.requests_begun,
          .tokens_begun = state.tokens_begun,
          .at = now};
}

void RateLimiter::end(const Ticket& ticket, const ModelOutcome& outcome, Millis now,
                      Millis jitter) {
  ModelState& state = models_[ticket.model];
  --under_way_;
  const auto at_once = static_cast<int>(state.under_way.size());
  state.under_way.erase(ticket.requests_begun);
  if (!outcome) {
    const ModelError& error = outcome.error();
    correct(ticket, error.usage, now);
    learn_buckets(state, ticket, error.limits, now, now);
    learn_refusal(state, ticket, error, at_once, now, jitter);
    return;
  }
  correct(ticket, outcome->usage, now);
  // The headers were written before the answer was streamed.
  const Millis streamed = std::max(outcome->total - outcome->first_token, Millis(0));
  learn_buckets(state, ticket, outcome->limits, std::max(now - streamed, ticket.at), now);
  if (state.bears && ticket.requests_begun > state.refused_until &&
      ++*state.bears >= state.bears_all)
    state.bears.reset();
}

void RateLimiter::know(const std::string& model, const RateBuckets& limits, Millis now) {
  for (const RateBucket& one : limits) {
    if (!one.limit || *one.limit < 1 || static_cast<double>(*one.limit) > kMostLimit) continue;
    const auto limit = static_cast<double>(*one.limit);
    models_[model].buckets.try_emplace(one.unit, Bucket{.limit = limit,
                                                        .left = limit,
                                                        .rate = limit / count(kMinute),
                                                        .at = now,
                                                        .written = Millis(-1)});
  }
}

// What was really taken replaces what was expected, where that is known.
void RateLimiter::correct(const Ticket& ticket, const Usage& usage, Millis now) {
  forget(now);
  const std::int64_t taken = usage.input + usage.billed().output;
  const std::int64_t place =
      ticket.number - 1 - (begun_ - static_cast<std::int64_t>(last_minute_.size()));
  if (taken <= 0 || place < 0 || last_minute_.empty()) return;
  Begun& begun = last_minute_[static_cast<std::size_t>(place)];
  tokens_last_minute_ += taken - begun.tokens;
  begun.tokens = taken;
}

// The headers were written when the server had counted this call, and perhaps none of those that
// began after it or shortly before it. Answers end in any order, so of several figures for the same
// time the smallest counts.
void RateLimiter::learn_buckets(ModelState& state, const Ticket& ticket, const RateBuckets& told,
                                Millis written, Millis now) {
  if (told.empty()) return;
  std::int64_t requests = state.requests_begun - ticket.requests_begun;
  std::int64_t tokens = state.tokens_begun - ticket.tokens_begun;
  for (auto other = state.under_way.lower_bound(ticket.requests_begun);
       other != state.under_way.begin() && std::prev(other)->second.at + kOvertaking > ticket.at;) {
    --other;
    requests += 1;
    tokens += other->second.tokens;
  }
  for (const RateBucket& one : told) {
    const auto known = state.buckets.find(one.unit);
    const bool is_known = known != state.buckets.end();
    const double limit =
        one.limit ? static_cast<double>(*one.limit) : (is_known ? known->second.limit : 0);
    if (!one.remaining || limit < 1 || limit > kMostLimit) continue;
    const double remaining = std::clamp(static_cast<double>(*one.remaining), 0.0, limit);
    const double reset = count(std::clamp(one.reset.value_or(kMinute), Millis(1), kLongestWait));
    // Both figures are rounded, and where little is used they tell little about the rate.
    const double rate = std::max((limit - remaining - 1) / (reset + kRounding),
                                 limit / std::max(reset, count(kMinute)));
    const double since =
        one.unit == RateUnit::kRequests ? static_cast<double>(requests) : need(one.unit, tokens);
    double left = std::min(limit, remaining + rate * count(now - written)) - since;
    Millis newest = written;
    if (is_known && ticket.at <= known->second.written) {
      left = std::min(left, known->second.available(now));
      newest = std::max(newest, known->second.written);
    }
    state.buckets[one.unit] = {
        .limit = limit, .left = std::max(left, -limit), .rate = rate, .at = now, .written = newest};
  }
}

void RateLimiter::learn_refusal(ModelState& state, const Ticket& ticket, const ModelError& error,
                                int at_once, Millis now, Millis jitter) {
  const bool is_limit = error.kind == ModelErrorKind::kRateLimit;
  if (!is_limit && error.kind != ModelErrorKind::kOverloaded) return;
  if (error.retry_after)
    state.paused_until =
        std::max(state.paused_until, now + std::min(*error.retry_after, kLongestWait) + jitter);
  // Calls that began together are refused together; that is one refusal. After a pause it is begun
  // with few too, so that not all who waited go at once.
  const bool is_new = ticket.requests_begun > state.refused_until;
  if (!is_new || (!is_limit && !error.retry_after)) return;
  state.bears = std::max(1, std::min(at_once, state.bears.value_or(at_once)) / 2);
  state.bears_all = std::max(kBearsAll, at_once * 2);
  state.refused_until = state.requests_begun;
}

}  // namespace fm
