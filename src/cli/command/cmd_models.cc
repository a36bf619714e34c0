// folkmoot models
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/config/choose_model.h"
#include "cli/args/nearest.h"
#include "cli/command/commands.h"
#include "cli/context/report_error.h"
#include "cli/listing/model_listing.h"
#include "net/http_client.h"

namespace fm::cli {
namespace {

constexpr Millis kPatience{5'000};
constexpr std::size_t kFew = 12;  // of a provider's models, as many are named unasked

// All that may answer are asked at once; beside it, which model would speak where none is named.
class Check {
 public:
  Check(Loop& loop, HttpClient& client, std::vector<ProviderListing>& listings, bool choose,
        const Config& config)
      : loop_(loop) {
    for (ProviderListing& listing : listings) {
      if (listing.provider.needs_key && listing.provider.api_key.empty()) continue;
      ++left_;
      running_.push_back(start(probe_provider(loop, client, listing.provider, kPatience),
                               [this, &listing](auto report) {
                                 listing.probe = std::move(report.value());
                                 one_less();
                               }));
    }
    if (choose) {
      ++left_;
      running_.push_back(start(choose_model(loop, client, config.providers()), [this](auto found) {
        chosen_ = std::move(found.value());
        one_less();
      }));
    }
    if (--left_ > 0) loop.run();
  }

  const std::optional<ChosenModel>& chosen() const { return chosen_; }

 private:
  void one_less() {
    if (--left_ == 0) loop_.stop();
  }

  Loop& loop_;
  std::size_t left_ = 1;  // one more until all are started, so that none of them ends it alone
  std::vector<RunningTask> running_;
  std::optional<ChosenModel> chosen_;
};

std::vector<ModelRow> known_models(const Config& config, const std::string& provider) {
  std::vector<ModelRow> rows;
  const auto add = [&](const std::string& model) {
    if (std::ranges::find(rows, model, &ModelRow::begins) == rows.end())
      rows.push_back({provider, model, config.facts(provider + ":" + model)});
  };
  for (const std::string& named : config.named_models())
    if (const auto name = parse_model_name(named); name && name->provider == provider)
      add(name->model);
  for (const ModelRow& row : config.models().rows())
    if (row.provider == provider) add(row.begins);
  return rows;
}

std::vector<ProviderListing> listings_of(const Config& config, const ModelName& meant, bool all) {
  std::vector<ProviderListing> listings;
  for (const Provider& provider : config.providers()) {
    if (!meant.provider.empty() && provider.name != meant.provider) continue;
    ProviderListing listing{
        .provider = provider, .known = {}, .probe = {}, .is_short = meant.provider.empty()};
    // Everybody's models would be a wall; what can be used at once, or was asked for, is shown.
    if (!meant.model.empty())
      listing.known.push_back(
          {provider.name, meant.model, config.facts(provider.name + ":" + meant.model)});
    else if (all || !listing.is_short || is_set_up(provider))
      listing.known = known_models(config, provider.name);
    listings.push_back(std::move(listing));
  }
  return listings;
}

// What it really offers takes the place of what the table would expect.
void show_offers(ProviderListing& listing, const Config& config) {
  if (!listing.probe || listing.probe->models.empty()) return;
  if (listing.is_short && listing.probe->models.size() > kFew) return;
  listing.known.clear();
  const std::string& provider = listing.provider.name;
  for (const std::string& model : listing.probe->models)
    listing.known.push_back({provider, model, config.facts(provider + ":" + model)});
}

Error unknown_provider(const std::string& name, const Config& config) {
  std::vector<std::string> names;
  for (const Provider& provider : config.providers()) names.push_back(provider.name);
  const auto near = nearest(name, names);
  return {"model_unknown", fmt::format("There is no model provider \"{}\".", name), "",
          near ? fmt::format("Did you mean {}?", *near) : "See them with: folkmoot models"};
}

const ConfigValue& configured_model(const Config& config) {
  const auto found = std::ranges::find(config.values(), "model", &ConfigValue::key);
  FM_CHECK(found != config.values().end(), "the model is a setting");
  return *found;
}

// Which model speaks where none is named.
std::string usual_words(const Config& config, const std::optional<ChosenModel>& chosen) {
  const ConfigValue& configured = configured_model(config);
  if (!configured.value.empty())
    return fmt::format("Without --model: {} ({}).", configured.value, configured.origin);
  if (!chosen) return "Without --model the first that works speaks; --check tells which.";
  const Error notice = notice_of(*chosen);
  return notice.message + " " + notice.cause;
}

}  // namespace

int run(const ModelsArgs& args, Context& context) {
  const auto config = context.backend.config(context.globals, context.folder);
  if (!config) return report(config.error(), context);
  ModelName meant;  // a provider, or a model of it
  if (!args.name.empty()) {
    auto name = parse_model_name(args.name);
    if (!name) return report(name.error(), context);
    meant = std::move(*name);
  }
  std::vector<ProviderListing> listings = listings_of(*config, meant, context.json());
  if (listings.empty()) return report(unknown_provider(meant.provider, *config), context);
  std::optional<ChosenModel> chosen;
  if (args.check) {
    HttpOptions http;
    http.ca_file = config->ca_file();
    http.proxy = config->proxy();
    const auto client = HttpClient::open(context.loop, std::move(http));
    if (!client) return report(client.error(), context);
    const bool choose = args.name.empty() && configured_model(*config).value.empty();
    chosen = Check(context.loop, **client, listings, choose, *config).chosen();
    if (meant.model.empty())
      for (ProviderListing& listing : listings) show_offers(listing, *config);
  }
  int status = kDone;
  const ListingWidths widths = widths_of(listings);
  for (const ProviderListing& listing : listings) {
    if (listing.probe && listing.probe->error && is_set_up(listing.provider)) status = kFailed;
    if (context.json()) {
      JsonObject line = to_json(listing);
      line["prices_as_of"] = config->models().date();
      if (!print_json(line, context)) return kDone;
    } else if (!print(provider_lines(listing, widths, context.columns(), context.terminal.charset),
                      context)) {
      return kDone;
    }
  }
  if (context.json() || context.globals.quiet) return status;
  Lines after{Line()};
  const auto say = [&](const std::string& text, Ink ink) {
    for (const std::string& row : wrap(shown(text, context.terminal.charset), context.columns()))
      after.emplace_back(row, ink);
  };
  say(fmt::format("Sizes in tokens; prices in dollars for a million tokens, as listed on {}. A "
                  "size holds for all whose names begin so, a price for the model itself.",
                  config->models().date()),
      kQuiet);
  if (args.name.empty()) say(usual_words(*config, chosen), kPlain);
  print(after, context);
  return status;
}

}  // namespace fm::cli
