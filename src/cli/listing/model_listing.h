// What `folkmoot models` shows of a provider and its models. Pure.
#pragma once

#include <string>
#include <vector>

#include "app/queries/model_list.h"
#include "cli/terminal/styled_text.h"

namespace fm::cli {

// "ANTHROPIC_API_KEY is set", "needs no key"; never the key.
std::string key_words(const Provider& provider);

// How it answered: "answers in 210 ms with 57 models". `report` is of `provider`.
std::string probe_words(const Provider& provider, const ProbeReport& report);

// So wide that names and keys stand in columns.
struct ListingWidths {
  std::size_t name = 0;
  std::size_t key = 0;
};
ListingWidths widths_of(const std::vector<ProviderListing>& listings);

Lines provider_lines(const ProviderListing& listing, const ListingWidths& widths,
                     std::size_t columns, Charset charset);
JsonObject to_json(const ProviderListing& listing);

}  // namespace fm::cli
