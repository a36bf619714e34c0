// What a model costs, in micro-dollars for a million tokens. Integers only; pure.
//
// Some cost more for a long prompt: then the whole call is at the price of its tier (P-23).
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "model/model.h"

namespace fm {

struct PriceTier {
  std::int64_t above = 0;  // tokens of input
  MicroUsd input;
  MicroUsd cached;
  MicroUsd cache_write;
  MicroUsd output;

  bool operator==(const PriceTier&) const = default;
};

struct ModelPrice {
  MicroUsd input;
  MicroUsd cached;       // input that the provider had in its cache
  MicroUsd cache_write;  // input that it put there; as `input` where nothing else is said
  MicroUsd output;
  std::vector<PriceTier> tiers = {};  // of longer prompts, shortest first

  bool operator==(const ModelPrice&) const = default;
};

// Rounded up to a whole micro-dollar: no call is free that has a price.
MicroUsd cost_of(const ModelPrice& price, const Usage& usage);

}  // namespace fm
