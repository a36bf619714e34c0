// folkmoot models
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "app/queries/model_list.h"
#include "base/text.h"
#include "cli/args/nearest.h"
#include "cli/command/commands.h"
#include "cli/context/report_error.h"
#include "cli/listing/model_listing.h"

namespace fm::cli {
namespace {

// A provider that is nearly called so is named.
Error with_nearest(Error error, const std::string& said, const Config& config) {
  if (error.code != "model_unknown") return error;
  const auto near = nearest(said.substr(0, said.find(':')), provider_names(config));
  if (near) error.cure = fmt::format("Did you mean {}?", *near);
  return error;
}

const ConfigValue& configured_model(const Config& config) {
  const auto found = std::ranges::find(config.values(), "model", &ConfigValue::key);
  FM_CHECK(found != config.values().end(), "the model is a setting");
  return *found;
}

// The first of those that are named where one is; "": the first that works would speak.
std::string named_model(const ModelsArgs& args, const Config& config) {
  const std::string& named = args.name.contains(':') ? args.name : configured_model(config).value;
  return std::string(trim(named.substr(0, named.find(','))));
}

// Runs the loop until all have answered.
Result<std::unique_ptr<ModelCheck>> check(std::vector<ProviderListing>& listings,
                                          const ModelsArgs& args, const Config& config,
                                          Loop& loop) {
  using Speaks = ModelCheck::Speaks;
  auto asked = TRY(ModelCheck::open(loop, config));
  const std::string named = named_model(args, config);
  const bool is_provider = !args.name.empty() && !args.name.contains(':');
  const Speaks speaks = is_provider     ? Speaks::kNobody
                        : named.empty() ? Speaks::kChosen
                                        : Speaks::kNamed;
  bool is_done = false;
  bool waits = false;
  asked->ask(listings, speaks, named, [&] {
    is_done = true;
    if (waits) loop.stop();
  });
  waits = true;
  if (!is_done) loop.run();
  return asked;
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
  auto listings = model_listings(*config, {.name = args.name, .all = context.json()});
  if (!listings) return report(with_nearest(listings.error(), args.name, *config), context);
  std::optional<ChosenModel> chosen;
  std::optional<Error> silence;
  if (args.check) {
    auto checked = check(*listings, args, *config, context.loop);
    if (!checked) return report(checked.error(), context);
    chosen = (*checked)->chosen();
    silence = (*checked)->silence();
    if (!args.name.contains(':'))
      for (ProviderListing& listing : *listings) show_offers(listing, *config);
  }
  std::optional<Error> unanswered;  // of those that are set up; the others are nobody's fault
  const ListingWidths widths = widths_of(*listings);
  for (const ProviderListing& listing : *listings) {
    if (listing.probe && listing.probe->error && is_set_up(listing.provider))
      unanswered = to_error(*listing.probe->error, listing.provider.name + ":any", 1);
    if (context.json()) {
      JsonObject line = to_json(listing);
      line["prices_as_of"] = config->models().date();
      if (!print_json(line, context)) return kDone;
    } else if (!print(provider_lines(listing, widths, context.columns(), context.terminal.charset),
                      context)) {
      return kDone;
    }
  }
  if (!silence) silence = unanswered;
  const int status = silence ? report(*silence, context) : kDone;
  if (context.json() || context.globals.quiet) return status;
  Lines after{Line()};
  const auto say = [&](const std::string& text, TextStyle style) {
    for (const std::string& row : wrap(shown(text, context.terminal.charset), context.columns()))
      after.emplace_back(row, style);
  };
  say(fmt::format("Sizes in tokens; prices in dollars for a million tokens, as listed on {}. A "
                  "size holds for all whose names begin so, a price for the model itself.",
                  config->models().date()),
      kQuiet);
  if (args.name.empty() && !(chosen && chosen->failure)) say(usual_words(*config, chosen), kPlain);
  print(after, context);
  return status;
}

}  // namespace fm::cli
