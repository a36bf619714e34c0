#include "app/wiring/client_settings.h"

#include <utility>

#include "app/wiring/workshop_options.h"
#include "tool/web/http_pages.h"

namespace fm {

ClientSettings::ClientSettings(ClientOptions options, Store store,
                               std::unique_ptr<HttpClient> client, std::shared_ptr<WebPages> web)
    : options_(std::move(options)),
      redactor_(options_.config.secrets()),
      store_(std::move(store)),
      client_(std::move(client)),
      web_(std::move(web)),
      catalog_(store_.loop, *client_,
               {.providers = config().providers(),
                .seed = store_.seed,
                .facts = [this](const std::string& name) { return config().facts(name); },
                .learned = store_.learned}) {}

Result<std::shared_ptr<ClientSettings>> ClientSettings::open(ClientOptions options, Store store) {
  auto client = TRY(HttpClient::open(store.loop, options.config.http()));
  std::shared_ptr<WebPages> web = TRY(HttpPages::open(store.loop, {.http = options.config.http()}));
  std::shared_ptr<ClientSettings> settings(
      new ClientSettings(std::move(options), std::move(store), std::move(client), std::move(web)));
  TRY(settings->open_cassette());
  return settings;
}

Result<void> ClientSettings::open_cassette() {
  // Models may outlive their cassette, and so what it tells.
  const auto trouble = [weak = weak_from_this()](const Error& why) {
    if (const auto self = weak.lock()) self->fail_with(why);
  };
  if (!options_.record.empty())
    recorder_ = TRY(Recorder::open(catalog_, options_.record, {config().secrets(), trouble}));
  if (!options_.replay.empty())
    replayer_ = TRY(Replayer::open(
        store_.loop, options_.replay,
        {.secrets = config().secrets(), .skip_waits = true, .on_difference = trouble}));
  return {};
}

void ClientSettings::fail_with(const Error& why) {
  if (failure_) return;
  failure_ = why;
  store_.failed(shared_from_this());
}

Result<void> ClientSettings::make_turns(Journal& journal) {
  turns_ = std::make_unique<TurnPerformer>(store_.loop, journal, models(), TRY(turn_options()));
  return {};
}

void ClientSettings::make_commands(CommandParts parts, TaskScope& tasks) {
  commands_ = std::make_unique<Commands>(std::move(parts), tasks);
}

void ClientSettings::choose_model(std::function<void(ChosenModel)> done) {
  if (replayer_) return done({replayer_->first_model(), "The recording was made with it."});
  std::erase_if(choosing_, [](const RunningTask& task) { return task.done(); });
  choosing_.push_back(
      start(fm::choose_model(store_.loop, *client_, config().providers()),
            [done = std::move(done)](auto chosen) { done(std::move(chosen.value())); }));
}

// The models that are asked: the configured ones, those with a recorder before them, or those of
// a recording.
ModelCatalog& ClientSettings::models() {
  if (recorder_) return *recorder_;
  if (replayer_) return *replayer_;
  return catalog_;
}

// What is replayed was paid for when it was recorded, and its model holds what it held then.
ModelFacts ClientSettings::facts(const std::string& name) const {
  ModelFacts facts = config().facts(name);
  if (replayer_) {
    facts.price = ModelPrice();
    facts.context_tokens = 0;
  }
  return facts;
}

Result<TurnOptions> ClientSettings::turn_options() const {
  TurnOptions turns;
  turns.looks = std::make_shared<FolderLooks>(
      store_.loop, FolderLooks::Options{.policy = TRY(policy_of(config())),
                                        .redactor = redactor_,
                                        .environment = store_.environment,
                                        .web = web_});
  turns.parsed = store_.parsed;
  turns.ledger = store_.ledger;
  turns.facts = [this](const std::string& name) { return facts(name); };
  turns.project = config().budgets().project;
  turns.room = config().budgets().room;
  turns.day = config().budgets().day;
  turns.day_is_usual = config().budgets().day_is_usual;
  turns.spent_on = store_.spent_on;
  // What is recorded or replayed begins with nothing learned, so that both ask for the same.
  if (!recorder_ && !replayer_) turns.learned = store_.learned;
  turns.rehearsal_words_per_second = options_.rehearsal_words_per_second;
  return turns;
}

}  // namespace fm
