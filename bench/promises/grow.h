// Growing: a figure at an eighth, a quarter, the half and the whole of a size, so that what takes
// more than twice as long for twice as much shows itself early and does not hold up the rest.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/promises/measure.h"

namespace fm::bench {

struct Effort {
  double patience = 3;  // seconds; after a step that takes longer there is none twice as big
};

struct Step {
  int size = 0;
  Figures figures;
};

// Runs `measure` with each size until one takes longer than the patience allows. At least one.
std::vector<Step> grow(const Effort& effort, int whole,
                       const std::function<Figures(int size)>& measure);

// Rows that say how the figure `name` grew in the last step, and where the growing stopped.
void growth_rows(Table& table, const std::vector<Step>& steps, int whole, const std::string& of,
                 std::string_view name);

}  // namespace fm::bench
