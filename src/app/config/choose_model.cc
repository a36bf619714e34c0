#include "app/config/choose_model.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "model/catalog/provider_probe.h"
#include "model/model_error.h"
#include "net/url.h"

namespace fm {
namespace {

constexpr const char* kDemo = "rehearsal";

constexpr Millis kPatience{4'000};
constexpr Millis kLocalPatience{500};

bool is_local(const Provider& provider) {
  const auto url = parse_url(provider.base_url);
  return url && url->is_loopback();
}

// The person's own: on this machine, or where they said, and it wants no key.
bool is_own(const Provider& provider) {
  return is_local(provider) || (!provider.needs_key && !provider.origin.empty());
}

// Without a key nothing is sent to anybody but one's own servers.
bool may_work(const Provider& provider) { return !provider.api_key.empty() || is_own(provider); }

// Whether somebody wants it to speak. A key alone does not say so where no model is usual: many
// have one for downloads.
bool is_configured(const Provider& provider) {
  const bool has_key = !provider.api_key.empty() || !provider.key_fault.empty();
  return !provider.origin.empty() || (has_key && !provider.default_models.empty());
}

// What would be taken if it answered; empty where only its own list tells.
std::string usual_model(const Provider& provider) {
  for (const std::string& name : provider.default_models)
    if (!name.ends_with('*')) return provider.name + ":" + name;
  return {};
}

// The provider's usual model if it has it; where none is usual, any that can be talked to.
std::string model_of(const Provider& provider, const std::vector<std::string>& offered) {
  for (std::string_view wish : provider.default_models) {
    const bool begins = wish.ends_with('*');
    if (begins) wish.remove_suffix(1);
    const auto found = std::ranges::find_if(offered, [&](const std::string& name) {
      return begins ? name.starts_with(wish) : name == wish;
    });
    if (found != offered.end()) return *found;
    if (!begins && offered.empty()) return std::string(wish);  // it keeps its list to itself
  }
  if (!is_own(provider)) return {};
  const auto talks = std::ranges::find_if(offered, [](const std::string& name) {
    return !name.contains("embed") && !name.contains("rerank");
  });
  return talks == offered.end() ? std::string() : *talks;
}

std::string why_taken(const Provider& provider) {
  if (!provider.api_key.empty() && !provider.key_variable.empty())
    return provider.key_variable + " is set and " + provider.name + " answers.";
  return provider.name + " answers at " + without_login(provider.base_url) + ".";
}

}  // namespace

Task<ChosenModel> choose_model(Loop& loop, HttpClient& client, std::vector<Provider> providers) {
  ChosenModel chosen;
  std::optional<std::string> expected;
  for (const Provider& provider : providers) {
    if (!expected && is_configured(provider)) expected = usual_model(provider);
    if (!provider.key_fault.empty())
      chosen.passed_over.push_back("The key in " + provider.key_variable +
                                   " cannot be sent as it is.");
  }
  std::erase_if(providers, [](const Provider& provider) { return !may_work(provider); });
  // All are asked at once: one that hangs costs no more than its own time.
  std::vector<Later<ProbeReport>> answers(providers.size());
  std::vector<RunningTask> probes;
  for (std::size_t i = 0; i < providers.size(); ++i)
    probes.push_back(
        start(probe_provider(loop, client, providers[i],
                             is_local(providers[i]) ? kLocalPatience : kPatience),
              // Posted: whoever awaits the answer may end the probes, and this one is not over yet.
              [&loop, answer = answers[i]](auto report) {
                loop.post([answer, found = std::move(report.value())]() mutable {
                  answer.resolve(std::move(found));
                });
              }));
  for (std::size_t i = 0; i < providers.size(); ++i) {
    const Provider& provider = providers[i];
    const ProbeReport probe = co_await answers[i];
    if (probe.error) {
      // That no local server runs is no news, unless somebody set it up.
      if (!is_local(provider) || !provider.origin.empty())
        chosen.passed_over.push_back(provider.name + " " +
                                     std::string(what_happened(probe.error->kind)));
      continue;
    }
    const std::string model = model_of(provider, probe.models);
    if (model.empty()) {
      chosen.passed_over.push_back(provider.name +
                                   " answers, but which of its models to take is "
                                   "not configured.");
      continue;
    }
    chosen.model = provider.name + ":" + model;
    chosen.why = why_taken(provider);
    co_return chosen;
  }
  if (!expected) {
    chosen.model = kDemo;
    chosen.why = chosen.passed_over.empty() ? "No provider has a key, and no local server answers."
                                            : "No provider is set up to speak.";
    co_return chosen;
  }
  chosen.model = *expected;
  chosen.why = "No provider works just now.";
  chosen.failure = Error{"model_none_answers", "None of the models that you set up answers.",
                         join(chosen.passed_over, " "),
                         "`folkmoot models --check` shows what is wrong. Name another model with "
                         "--model; `--model rehearsal` runs the demo."};
  co_return chosen;
}

Error notice_of(const ChosenModel& chosen) {
  std::string cause = chosen.why;
  for (const std::string& other : chosen.passed_over) cause += " " + other;
  return {"model_chosen",
          chosen.model == kDemo ? "Demo mode: scripted answers, no AI model."
                                : "Using " + chosen.model + ", since you named no model.",
          std::move(cause), "Choose a model with --model, or with `model:` in your config.yaml."};
}

}  // namespace fm
