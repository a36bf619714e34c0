#include "base/shared_vector.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include "base/test_seed.h"

namespace fm {
namespace {

static_assert(std::ranges::random_access_range<SharedVector<std::string>>);

TEST_CASE("a copy does not see what is done to the original, nor the other way round") {
  SharedVector<std::string> first{"a", "b"};
  SharedVector<std::string> second = first;
  first.push_back("c");
  first.edit(0) = "A";
  second.push_back("d");
  CHECK(std::ranges::equal(first, std::vector<std::string>{"A", "b", "c"}));
  CHECK(std::ranges::equal(second, std::vector<std::string>{"a", "b", "d"}));
}

TEST_CASE("elements that a copy shares are the same objects") {
  SharedVector<std::string> first;
  for (int i = 0; i < 100; ++i) first.push_back(std::to_string(i));
  SharedVector<std::string> second = first;
  second.edit(50) = "changed";
  CHECK(&first[49] == &second[49]);
  CHECK(&first[99] == &second[99]);
  CHECK(first[50] == "50");
}

TEST_CASE("any changes among any copies give what plain vectors give") {
  std::mt19937 random(test_seed());
  std::vector<SharedVector<int>> shared(1);
  std::vector<std::vector<int>> plain(1);
  for (int step = 0; step < 20'000; ++step) {
    const std::size_t at = random() % shared.size();
    const int value = static_cast<int>(random() % 1000);
    switch (random() % 8) {
      case 0:
        if (shared.size() < 6) {
          shared.push_back(shared[at]);
          plain.push_back(plain[at]);
        } else {
          shared[at] = shared[random() % shared.size()];
          plain[at].assign(shared[at].begin(), shared[at].end());
        }
        break;
      case 1:
        if (plain[at].empty()) break;
        shared[at].edit(static_cast<std::size_t>(value) % plain[at].size()) = -value;
        plain[at][static_cast<std::size_t>(value) % plain[at].size()] = -value;
        break;
      case 2:
        if (random() % 20 != 0) break;
        erase_if(shared[at], [&](int one) { return one % 3 == value % 3; });
        std::erase_if(plain[at], [&](int one) { return one % 3 == value % 3; });
        break;
      default:
        shared[at].push_back(value);
        plain[at].push_back(value);
    }
    REQUIRE(shared[at].size() == plain[at].size());
    if (step % 50 == 0)
      for (std::size_t i = 0; i < shared.size(); ++i)
        REQUIRE(std::ranges::equal(shared[i], plain[i]));
  }
}

}  // namespace
}  // namespace fm
