// What there is of models: the providers of the configuration, what is known of their models, and,
// where that is asked for, how each provider answers just now (P-30).
//
// Pure but for ModelCheck, which asks. Values; nothing of it is stored.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/config/choose_model.h"
#include "app/config/config.h"
#include "base/result.h"
#include "engine/flow/task.h"
#include "loop/loop.h"
#include "model/catalog/provider_probe.h"
#include "model/model_error.h"
#include "model/provider/model_table.h"
#include "model/provider/provider.h"
#include "net/http_client.h"

namespace fm {

struct ProviderListing {
  Provider provider;
  std::vector<ModelRow> known;       // of the table, or what the provider offers
  std::optional<ProbeReport> probe;  // of a check
  bool is_short = false;             // without what each model can
};

// All providers, or the one that is named ("openai"), or a model of it ("openai:gpt-5"). Models of
// those that cannot be used at once are left out, unless all are wanted. Errors: model_unknown, and
// those of parse_model_name().
struct ModelsWanted {
  std::string name = {};
  bool all = false;
};
Result<std::vector<ProviderListing>> model_listings(const Config& config,
                                                    const ModelsWanted& wanted);

// The names of all providers.
std::vector<std::string> provider_names(const Config& config);

// What may be shown of where a provider is: its address without a name and password; may be empty.
std::string shown_address(const Provider& provider);

// Asks all that may answer at once; beside it, which model would speak where none is named, and
// that one for a word: that a server lists its models does not say that it answers calls. Loop
// thread. Destroying it gives up what is not answered.
class ModelCheck {
 public:
  // Errors: net_failed.
  static Result<std::unique_ptr<ModelCheck>> open(Loop& loop, const Config& config);
  ModelCheck(const ModelCheck&) = delete;

  // Which model is to say a word.
  enum class Speaks {
    kNobody,
    kNamed,   // the one that is named beside
    kChosen,  // the first that works
  };

  // Puts each report into its listing. `done` is called once, when all have answered, perhaps
  // before this returns; the listings outlive that.
  void ask(std::vector<ProviderListing>& listings, Speaks speaks, const std::string& named,
           std::function<void()> done);

  const std::optional<ChosenModel>& chosen() const { return chosen_; }

  // Of the model that is to speak: why it does not. Nothing: it does, or it is the demo.
  const std::optional<Error>& silence() const { return silence_; }

 private:
  ModelCheck(Loop& loop, const Config& config, std::unique_ptr<HttpClient> client)
      : loop_(loop), config_(config), client_(std::move(client)) {}
  void one_less();
  void try_out(const std::string& full_name);

  Loop& loop_;
  const Config& config_;
  std::unique_ptr<HttpClient> client_;
  std::size_t left_ = 0;
  std::function<void()> done_;
  std::optional<ChosenModel> chosen_;
  std::optional<Error> silence_;
  std::vector<RunningTask> running_;
};

// What a provider really offers takes the place of what the table would expect.
void show_offers(ProviderListing& listing, const Config& config);

}  // namespace fm
