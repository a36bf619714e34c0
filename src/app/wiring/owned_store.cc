#include "app/wiring/owned_store.h"

#include <random>
#include <utility>

#include "app/queries/costs.h"
#include "app/queries/rooms.h"
#include "app/wiring/flow_table.h"
#include "engine/flow/task_scope.h"

namespace fm {
OwnedStore::OwnedStore(ServiceOptions options, Config config, Loop& loop, StoreLock lock,
                       std::unique_ptr<HttpClient> client)
    : options_(std::move(options)),
      config_(std::move(config)),
      redactor_(config_.secrets()),
      loop_(loop),
      lock_(std::move(lock)),
      client_(std::move(client)),
      learned_(loop, store_learned(options_.store)),
      catalog_(loop, *client_,
               {.providers = config_.providers(),
                .seed = random(),
                .facts = [this](const std::string& name) { return config_.facts(name); },
                .learned = learned_.models()}),
      flows_(flow_table()),
      pool_(loop),
      words_(loop, places()),
      recent_(options_.recent_bytes) {}

OwnedStore::~OwnedStore() {
  commands_.reset();
  if (engine_) engine_->leave();
  if (journal_) journal_->flush();
  if (project_files_) project_files_->flush();
}

Result<std::unique_ptr<OwnedStore>> OwnedStore::open(ServiceOptions options, Config config,
                                                     Loop& loop) {
  StoreLock lock = TRY(StoreLock::take(options.store, options.command));
  HttpOptions http;
  http.ca_file = config.ca_file();
  http.proxy = config.proxy();
  auto client = TRY(HttpClient::open(loop, std::move(http)));
  std::unique_ptr<OwnedStore> store(new OwnedStore(std::move(options), std::move(config), loop,
                                                   std::move(lock), std::move(client)));
  TRY(store->open_journal());
  TRY(store->open_cassette());
  TRY(store->open_engine());
  return store;
}

Result<void> OwnedStore::open_journal() {
  SqliteOptions sqlite;
  sqlite.path = store_database(options_.store);
  sqlite.high_water = store_high_water(options_.store);
  sqlite.lost = [this](const Error& error) { lost(error); };
  journal_ = TRY(SqliteJournal::open(std::move(sqlite), loop_));
  views_ = std::make_unique<RoomViews>(loop_, journal_->reader());
  return {};
}

Result<void> OwnedStore::open_cassette() {
  const auto trouble = [this](const Error& error) { lost(error); };
  if (!options_.record.empty())
    recorder_ = TRY(Recorder::open(catalog_, options_.record, {config_.secrets(), trouble}));
  if (!options_.replay.empty())
    replayer_ = TRY(Replayer::open(
        loop_, options_.replay,
        {.secrets = config_.secrets(), .skip_waits = true, .on_difference = trouble}));
  return {};
}

Result<void> OwnedStore::open_engine() {
  performers_ =
      std::make_unique<PerformerTable>(loop_, *journal_, models(), words_, turn_options());
  EngineOptions engine;
  engine.quarantine_after = kQuarantineAfter;
  mark_ = TRY(StackMark::open(options_.store + "/running"));
  engine.mark = mark_.get();
  engine.keep_resting_bytes = options_.resting_bytes;
  repinner_ = std::make_unique<Repinner>(*journal_);
  engine.repin = [this](const FlowStart& ended, const Fold& seen) {
    return repinner_->repin(ended, seen);
  };
  engine_ = std::make_unique<Engine>(
      loop_, *journal_, flows_, performers_->all(), [] { return std::make_unique<RoomView>(); },
      engine);
  performers_->use(*engine_);
  views_->use(*engine_);
  recent_hears_ = engine_->bus().subscribe(recent_);
  watches_ = std::make_unique<RoomWatches>(loop_, *journal_, engine_->bus(), recent_);
  TRY(keep_project_files());
  open_commands();
  return engine_->open();
}

// What people and other programs read of a project follows the log (C-49).
Result<void> OwnedStore::keep_project_files() {
  ProjectFilesOptions files;
  files.view = [this](const RoomId& room) -> Result<RoomView> {
    return *TRY(fold_on(journal_->reader(), room)).view;
  };
  files.now = [this](const RoomId& room) -> RoomViewPtr {
    const auto now = engine_->look(room);
    return now ? std::static_pointer_cast<const RoomView>(now->fold) : nullptr;
  };
  files.trouble = [this](const RoomId& room, const Error& error) {
    engine_->bus().notice({room, {}, {}, error.message + " " + error.cause, Millis(0)});
  };
  project_files_ =
      std::make_unique<ProjectFiles>(loop_, TRY(built_in_documents()), std::move(files));
  files_hear_ = engine_->bus().subscribe(*project_files_);
  return {};
}

void OwnedStore::open_commands() {
  commands_ = std::make_unique<Commands>(CommandParts{
      .config = config_,
      .packs = places(),
      .redactor = redactor_,
      .loop = loop_,
      .pool = pool_,
      .journal = *journal_,
      .engine = *engine_,
      .turns = performers_->turns(),
      .models = models(),
      .views = *views_,
      .words = words_,
      .random = [this] { return random(); },
      .lost = [this](const Error& error) { lost(error); },
  });
}

void OwnedStore::choose_model(std::function<void(ChosenModel)> done) {
  if (replayer_) return done({replayer_->first_model(), "The recording was made with it."});
  choosing_ = start(fm::choose_model(loop_, *client_, config_.providers()),
                    [done = std::move(done)](auto chosen) { done(std::move(chosen.value())); });
}

// The models that are asked: the configured ones, those with a recorder before them, or those of
// a recording.
ModelCatalog& OwnedStore::models() {
  if (recorder_) return *recorder_;
  if (replayer_) return *replayer_;
  return catalog_;
}

// What is replayed was paid for when it was recorded, and its model holds what it held then.
ModelFacts OwnedStore::facts(const std::string& name) const {
  ModelFacts facts = config_.facts(name);
  if (replayer_) {
    facts.price = ModelPrice();
    facts.context_tokens = 0;
  }
  return facts;
}

TurnOptions OwnedStore::turn_options() {
  TurnOptions turns;
  turns.parsed = parsed_;
  turns.facts = [this](const std::string& name) { return facts(name); };
  turns.project = config_.budgets().project;
  turns.room = config_.budgets().room;
  turns.day = config_.budgets().day;
  turns.day_is_usual = config_.budgets().day_is_usual;
  turns.spent_on = [this](std::string day) { return spent_on(std::move(day)); };
  // What is recorded or replayed begins with nothing learned, so that both ask for the same.
  if (!recorder_ && !replayer_) turns.learned = learned_.models();
  turns.rehearsal_words_per_second = options_.rehearsal_words_per_second;
  return turns;
}

// What the log says of a day's costs; read in the pool, since a long day takes a moment.
Task<Spent> OwnedStore::spent_on(std::string day) {
  co_return co_await in_pool(
      pool_, [&reader = journal_->reader(), day] { return spent_in_log(reader, day); });
}

PackPlaces OwnedStore::places() const {
  return {options_.packs, options_.user_folder, {}, parsed_};
}

std::uint32_t OwnedStore::random() const {
  return options_.random ? options_.random() : std::random_device{}();
}

void OwnedStore::lost(const Error& error) {
  if (failure_) return;
  failure_ = error;
  if (engine_) engine_->bus().idle(RoomId());
}

}  // namespace fm
