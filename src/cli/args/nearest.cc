#include "cli/args/nearest.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fm::cli {
namespace {

// How many letters have to be put in, taken out, exchanged or swapped with their neighbour.
std::size_t distance(std::string_view one, std::string_view other) {
  const std::size_t columns = other.size() + 1;
  std::vector<std::size_t> before(columns), last(columns), now(columns);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= one.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j < columns; ++j) {
      const bool same = one[i - 1] == other[j - 1];
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0u : 1u)});
      const bool swapped =
          i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
      if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before = std::exchange(last, now);
  }
  return last.back();
}

}  // namespace

std::optional<std::string> nearest(std::string_view said, const std::vector<std::string>& known) {
  std::optional<std::string> best;
  std::size_t least = said.size() / 3 + 2;  // further away it would be a guess
  for (const std::string& word : known) {
    const bool begins = said.size() >= 2 && word.starts_with(said);
    const std::size_t far = begins ? 1 : distance(said, word);
    if (far >= least) continue;
    least = far;
    best = word;
  }
  return best;
}

}  // namespace fm::cli
