#include "model/failure/rate_facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <ranges>
#include <string>
#include <utility>

#include "base/text.h"
#include "model/failure/moments.h"
#include "model/failure/retry_hint.h"

namespace fm {
namespace {

constexpr Millis kLongestReset = std::chrono::hours(24 * 31);
constexpr std::string_view kMark = "ratelimit";

// What is said of one window of one unit ("requests of a minute"). Figures of different windows
// must not be mixed, so they are kept apart until it is known which window limits the calls.
using Windows = std::map<std::pair<RateUnit, std::string>, RateBucket>;

std::optional<std::int64_t> count_in(std::string_view text) {
  text = trim(text);
  std::int64_t value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, failed] = std::from_chars(text.data(), last, value);
  // "100, 100;w=60": the figure itself stands first.
  const bool whole = end == last || *end == ',' || *end == ';' || *end == '.';
  if (failed != std::errc() || !whole || value < 0) return std::nullopt;
  return value;
}

std::optional<Millis> reset_in(std::string_view text, UtcMs now) {
  const auto span = wait_until(text, now);
  return span && *span <= kLongestReset ? span : std::nullopt;
}

// Takes `word` out of `name`; what is left of the name in the end tells the window.
bool take(std::string& name, std::string_view word) {
  const auto at = name.find(word);
  if (at == name.npos) return false;
  name.erase(at, word.size());
  return true;
}

// A header that is there twice tells of the tighter limit.
void keep_less(std::optional<std::int64_t>& known, std::optional<std::int64_t> told) {
  if (told && (!known || *told < *known)) known = told;
}
void keep_longer(std::optional<Millis>& known, std::optional<Millis> told) {
  if (told && (!known || *told > *known)) known = told;
}

// "x-ratelimit-remaining-tokens-minute" or "anthropic-ratelimit-input-tokens-remaining": the words
// in any order.
void read_figure(Windows& windows, std::string name, std::string_view value, UtcMs now) {
  const auto mark = name.find(kMark);
  name.erase(mark, kMark.size());  // "limit" is a word of its own from here on
  const bool in_ms = take(name, "-ms");
  const bool remaining = take(name, "-remaining");
  const bool reset = !remaining && take(name, "-reset");
  if (!remaining && !reset && !take(name, "-limit")) return;
  RateUnit unit = RateUnit::kRequests;
  if (take(name, "-input-tokens")) {
    unit = RateUnit::kInputTokens;
  } else if (take(name, "-output-tokens")) {
    unit = RateUnit::kOutputTokens;
  } else if (take(name, "-tokens") || take(name, "bysize")) {
    unit = RateUnit::kTokens;
  } else {
    take(name, "-requests");
  }
  RateBucket& bucket = windows[{unit, std::move(name)}];
  if (remaining) {
    keep_less(bucket.remaining, count_in(value));
  } else if (reset) {
    keep_longer(bucket.reset, in_ms ? ms_in(value) : reset_in(value, now));
  } else {
    keep_less(bucket.limit, count_in(value));
  }
}

// The IETF draft, which says it all in one header. Old: `limit=100, remaining=50, reset=5`. New:
// `"burst";r=50;t=30` beside the policy `"burst";q=100;w=60`, both with more than one perhaps.
void read_draft(Windows& windows, std::string_view value, UtcMs now) {
  std::string window = "draft";
  for (const auto item : std::views::split(value, ',')) {
    for (const auto piece : std::views::split(item, ';')) {
      const std::string_view part = trim(std::string_view(piece));
      const auto equals = part.find('=');
      if (equals == part.npos) {
        window = "draft " + std::string(part);
        continue;
      }
      const std::string_view key = part.substr(0, equals);
      const std::string_view figure = part.substr(equals + 1);
      RateBucket& bucket = windows[{RateUnit::kRequests, window}];
      if (key == "limit" || key == "q") keep_less(bucket.limit, count_in(figure));
      if (key == "remaining" || key == "r") keep_less(bucket.remaining, count_in(figure));
      if (key == "reset" || key == "t") keep_longer(bucket.reset, reset_in(figure, now));
    }
  }
}

// Whether `a` delays calls more than `b`: the one that stays used up longer, else the one with less
// left.
bool binds_more(const RateBucket& a, const RateBucket& b) {
  const auto rank = [](const RateBucket& bucket) {
    constexpr std::int64_t kUnknown = std::numeric_limits<std::int64_t>::max();
    const std::int64_t left = bucket.remaining.value_or(kUnknown);
    const Millis reset = bucket.reset.value_or(Millis(0));
    return std::array{left, left == 0 ? -reset.count() : 0, bucket.limit.value_or(kUnknown)};
  };
  return rank(a) < rank(b);
}

}  // namespace

RateBuckets rate_buckets(const HttpHeaders& headers, UtcMs now) {
  Windows windows;
  for (const HttpHeader& header : headers) {
    if (header.name == "ratelimit" || header.name == "ratelimit-policy") {
      read_draft(windows, header.value, now);
    } else if (header.name.contains(kMark)) {
      read_figure(windows, header.name, header.value, now);
    }
  }
  RateBuckets found;
  for (auto& [key, bucket] : windows) {
    if (!bucket.limit && !bucket.remaining && !bucket.reset) continue;
    bucket.unit = key.first;
    if (found.empty() || found.back().unit != bucket.unit) {
      found.push_back(bucket);
    } else if (binds_more(bucket, found.back())) {
      found.back() = bucket;
    }
  }
  return found;
}

}  // namespace fm
