#include "cli/listing/model_listing.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/figures.h"
#include "base/text.h"
#include "base/yaml/fields.h"

namespace fm::cli {
namespace {

constexpr std::size_t kLongestName = 40;
constexpr std::size_t kLongestKey = 40;

std::string size_words(std::int64_t tokens) {
  if (tokens <= 0) return "?";
  if (tokens >= 1'000'000) return fmt::format("{}.{}M", tokens / 1'000'000, tokens / 100'000 % 10);
  return tokens >= 1'000 ? fmt::format("{}k", tokens / 1'000) : thousands(tokens);
}

std::string dollars(MicroUsd price) { return "$" + decimal_text(price.value, 6); }

std::string price_words(const std::optional<ModelPrice>& price) {
  if (!price) return "no price known";
  if (price->input.value == 0 && price->output.value == 0) return "costs nothing";
  std::string words = fmt::format("{} in, {} cached, {} out", dollars(price->input),
                                  dollars(price->cached), dollars(price->output));
  for (const PriceTier& tier : price->tiers)
    words += fmt::format("; above {} {} in, {} out", size_words(tier.above), dollars(tier.input),
                         dollars(tier.output));
  return words;
}

std::vector<std::string> abilities(const ModelFacts& facts) {
  std::vector<std::string> can;
  if (facts.tools) can.emplace_back("tools");
  if (facts.schema) can.emplace_back("schema");
  if (facts.images) can.emplace_back("images");
  if (facts.reasoning) can.emplace_back("reasoning");
  return can;
}

std::string failure_words(const Provider& provider, const ModelError& error) {
  const auto said = [&](std::string_view what, std::string_view cure) {
    std::string words(what);
    if (!error.message.empty()) words += ": " + error.message;
    if (!words.ends_with('.')) words += ".";
    return words + " " + std::string(cure);
  };
  switch (error.kind) {
    case ModelErrorKind::kNetwork:
    case ModelErrorKind::kTimeout:
      if (!is_set_up(provider)) return "does not run here";
      return said("does not answer",
                  error.cure.empty() ? "Is the network there, and the address right?" : error.cure);
    case ModelErrorKind::kAuth:
    case ModelErrorKind::kPermission:
      return said("refuses the key", provider.key_variable.empty()
                                         ? "Set `key_env` for it in your config.yaml."
                                         : "Check what " + provider.key_variable + " holds.");
    case ModelErrorKind::kBadResponse:
    case ModelErrorKind::kNotFound:
      return "answers, but not as a model server does. Is the base URL right?";
    default:
      return said("has a problem", "Try again later.");
  }
}

// Names are there to be copied: a longer one moves what follows and is not cut.
std::string padded(std::string name, std::size_t columns) {
  name.append(columns - std::min(columns, width(name)), ' ');
  return name;
}

std::string place_words(const Provider& provider) {
  constexpr std::string_view kUsual = "https://";
  if (provider.base_url.empty()) return "no address is configured";
  const std::string url = shown_address(provider);
  return url.substr(url.starts_with(kUsual) ? kUsual.size() : 0);
}

}  // namespace

std::string key_words(const Provider& provider) {
  const bool is_set = !provider.api_key.empty();
  if (!provider.key_fault.empty()) return provider.key_variable + " cannot be sent as it is";
  if (!provider.key_variable.empty())
    return provider.key_variable + (is_set ? " is set" : " is not set");
  return provider.needs_key ? "no key is configured" : "needs no key";
}

std::string probe_words(const Provider& provider, const ProbeReport& report) {
  if (report.error) return failure_words(provider, *report.error);
  const std::string took = duration_text(report.took);
  if (report.models.empty()) return fmt::format("answers in {}", took);
  return fmt::format(
      "answers in {} with {}", took,
      count_text(static_cast<std::int64_t>(report.models.size()), "model", "models"));
}

ListingWidths widths_of(const std::vector<ProviderListing>& listings) {
  ListingWidths widths;
  for (const ProviderListing& listing : listings) {
    widths.name = std::max(widths.name, width(listing.provider.name));
    widths.key = std::max(widths.key, width(key_words(listing.provider)));
  }
  return {std::min(widths.name, kLongestName), std::min(widths.key, kLongestKey)};
}

Lines provider_lines(const ProviderListing& listing, const ListingWidths& widths,
                     std::size_t columns, Charset charset) {
  const Provider& provider = listing.provider;
  const bool is_missing = provider.needs_key && provider.api_key.empty();
  Lines lines;
  Line head;
  head.add(column(one_line(provider.name, charset), widths.name, charset) + "  ", kStrong)
      .add(column(one_line(key_words(provider), charset), widths.key, charset) + "  ",
           is_missing ? kQuiet : kPlain)
      .add(one_line(place_words(provider), charset), kQuiet);
  lines.push_back(cut(head, columns, charset));
  if (listing.probe) {
    const TextStyle style = !listing.probe->error ? kGood : is_set_up(provider) ? kDanger : kQuiet;
    for (const std::string& row :
         wrap(one_line(probe_words(provider, *listing.probe), charset), columns - 2))
      lines.emplace_back("  " + row, style);
  }
  std::size_t widest = 0;
  for (const ModelRow& row : listing.known)
    widest = std::max(widest, width(one_line(provider.name + ":" + row.begins, charset)));
  widest = std::min(widest, kLongestName);
  for (const ModelRow& row : listing.known) {
    Line line;
    line.add("  " + padded(one_line(provider.name + ":" + row.begins, charset), widest))
        .add(column_right(size_words(row.facts.context_tokens), 8, charset) + "  ", kQuiet)
        .add(price_words(row.facts.price), row.facts.price ? kPlain : kQuiet);
    lines.push_back(cut(line, columns, charset));
    if (const auto can = abilities(row.facts); !can.empty() && !listing.is_short)
      lines.push_back(cut(Line("      can: " + join(can, ", "), kQuiet), columns, charset));
  }
  return lines;
}

JsonObject to_json(const ProviderListing& listing) {
  const Provider& provider = listing.provider;
  JsonObject out{{"provider", provider.name},
                 {"api", to_string(provider.api)},
                 {"base_url", shown_address(provider)},
                 {"needs_key", provider.needs_key},
                 {"key_set", !provider.api_key.empty()}};
  if (!provider.key_variable.empty()) out["key_variable"] = provider.key_variable;
  JsonArray models;
  for (const ModelRow& row : listing.known) {
    JsonObject model{{"name", provider.name + ":" + row.begins},
                     {"can", fm::to_json(abilities(row.facts))}};
    if (row.facts.context_tokens > 0) model["context_tokens"] = row.facts.context_tokens;
    if (row.facts.max_output_tokens > 0) model["max_output_tokens"] = row.facts.max_output_tokens;
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
    out["answer"] = probe_words(provider, *listing.probe);
    if (listing.probe->error) out["failure"] = to_string(listing.probe->error->kind);
    out["ms"] = static_cast<std::int64_t>(listing.probe->took.count());
    out["offers"] = fm::to_json(listing.probe->models);
  }
  return out;
}

}  // namespace fm::cli
