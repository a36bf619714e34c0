// What `folkmoot models` shows of a provider and its models. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/doctor.h"
#include "cli/ink.h"
#include "model/model_table.h"
#include "model/provider.h"
#include "model/provider_probe.h"

namespace fm::cli {

// "ANTHROPIC_API_KEY is set", "needs no key"; never the key.
std::string key_words(const Provider& provider);

// How it answered: "answers in 210 ms with 57 models".
std::string probe_words(const ProbeReport& report);

struct ProviderListing {
  Provider provider;
  std::vector<ModelRow> known;       // of the table
  std::optional<ProbeReport> probe;  // with --check
  bool is_short = false;             // without what each model can
};
Lines provider_lines(const ProviderListing& listing, std::size_t columns, Charset charset);
JsonObject to_json(const ProviderListing& listing);

}  // namespace fm::cli
