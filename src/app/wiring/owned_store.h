// OwnedStore: everything that runs on a store which this process owns.
//
// Makes the parts in the order in which they need each other and destroys them in reverse: the
// lock, the client, the models, the journal, the performers, the engine, those who follow it, the
// commands. Owned by the service; loop thread. Leaves every unfinished flow resumable.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/repinner.h"
#include "app/files/project_files.h"
#include "app/queries/people_words.h"
#include "app/queries/recent_lines.h"
#include "app/queries/room_views.h"
#include "app/queries/room_watch.h"
#include "app/store.h"
#include "app/wiring/client_settings.h"
#include "app/wiring/open.h"
#include "app/wiring/performer_table.h"
#include "app/wiring/room_settings.h"
#include "app/wiring/room_turns.h"
#include "engine/log/sqlite_journal.h"
#include "engine/runtime/engine.h"
#include "loop/pool_scope.h"
#include "model/learned/learned_file.h"

namespace fm {

class OwnedStore {
 public:
  // Errors: those of open_service().
  static Result<std::unique_ptr<OwnedStore>> open(ServiceOptions options, ClientOptions own,
                                                  Loop& loop);
  ~OwnedStore();
  OwnedStore(const OwnedStore&) = delete;

  const std::shared_ptr<ClientSettings>& own() const { return own_; }
  // A client that comes, with what it works with; and that it goes.
  Result<std::shared_ptr<ClientSettings>> admit(ClientOptions options);
  void leave(const std::shared_ptr<ClientSettings>& settings);

  // As OwnerService has it.
  void finish(std::function<bool(const RoomId&)> counts, std::function<void()> done);

  JournalReader& reader() { return journal_->reader(); }
  RoomViews& views() { return *views_; }
  RoomWatches& watches() { return *watches_; }
  const std::optional<Error>& failure() const { return failure_; }

 private:
  OwnedStore(ServiceOptions options, Loop& loop, StoreLock lock);

  Result<void> open_journal();
  Result<void> open_engine();
  Result<void> keep_project_files();

  using Shared = std::shared_ptr<ClientSettings>;

  Result<Shared> settings_for(ClientOptions options);
  // Those that are here already, or new ones with turns and commands.
  Result<Shared> settings_like(ClientOptions options);
  CommandParts parts_for(const Shared& settings);
  void enter(const RoomId& room, const Shared& settings);
  Shared settings_of(const RoomId& room, const RoomView& view) const;  // null: they have left
  Shared rest_of(const ClientSettings& left);                          // null: nothing stays
  void rest_rooms_of(const Shared& settings);                          // they failed
  // Whoever holds it keeps the settings, and has them forgotten after that if nobody needs them.
  std::shared_ptr<void> keep(Shared settings);
  void forget_unused();
  Task<Spent> spent_on(std::string day);
  std::uint32_t random() const;
  PackPlaces places() const;      // without a folder
  void lost(const Error& error);  // the store can no longer be written

  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
  const ServiceOptions options_;
  const std::shared_ptr<ParsedFiles> parsed_ = std::make_shared<ParsedFiles>();
  const std::shared_ptr<SpendLedger> ledger_ = std::make_shared<SpendLedger>();
  Loop& loop_;
  StoreLock lock_;
  LearnedFile learned_;
  const std::map<std::string, FlowDefinition> flows_;
  std::unique_ptr<SqliteJournal> journal_;
  PoolScope pool_;  // reads the journal: ends before it
  std::unique_ptr<RoomViews> views_;
  PeopleWords words_;
  std::unique_ptr<Repinner> repinner_;
  std::shared_ptr<ClientSettings> own_;                   // those of this process
  std::vector<std::shared_ptr<ClientSettings>> clients_;  // of others, while they are needed
  RoomSettings<ClientSettings> rooms_;
  bool will_forget_ = false;
  RoomTurns turns_;
  std::unique_ptr<PerformerTable> performers_;
  std::unique_ptr<StackMark> mark_;
  std::unique_ptr<Engine> engine_;
  std::optional<Error> failure_;
  RecentLines recent_;
  std::shared_ptr<void> recent_hears_;
  std::unique_ptr<RoomWatches> watches_;
  std::unique_ptr<ProjectFiles> project_files_;
  std::shared_ptr<void> files_hear_;
  std::unique_ptr<TaskScope> tasks_;  // of all commands
};

}  // namespace fm
