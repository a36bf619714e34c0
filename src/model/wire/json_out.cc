#include "model/wire/json_out.h"

#include <fmt/format.h>

#include <algorithm>

namespace fm {

JsonOut& JsonOut::hundredths(int value) {
  const int positive = std::max(value, 0);
  return raw(fmt::format("{}.{:02}", positive / 100, positive % 100));
}

}  // namespace fm
