#include "app/queries/model_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/catalog/catalog.h"
#include "net/url.h"

namespace fm {
namespace {

constexpr Millis kPatience{5'000};
constexpr Millis kSpeaksWithin{60'000};  // a local server may have to load the model first
constexpr std::size_t kFew = 12;         // of a provider's models, as many are named unasked

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

}  // namespace

Result<std::vector<ProviderListing>> model_listings(const Config& config,
                                                    const ModelsWanted& wanted) {
  ModelName meant;
  if (!wanted.name.empty()) meant = TRY(parse_model_name(wanted.name));
  std::vector<ProviderListing> listings;
  for (const Provider& provider : config.providers()) {
    if (!meant.provider.empty() && provider.name != meant.provider) continue;
    ProviderListing listing{
        .provider = provider, .known = {}, .probe = {}, .is_short = meant.provider.empty()};
    // Everybody's models would be a wall; what can be used at once, or was asked for, is shown.
    if (!meant.model.empty())
      listing.known.push_back(
          {provider.name, meant.model, config.facts(provider.name + ":" + meant.model)});
    else if (wanted.all || !listing.is_short || is_set_up(provider))
      listing.known = known_models(config, provider.name);
    listings.push_back(std::move(listing));
  }
  if (listings.empty())
    return fail("model_unknown", fmt::format("There is no model provider \"{}\".", meant.provider),
                "", "See them with: folkmoot models");
  return listings;
}

std::vector<std::string> provider_names(const Config& config) {
  std::vector<std::string> names;
  for (const Provider& provider : config.providers()) names.push_back(provider.name);
  return names;
}

std::string shown_address(const Provider& provider) { return without_login(provider.base_url); }

Result<std::unique_ptr<ModelCheck>> ModelCheck::open(Loop& loop, const Config& config) {
  auto client = TRY(HttpClient::open(loop, config.http()));
  return std::unique_ptr<ModelCheck>(new ModelCheck(loop, config, std::move(client)));
}

void ModelCheck::ask(std::vector<ProviderListing>& listings, Speaks speaks,
                     const std::string& named, std::function<void()> done) {
  done_ = std::move(done);
  left_ = 1;  // one more until all are started, so that none of them ends it alone
  for (ProviderListing& listing : listings) {
    if (listing.provider.needs_key && listing.provider.api_key.empty()) continue;
    ++left_;
    running_.push_back(start(probe_provider(loop_, *client_, listing.provider, kPatience),
                             [this, &listing](auto report) {
                               listing.probe = std::move(report.value());
                               one_less();
                             }));
  }
  if (speaks == Speaks::kNamed) try_out(named);
  if (speaks == Speaks::kChosen) {
    ++left_;
    running_.push_back(
        start(choose_model(loop_, *client_, config_.providers()), [this](auto found) {
          chosen_ = std::move(found.value());
          silence_ = chosen_->failure;
          if (!silence_) try_out(chosen_->model);
          one_less();
        }));
  }
  one_less();
}

void ModelCheck::try_out(const std::string& full_name) {
  const auto name = parse_model_name(full_name);
  if (name && name->provider == "rehearsal") return;
  const Provider* provider = name ? config_.provider(name->provider) : nullptr;
  if (provider == nullptr || name->model.empty()) {
    silence_ = name ? Error{"model_unknown", "There is no model \"" + full_name + "\".", "",
                            "See them with: folkmoot models"}
                    : name.error();
    return;
  }
  if (auto fault = key_fault_of(*provider, *name)) {
    silence_ = std::move(fault);
    return;
  }
  ++left_;
  running_.push_back(start(try_model(loop_, *client_, *provider, name->model, kSpeaksWithin),
                           [this, full_name](auto tried) {
                             if (const auto& error = tried.value())
                               silence_ = to_error(*error, full_name, 1);
                             one_less();
                           }));
}

void ModelCheck::one_less() {
  if (--left_ == 0) std::exchange(done_, {})();
}

void show_offers(ProviderListing& listing, const Config& config) {
  if (!listing.probe || listing.probe->models.empty()) return;
  if (listing.is_short && listing.probe->models.size() > kFew) return;
  listing.known.clear();
  const std::string& provider = listing.provider.name;
  for (const std::string& model : listing.probe->models)
    listing.known.push_back({provider, model, config.facts(provider + ":" + model)});
}

}  // namespace fm
