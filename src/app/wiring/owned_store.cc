#include "app/wiring/owned_store.h"

#include <algorithm>
#include <random>
#include <utility>

#include "app/queries/costs.h"
#include "app/queries/rooms.h"
#include "app/wiring/flow_table.h"
#include "app/wiring/workshop_options.h"
#include "engine/flow/task_scope.h"

namespace fm {
namespace {

constexpr const char* kWithoutKeys = " without keys";  // of a fingerprint

}  // namespace

OwnedStore::OwnedStore(ServiceOptions options, Loop& loop, StoreLock lock)
    : options_(std::move(options)),
      loop_(loop),
      lock_(std::move(lock)),
      learned_(loop, store_learned(options_.store)),
      flows_(flow_table()),
      pool_(loop),
      words_(loop, places()),
      turns_([this](const RoomId& room, const RoomView& view) { return settings_of(room, view); },
             [this](Shared settings) { return keep(std::move(settings)); }),
      recent_(options_.recent_bytes),
      tasks_(std::make_unique<TaskScope>(loop)) {}

OwnedStore::~OwnedStore() {
  tasks_.reset();
  pool_.close();  // what runs there uses what clients work with
  if (engine_) engine_->leave();
  if (journal_) journal_->flush();
  if (project_files_) project_files_->flush();
}

Result<std::unique_ptr<OwnedStore>> OwnedStore::open(ServiceOptions options, ClientOptions own,
                                                     Loop& loop) {
  StoreLock lock = TRY(StoreLock::take(options.store, options.command));
  std::unique_ptr<OwnedStore> store(new OwnedStore(std::move(options), loop, std::move(lock)));
  store->own_ = TRY(store->settings_for(std::move(own)));
  store->own_->clients = 1;
  store->rooms_ = RoomSettings<ClientSettings>(store->own_);
  TRY(store->open_journal());
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

Result<void> OwnedStore::open_engine() {
  TRY(own_->make_turns(*journal_));
  performers_ = std::make_unique<PerformerTable>(
      loop_, *journal_, words_, turns_, own_->turns(),
      TRY(workshop_options(options_, own_->config(), own_->web(), own_->redactor())), places());
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
  own_->turns().tell(engine_->bus());
  own_->make_commands(parts_for(own_), *tasks_);
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

// Clients.

Result<OwnedStore::Shared> OwnedStore::settings_for(ClientOptions options) {
  return ClientSettings::open(
      std::move(options), {.loop = loop_,
                           .learned = learned_.models(),
                           .ledger = ledger_,
                           .parsed = parsed_,
                           .spent_on = [this](std::string day) { return spent_on(std::move(day)); },
                           .environment = options_.environment,
                           .failed = [this](const Shared& settings) { rest_rooms_of(settings); },
                           .seed = random()});
}

Result<OwnedStore::Shared> OwnedStore::settings_like(ClientOptions options) {
  const auto same = [&](const Shared& known) {
    return !options.fingerprint.empty() && known->options().fingerprint == options.fingerprint;
  };
  if (same(own_)) return own_;
  if (const auto known = std::ranges::find_if(clients_, same); known != clients_.end())
    return *known;
  Shared settings = TRY(settings_for(std::move(options)));
  TRY(settings->make_turns(*journal_));
  settings->turns().tell(engine_->bus());
  settings->make_commands(parts_for(settings), *tasks_);
  clients_.push_back(settings);
  return settings;
}

Result<OwnedStore::Shared> OwnedStore::admit(ClientOptions options) {
  Shared settings = TRY(settings_like(std::move(options)));
  ++settings->clients;
  return settings;
}

// A command may come to a room when its client has left already.
void OwnedStore::enter(const RoomId& room, const Shared& settings) {
  rooms_.enter(room, settings);
  if (settings->clients <= 0) rooms_.leave(settings, [&] { return rest_of(*settings); });
}

void OwnedStore::leave(const std::shared_ptr<ClientSettings>& settings) {
  if (--settings->clients > 0) return;
  rooms_.leave(settings, [&] { return rest_of(*settings); });
  forget_unused();
}

// A room goes on without the terminal that opened it, as far as no key of that is needed. Where not
// even that can be had, its turns wait for a terminal: nobody else's keys are used for them.
OwnedStore::Shared OwnedStore::rest_of(const ClientSettings& left) {
  const ClientOptions& all = left.options();
  ClientOptions rest{.config = left.config().without_secrets(),
                     .user_folder = all.user_folder,
                     .fingerprint = all.fingerprint.empty() ? "" : all.fingerprint + kWithoutKeys,
                     .rehearsal_words_per_second = all.rehearsal_words_per_second};
  auto settings = settings_like(std::move(rest));
  return settings ? std::move(*settings) : nullptr;
}

// What is wrong with a recording or a replay stops its own client, nobody else (P-35).
void OwnedStore::rest_rooms_of(const Shared& settings) {
  for (const RoomId& room : rooms_.rooms_of(settings)) engine_->bus().idle(room);
}

std::shared_ptr<void> OwnedStore::keep(Shared settings) {
  void* const what = settings.get();
  return {what,
          [this, settings = std::move(settings), alive = std::weak_ptr(alive_)](void*) mutable {
            settings.reset();
            if (alive.lock()) forget_unused();
          }};
}

// Keys are kept no longer than they are needed. Posted: a turn's own settings are not destroyed
// from inside of it.
void OwnedStore::forget_unused() {
  if (std::exchange(will_forget_, true)) return;
  loop_.post([this, alive = std::weak_ptr(alive_)] {
    if (!alive.lock()) return;
    will_forget_ = false;
    std::erase_if(clients_, [](const Shared& settings) {
      return settings.use_count() == 1 && settings->clients <= 0;
    });
  });
}

// A room that was made for a project of another room (C-53) is worked on as that one.
OwnedStore::Shared OwnedStore::settings_of(const RoomId& room, const RoomView& view) const {
  if (!rooms_.knows(room))
    for (const RoomLink& link : view.links)
      if (!link.into) return rooms_.of(link.room);
  return rooms_.of(room);
}

void OwnedStore::finish(std::function<bool(const RoomId&)> counts, std::function<void()> done) {
  engine_->finish(std::move(counts), [this, done = std::move(done)] {
    journal_->flush();
    done();
  });
}

CommandParts OwnedStore::parts_for(const Shared& settings) {
  const std::weak_ptr<ClientSettings> weak = settings;
  PackPlaces packs = places();
  packs.user = settings->options().user_folder;
  return {
      .config = settings->config(),
      .packs = std::move(packs),
      .redactor = settings->redactor(),
      .loop = loop_,
      .pool = pool_,
      .journal = *journal_,
      .engine = *engine_,
      .turns = settings->turns(),
      .models = settings->models(),
      .views = *views_,
      .words = words_,
      .workshop = performers_->workshop(),
      .enters =
          [this, weak](const RoomId& room) {
            if (const auto mine = weak.lock()) enter(room, mine);
          },
      .comes_to =
          [this, weak](const RoomId& room) {
            const auto mine = weak.lock();
            if (mine && !rooms_.knows(room)) enter(room, mine);
          },
      .is_served =
          [this, weak](const RoomId& room) {
            return rooms_.is_served_by_others(room, weak.lock());
          },
      .keep = [this, weak] { return keep(weak.lock()); },
      .random = [this] { return random(); },
      .environment = options_.environment,
  };
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
