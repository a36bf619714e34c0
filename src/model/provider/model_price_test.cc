#include "model/provider/model_price.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

const ModelPrice kPrice{
    .input = {1'250'000}, .cached = {125'000}, .cache_write = {1'562'500}, .output = {10'000'000}};

TEST_CASE("P-23 a call costs its new input, its cached input and its output, each at its price") {
  CHECK(cost_of(kPrice, {.input = 1'000'000, .cached = 400'000, .output = 10'000}) ==
        MicroUsd{750'000 + 50'000 + 100'000});
  CHECK(cost_of(kPrice, {.input = 1'000'000, .cached = 400'000, .cache_write = 600'000}) ==
        MicroUsd{937'500 + 50'000});
  CHECK(cost_of(kPrice, {.input = 1}) == MicroUsd{2});  // rounded up
  CHECK(cost_of(kPrice, {}) == MicroUsd{0});
}

TEST_CASE("P-23 a long prompt has the price of its tier, the answer too") {
  ModelPrice price = kPrice;
  price.tiers = {{.above = 200'000,
                  .input = {2'500'000},
                  .cached = {250'000},
                  .cache_write = {},
                  .output = {15'000'000}},
                 {.above = 1'000'000,
                  .input = {5'000'000},
                  .cached = {},
                  .cache_write = {},
                  .output = {20'000'000}}};
  CHECK(cost_of(price, {.input = 200'000, .output = 1'000}) == MicroUsd{250'000 + 10'000});
  CHECK(cost_of(price, {.input = 200'001}) == MicroUsd{500'003});
  CHECK(cost_of(price, {.input = 250'000, .output = 1'000}) == MicroUsd{625'000 + 15'000});
  CHECK(cost_of(price, {.input = 250'000, .cached = 100'000}) == MicroUsd{375'000 + 25'000});
  CHECK(cost_of(price, {.input = 1'000'001}) == MicroUsd{5'000'005});
}

TEST_CASE("counts that make no sense cost nothing, and huge ones do not overflow") {
  CHECK(cost_of(kPrice, {.input = -5, .cached = 10, .output = -1}) == MicroUsd{0});
  CHECK(cost_of(kPrice, {.input = 10, .cached = 50}) == MicroUsd{2});
  CHECK(cost_of({.input = {INT64_MAX}}, {.input = INT64_MAX}) == MicroUsd{INT64_MAX});
}

}  // namespace
}  // namespace fm
