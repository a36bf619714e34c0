// For tests: how many steps reading an answer may take at most.
#pragma once

#include "reading/json/budget.h"

namespace fm {

constexpr std::size_t step_bound(std::size_t bytes) {
  return kStepsAtLeast + bytes * kStepsPerByte;
}

}  // namespace fm
