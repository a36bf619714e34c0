#include "model/provider/model_price.h"

#include <algorithm>
#include <limits>

namespace fm {
namespace {

constexpr std::int64_t kMillion = 1'000'000;

__extension__ using Wide = __int128;  // a price times a count does not fit 64 bits

Wide part(std::int64_t tokens, MicroUsd per_million) {
  return static_cast<Wide>(std::max<std::int64_t>(tokens, 0)) * per_million.value;
}

}  // namespace

MicroUsd cost_of(const ModelPrice& price, const Usage& usage) {
  const std::int64_t cached =
      std::clamp<std::int64_t>(usage.cached, 0, std::max<std::int64_t>(usage.input, 0));
  const std::int64_t fresh = std::max<std::int64_t>(usage.input - cached, 0);
  const std::int64_t written = std::clamp<std::int64_t>(usage.cache_write, 0, fresh);
  const Wide sum = part(fresh - written, price.input) + part(written, price.cache_write) +
                   part(cached, price.cached) + part(usage.output, price.output);
  const Wide cost = (sum + kMillion - 1) / kMillion;
  return {
      static_cast<std::int64_t>(std::min<Wide>(cost, std::numeric_limits<std::int64_t>::max()))};
}

}  // namespace fm
