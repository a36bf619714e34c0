#include "model/rate_facts.h"

namespace fm {
RateBuckets rate_buckets(const HttpHeaders&, UtcMs) { return {}; }
}  // namespace fm
