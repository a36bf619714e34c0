#include "team/spending/token_scale.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

TEST_CASE("P-25 what a provider counts makes our guess nearer, up at once and down slowly") {
  TokenScale scale;
  CHECK(scale.guessed_room(10'000) == 10'000);
  scale.learn(1'000, 1'500);
  CHECK(scale.tokens(1'000) == 1'550);
  CHECK(scale.guessed_room(15'500) == 10'000);
  scale.learn(1'000, 500);
  CHECK(scale.tokens(1'000) == 1'300);
  for (int i = 0; i < 40; ++i) scale.learn(1'000, 500);
  CHECK(scale.tokens(1'000) < 600);
  CHECK(scale.tokens(1'000) >= 550);  // never below what was seen
}

TEST_CASE("P-25 small prompts, missing and absurd counts teach nothing that harms") {
  TokenScale scale;
  scale.learn(10, 1'000);
  scale.learn(1'000, 0);
  scale.learn(1'000, -5);
  CHECK(!scale.known());
  CHECK(scale.tokens(100) == 100);
  scale.learn(1'000, 1'000'000'000);
  CHECK(scale.tokens(100) == 300);
  CHECK(scale.guessed_room(0) == 0);
}

}  // namespace
}  // namespace fm
