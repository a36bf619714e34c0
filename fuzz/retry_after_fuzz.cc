// Feeds any bytes as headers that say how long to wait, and as the words of a refusal.
//
// Held to, besides not crashing: a wait is not below zero and not over a year, a limit not
// negative.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/hold.h"
#include "model/failure/moments.h"
#include "model/failure/rate_facts.h"
#include "model/failure/retry_hint.h"

namespace fm {
namespace {

void hold_wait(std::optional<Millis> wait) {
  if (!wait) return;
  hold(*wait >= Millis(0) && *wait <= std::chrono::hours(24 * 366), "a wait that cannot be");
}

void check(std::string_view text) {
  constexpr UtcMs kNow{1'770'000'000'000};
  const std::string value(text);
  hold_wait(wait_until(text, kNow));
  hold_wait(wait_in_words(text, UtcMs{1'768'471'200'000}));
  for (const char* name : {"retry-after", "retry-after-ms", "x-ratelimit-reset"})
    hold_wait(retry_hint({{"x-ratelimit-remaining", "0"}, {name, value}}, nullptr, text, kNow));
  for (const char* name : {"ratelimit", "ratelimit-policy", "x-ratelimit-limit-tokens",
                           "x-ratelimit-remaining-requests-day", "x-ratelimit-reset-ms"})
    for (const RateBucket& bucket : rate_buckets({{name, value}}, kNow)) {
      hold(bucket.limit.value_or(0) >= 0, "a limit below zero");
      hold(bucket.remaining.value_or(0) >= 0, "less than nothing remains");
      hold_wait(bucket.reset);
    }
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fm::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
