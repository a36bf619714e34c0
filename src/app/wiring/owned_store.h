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

#include "app/commands/commands.h"
#include "app/commands/repinner.h"
#include "app/files/project_files.h"
#include "app/queries/people_words.h"
#include "app/queries/recent_lines.h"
#include "app/queries/room_views.h"
#include "app/queries/room_watch.h"
#include "app/store.h"
#include "app/wiring/open.h"
#include "app/wiring/performer_table.h"
#include "engine/log/sqlite_journal.h"
#include "engine/runtime/engine.h"
#include "loop/pool_scope.h"
#include "model/cassette/recorder.h"
#include "model/cassette/replayer.h"
#include "model/catalog/catalog.h"
#include "model/learned/learned_file.h"
#include "net/http_client.h"

namespace fm {

class OwnedStore {
 public:
  // Errors: those of open_service().
  static Result<std::unique_ptr<OwnedStore>> open(ServiceOptions options, Config config,
                                                  Loop& loop);
  ~OwnedStore();
  OwnedStore(const OwnedStore&) = delete;

  Commands& commands() { return *commands_; }
  JournalReader& reader() { return journal_->reader(); }
  RoomViews& views() { return *views_; }
  RoomWatches& watches() { return *watches_; }
  const std::optional<Error>& failure() const { return failure_; }
  void choose_model(std::function<void(ChosenModel)> done);

 private:
  OwnedStore(ServiceOptions options, Config config, Loop& loop, StoreLock lock,
             std::unique_ptr<HttpClient> client);

  Result<void> open_journal();
  Result<void> open_cassette();
  Result<void> open_engine();
  Result<void> keep_project_files();
  void open_commands();

  ModelCatalog& models();
  ModelFacts facts(const std::string& name) const;
  TurnOptions turn_options();
  Task<Spent> spent_on(std::string day);
  std::uint32_t random() const;
  PackPlaces places() const;  // without a folder
  void lost(const Error& error);

  const ServiceOptions options_;
  const Config config_;
  const std::shared_ptr<ParsedFiles> parsed_ = std::make_shared<ParsedFiles>();
  const Redactor redactor_;
  Loop& loop_;
  StoreLock lock_;
  std::unique_ptr<HttpClient> client_;
  LearnedFile learned_;
  Catalog catalog_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<Replayer> replayer_;
  const std::map<std::string, FlowDefinition> flows_;
  std::unique_ptr<SqliteJournal> journal_;
  PoolScope pool_;  // reads the journal: ends before it
  std::unique_ptr<RoomViews> views_;
  PeopleWords words_;
  std::unique_ptr<Repinner> repinner_;
  std::unique_ptr<PerformerTable> performers_;
  std::unique_ptr<StackMark> mark_;
  std::unique_ptr<Engine> engine_;
  std::optional<Error> failure_;
  RecentLines recent_;
  std::shared_ptr<void> recent_hears_;
  std::unique_ptr<RoomWatches> watches_;
  std::unique_ptr<ProjectFiles> project_files_;
  std::shared_ptr<void> files_hear_;
  RunningTask choosing_;
  std::unique_ptr<Commands> commands_;
};

}  // namespace fm
