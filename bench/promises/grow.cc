#include "bench/promises/grow.h"

#include <fmt/format.h>

#include <algorithm>

namespace fm::bench {

std::vector<Step> grow(const Effort& effort, int whole,
                       const std::function<Figures(int size)>& measure) {
  std::vector<Step> steps;
  for (const int part : {8, 4, 2, 1}) {
    const int size = std::max(1, whole / part);
    const double began = now_us();
    steps.push_back({size, measure(size)});
    if (now_us() - began > effort.patience * 1e6) break;
  }
  return steps;
}

void growth_rows(Table& table, const std::vector<Step>& steps, int whole, const std::string& of,
                 std::string_view name) {
  const Step& last = steps.back();
  if (steps.size() > 1) {
    const Step& half = steps[steps.size() - 2];
    const double now = last.figures.find(name)->second;
    const double before = half.figures.find(name)->second;
    table.ratio_row(fmt::format("  for twice as many, against {}", half.size), micros(now),
                    micros(before), now / before, 2.2);
  }
  if (last.size < whole)
    table.plain_row(fmt::format("  {} of {} {}: more takes too long", last.size, whole, of), "");
}

}  // namespace fm::bench
