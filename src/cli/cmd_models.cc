// folkmoot models
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/choose_model.h"
#include "cli/commands.h"
#include "cli/model_listing.h"
#include "cli/nearest.h"
#include "cli/report_error.h"
#include "net/http_client.h"

namespace fm::cli {
namespace {

constexpr Millis kPatience{5'000};

// All that may answer are asked at once.
class Check {
 public:
  Check(Loop& loop, HttpClient& client, std::vector<ProviderListing>& listings) : loop_(loop) {
    for (ProviderListing& listing : listings) {
      if (listing.provider.needs_key && listing.provider.api_key.empty()) continue;
      ++left_;
      running_.push_back(start(probe_provider(loop, client, listing.provider, kPatience),
                               [this, &listing](auto report) {
                                 listing.probe = std::move(report.value());
                                 if (--left_ == 0) loop_.stop();
                               }));
    }
    if (left_ > 0) loop.run();
  }

 private:
  Loop& loop_;
  std::size_t left_ = 0;
  std::vector<RunningTask> running_;
};

ChosenModel usual_model(Loop& loop, HttpClient& client, const Config& config) {
  ChosenModel chosen;
  bool done = false;
  const RunningTask choosing =
      start(choose_model(loop, client, config.providers()), [&](auto found) {
        chosen = std::move(found.value());
        done = true;
        loop.stop();
      });
  if (!done) loop.run();
  return chosen;
}

std::vector<ProviderListing> listings_of(const Config& config, const std::string& name) {
  std::vector<ProviderListing> listings;
  for (const Provider& provider : config.providers()) {
    if (!name.empty() && provider.name != name) continue;
    ProviderListing listing{.provider = provider, .known = {}, .probe = {}, .is_short = name.empty()};
    // Everybody's models would be a wall; what can be used at once, or was asked for, is shown.
    if (!name.empty() || !provider.api_key.empty())
      for (const ModelRow& row : config.models().rows())
        if (row.provider == provider.name) {
          listing.known.push_back(row);
          listing.known.back().facts = config.facts(provider.name + ":" + row.begins);
        }
    listings.push_back(std::move(listing));
  }
  return listings;
}

Error unknown_provider(const std::string& name, const Config& config) {
  std::vector<std::string> names;
  for (const Provider& provider : config.providers()) names.push_back(provider.name);
  const auto near = nearest(name, names);
  return {"model_unknown", fmt::format("There is no model provider \"{}\".", name), "",
          near ? fmt::format("Did you mean {}?", *near) : "See them with: folkmoot models"};
}

}  // namespace

int run(const ModelsArgs& args, Context& context) {
  const auto config = context.backend.config(context.globals, context.folder);
  if (!config) return report(config.error(), context);
  std::vector<ProviderListing> listings = listings_of(*config, args.name);
  if (listings.empty()) return report(unknown_provider(args.name, *config), context);
  std::optional<Error> usual;
  if (args.check) {
    HttpOptions http;
    http.ca_file = config->ca_file();
    const auto client = HttpClient::open(context.loop, std::move(http));
    if (!client) return report(client.error(), context);
    const Check check(context.loop, **client, listings);
    if (args.name.empty() && config->value("model").empty())
      usual = notice_of(usual_model(context.loop, **client, *config));
  }
  int status = kDone;
  for (const ProviderListing& listing : listings) {
    if (listing.probe && listing.probe->error && is_set_up(listing.provider)) status = kFailed;
    if (context.json()) {
      if (!print_json(to_json(listing), context)) return kDone;
    } else if (!print(provider_lines(listing, context.columns(), context.terminal.charset),
                      context)) {
      return kDone;
    }
  }
  if (context.json()) return status;
  Lines after;
  if (!context.globals.quiet)
    after.emplace_back(fmt::format("Prices: dollars for a million tokens, as listed on {}.",
                                   config->models().date()),
                       kQuiet);
  if (usual)
    after.emplace_back(usual->message + " " + usual->cause);
  else if (!config->value("model").empty())
    after.emplace_back("Without --model: " + config->value("model"));
  print(after, context);
  return status;
}

}  // namespace fm::cli
