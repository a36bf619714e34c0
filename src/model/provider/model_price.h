// What a model costs, in micro-dollars for a million tokens. Integers only; pure.
#pragma once

#include "base/ids.h"
#include "model/model.h"

namespace fm {

struct ModelPrice {
  MicroUsd input;
  MicroUsd cached;       // input that the provider had in its cache
  MicroUsd cache_write;  // input that it put there; as `input` where nothing else is said
  MicroUsd output;

  bool operator==(const ModelPrice&) const = default;
};

// Rounded up to a whole micro-dollar: no call is free that has a price.
MicroUsd cost_of(const ModelPrice& price, const Usage& usage);

}  // namespace fm
