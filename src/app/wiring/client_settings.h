// ClientSettings: what the rooms of one client are worked on with: its configuration and keys, the
// way to its models, its turns and its commands.
//
// The owner of a store has its own, and every process that comes to it brings others; those that
// bring the same share one. Owned by OwnedStore, whose parts outlive it. Ends only when nothing is
// done with it any more, from the top of the loop. Loop thread; nothing of it lasts.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/config/choose_model.h"
#include "app/config/config.h"
#include "app/owner_service.h"
#include "base/redact.h"
#include "engine/flow/task.h"
#include "loop/loop.h"
#include "model/cassette/recorder.h"
#include "model/cassette/replayer.h"
#include "model/catalog/catalog.h"
#include "model/learned/learned_models.h"
#include "net/http_client.h"
#include "team/turn/turn.h"
#include "tool/run/lane_commands.h"

namespace fm {

class ClientSettings : public std::enable_shared_from_this<ClientSettings> {
 public:
  // What it uses of its store; all of it outlives it.
  struct Store {
    Loop& loop;
    std::shared_ptr<LearnedModels> learned;
    std::shared_ptr<SpendLedger> ledger;
    std::shared_ptr<ParsedFiles> parsed;
    std::function<Task<Spent>(std::string day)> spent_on;
    std::map<std::string, std::string> environment;  // of the programs that look for agents
    // Called once for those whose recording or replay is in trouble; failure() says which.
    std::function<void(const std::shared_ptr<ClientSettings>&)> failed;
    std::uint32_t seed = 1;
  };

  // Errors: those of HttpClient, and of the recordings.
  static Result<std::shared_ptr<ClientSettings>> open(ClientOptions options, Store store);
  ClientSettings(const ClientSettings&) = delete;

  // Its turns, once there is a journal; its commands, once there is an engine. Errors:
  // config_invalid, of the policy.
  Result<void> make_turns(Journal& journal);
  void make_commands(CommandParts parts, TaskScope& tasks);

  const ClientOptions& options() const { return options_; }
  const Config& config() const { return options_.config; }
  const Redactor& redactor() const { return redactor_; }
  ModelCatalog& models();
  const std::shared_ptr<WebPages>& web() const { return web_; }  // for agents (P-60)
  TurnPerformer& turns() { return *turns_; }
  Commands& commands() { return *commands_; }
  void choose_model(std::function<void(ChosenModel)> done);

  // Set when its recording or replay cannot go on (P-35): nobody else's work is touched by it.
  const std::optional<Error>& failure() const { return failure_; }

  int clients = 0;  // that are there with these settings

 private:
  ClientSettings(ClientOptions options, Store store, std::unique_ptr<HttpClient> client,
                 std::shared_ptr<WebPages> web);
  Result<void> open_cassette();
  void fail_with(const Error& why);
  ModelFacts facts(const std::string& name) const;
  Result<TurnOptions> turn_options() const;

  const ClientOptions options_;
  const Redactor redactor_;
  const Store store_;
  std::unique_ptr<HttpClient> client_;
  const std::shared_ptr<WebPages> web_;
  Catalog catalog_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<Replayer> replayer_;
  std::unique_ptr<TurnPerformer> turns_;
  std::vector<RunningTask> choosing_;
  std::unique_ptr<Commands> commands_;
  std::optional<Error> failure_;
};

}  // namespace fm
