#include "cli/model_listing.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/fields.h"
#include "base/figures.h"
#include "base/text.h"
#include "model/model_error.h"

namespace fm::cli {
namespace {

std::string size_words(std::int64_t tokens) {
  if (tokens >= 1'000'000) return fmt::format("{}.{}M", tokens / 1'000'000, tokens / 100'000 % 10);
  return fmt::format("{}k", tokens / 1'000);
}

std::string dollars(MicroUsd price) { return "$" + decimal_text(price.value, 6); }

std::string price_words(const ModelPrice& price) {
  return fmt::format("{} in, {} cached, {} out", dollars(price.input), dollars(price.cached),
                     dollars(price.output));
}

std::vector<std::string> abilities(const ModelFacts& facts) {
  std::vector<std::string> can;
  if (facts.tools) can.emplace_back("tools");
  if (facts.schema) can.emplace_back("schema");
  if (facts.images) can.emplace_back("images");
  if (facts.reasoning) can.emplace_back("reasoning");
  return can;
}

std::string failure_words(const ModelError& error) {
  switch (error.kind) {
    case ModelErrorKind::kNetwork:
    case ModelErrorKind::kTimeout:
      return "does not answer";
    case ModelErrorKind::kAuth:
    case ModelErrorKind::kPermission:
      return "refuses the key: " + error.message;
    case ModelErrorKind::kBadResponse:
    case ModelErrorKind::kNotFound:
      return "answers, but not as a model server does; is the base URL right?";
    default:
      return "has a problem: " + error.message;
  }
}

Health health_of(const ProviderListing& listing) {
  if (listing.probe) return listing.probe->error ? Health::kFault : Health::kOk;
  const Provider& provider = listing.provider;
  return provider.needs_key && provider.api_key.empty() ? Health::kMissing : Health::kOk;
}

}  // namespace

std::string key_words(const Provider& provider) {
  if (!provider.api_key.empty()) return provider.key_variable + " is set";
  if (!provider.needs_key) return "needs no key";
  return provider.key_variable.empty() ? "no key is configured"
                                       : provider.key_variable + " is not set";
}

std::string probe_words(const ProbeReport& report) {
  if (report.error) return failure_words(*report.error);
  const std::string took = duration_text(report.took);
  return report.models.empty()
             ? fmt::format("answers in {}", took)
             : fmt::format(
                   "answers in {} with {}", took,
                   count_text(static_cast<std::int64_t>(report.models.size()), "model", "models"));
}

Lines provider_lines(const ProviderListing& listing, std::size_t columns, Charset charset) {
  const Provider& provider = listing.provider;
  const Health health = health_of(listing);
  Lines lines;
  Line head;
  head.add(column(one_line(provider.name, charset), 12, charset), kStrong)
      .add(column(key_words(provider), 32, charset), health == Health::kMissing ? kQuiet : kPlain)
      .add("  " + one_line(provider.base_url, charset), kQuiet);
  lines.push_back(cut(head, columns, charset));
  if (listing.probe) {
    const Ink ink = !listing.probe->error ? kGood : is_set_up(provider) ? kDanger : kQuiet;
    for (const std::string& row :
         wrap(shown(probe_words(*listing.probe), charset), columns - 2))
      lines.emplace_back("  " + row, ink);
  }
  for (const ModelRow& row : listing.known) {
    Line line;
    line.add("  " + column(provider.name + ":" + row.begins, 30, charset))
        .add(column_right(size_words(row.facts.context_tokens), 6, charset) + "  ", kQuiet);
    std::string facts = row.facts.price ? price_words(*row.facts.price) : "";
    line.add(facts);
    lines.push_back(cut(line, columns, charset));
    if (const auto can = abilities(row.facts); !can.empty() && !listing.is_short)
      lines.push_back(Line(std::string(40, ' ') + "can: " + join(can, ", "), kQuiet));
  }
  return lines;
}

JsonObject to_json(const ProviderListing& listing) {
  const Provider& provider = listing.provider;
  JsonObject out{{"provider", provider.name},
                 {"api", to_string(provider.api)},
                 {"base_url", provider.base_url},
                 {"key", key_words(provider)}};
  JsonArray models;
  for (const ModelRow& row : listing.known) {
    JsonObject model{{"begins", row.begins},
                     {"context_tokens", row.facts.context_tokens},
                     {"can", fm::to_json(abilities(row.facts))}};
    if (row.facts.price)
      model["microusd_per_million"] = {{"input", row.facts.price->input.value},
                                       {"cached", row.facts.price->cached.value},
                                       {"cache_write", row.facts.price->cache_write.value},
                                       {"output", row.facts.price->output.value}};
    models.push_back(std::move(model));
  }
  out["known"] = std::move(models);
  if (listing.probe) {
    out["works"] = !listing.probe->error;
    out["answer"] = probe_words(*listing.probe);
    out["ms"] = static_cast<std::int64_t>(listing.probe->took.count());
    out["models"] = fm::to_json(listing.probe->models);
  }
  return out;
}

}  // namespace fm::cli
