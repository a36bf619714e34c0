#include "model/provider/price_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace fm {
namespace {

constexpr DecimalRange kDollars{6, 0, 1'000'000'000'000};

MicroUsd dollars(Fields& fields, std::string_view key, MicroUsd otherwise) {
  return {fields.decimal(key, kDollars).value_or(otherwise.value)};
}

// None is not the same as free.
void require(Fields& fields) {
  for (const std::string_view key : {"input", "output"})
    if (!fields.has(key))
      fields.fault("", fmt::format("The price of `{}` tokens is missing.", key),
                   "Write for example {input: 1.25, output: 10}; what is free costs 0.");
}

MicroUsd as_much_dearer(MicroUsd part, MicroUsd input, MicroUsd tier_input) {
  if (input.value <= 0) return tier_input;
  return {static_cast<std::int64_t>(static_cast<double>(part.value) *
                                    static_cast<double>(tier_input.value) /
                                    static_cast<double>(input.value))};
}

}  // namespace

ModelPrice read_price(Fields& fields, const YamlDocument& document, std::vector<Error>& faults) {
  require(fields);
  ModelPrice price;
  price.input = dollars(fields, "input", {});
  price.cached = dollars(fields, "cached", price.input);
  price.cache_write = dollars(fields, "cache_write", price.input);
  price.output = dollars(fields, "output", {});
  if (!fields.has("above")) return price;
  Fields tiers = fields.section("above");
  for (const auto& member : tiers.object()) {
    const std::string_view key = member.key();
    PriceTier tier;
    const auto read = std::from_chars(key.data(), key.data() + key.size(), tier.above);
    if (read.ptr != key.data() + key.size() || tier.above <= 0)
      tiers.fault_key(key, "This is no number of tokens.", "Write for example 200000.");
    Fields rates(document, tiers.child(key), "config_invalid", faults);
    require(rates);
    tier.input = dollars(rates, "input", {});
    tier.cached = dollars(rates, "cached", as_much_dearer(price.cached, price.input, tier.input));
    tier.cache_write =
        dollars(rates, "cache_write", as_much_dearer(price.cache_write, price.input, tier.input));
    tier.output = dollars(rates, "output", {});
    rates.refuse_unknown();
    price.tiers.push_back(tier);
  }
  std::ranges::sort(price.tiers, {}, &PriceTier::above);
  return price;
}

}  // namespace fm
