#include "model/provider/model_price.h"

#include <algorithm>
#include <limits>

namespace fm {
namespace {

constexpr std::int64_t kMillion = 1'000'000;

__extension__ using Wide = __int128;  // a price times a count does not fit 64 bits

Wide part(std::int64_t tokens, MicroUsd per_million) {
  return static_cast<Wide>(tokens) * per_million.value;
}

}  // namespace

MicroUsd cost_of(const ModelPrice& price, const Usage& usage) {
  const Usage counts = usage.sane();
  PriceTier rates{.input = price.input,
                  .cached = price.cached,
                  .cache_write = price.cache_write,
                  .output = price.output};
  for (const PriceTier& tier : price.tiers)
    if (counts.input > tier.above) rates = tier;
  const std::int64_t fresh = counts.input - counts.cached - counts.cache_write;
  const Wide sum = part(fresh, rates.input) + part(counts.cache_write, rates.cache_write) +
                   part(counts.cached, rates.cached) + part(counts.output, rates.output);
  const Wide cost = (sum + kMillion - 1) / kMillion;
  return {
      static_cast<std::int64_t>(std::min<Wide>(cost, std::numeric_limits<std::int64_t>::max()))};
}

}  // namespace fm
