#include "main/wiring.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "app/config/config.h"
#include "app/config/whole_environment.h"
#include "app/deciding.h"
#include "app/store.h"
#include "app/wiring/open.h"
#include "base/sha256.h"
#include "main/serve.h"
#include "server/shared_store.h"

namespace fm {
namespace {

using cli::Globals;
using cli::OpenedService;
using cli::OpenRequest;
using server::ClientsGreeting;

const char* variable(const char* name) { return std::getenv(name); }

std::map<std::string, std::string> flags_of(const Globals& globals) {
  std::map<std::string, std::string> flags;
  if (!globals.store.empty()) flags["store"] = globals.store;
  if (!globals.as.empty()) flags["me"] = globals.as;
  return flags;
}

// The variables that are looked up while the settings are read: proxies, CA files, and the keys
// that the settings name.
ConfigSources noting(ConfigSources sources, std::map<std::string, std::string>& found) {
  sources.variable = [&found](const char* name) {
    const char* value = variable(name);
    if (value != nullptr) found[name] = value;
    return value;
  };
  return sources;
}

ConfigSources sources_of(const Globals& globals, const std::string& folder) {
  return {.flags = flags_of(globals),
          .variable = variable,
          .user_folder = user_config_folder(variable),
          .folder = folder};
}

// Clients that would be worked for in the same way have the same. A recording or a replay is its
// own client's: what one has had of it no other one gets.
std::string fingerprint(const ClientsGreeting& greeting, const Config& config) {
  if (!greeting.record.empty() || !greeting.replay.empty()) return {};
  JsonObject all;
  all["environment"] = to_json(greeting.environment);
  all["secrets"] = to_json(config.secrets());
  all["words_per_second"] = greeting.rehearsal_words_per_second;
  all["user_folder"] = greeting.user_folder;
  all["files"] = config.digest();
  return to_hex(sha256(canonical(all)));
}

ClientOptions options_of(const ClientsGreeting& greeting, Config config) {
  std::string same = fingerprint(greeting, config);
  return {.config = std::move(config),
          .user_folder = greeting.user_folder,
          .fingerprint = std::move(same),
          .rehearsal_words_per_second = greeting.rehearsal_words_per_second,
          .record = greeting.record,
          .replay = greeting.replay};
}

// What a client of another process works with: its own settings, with its own environment.
Result<ClientOptions> settings_of(const ClientsGreeting& greeting) {
  ConfigSources sources{.flags = greeting.flags,
                        .variable = [&greeting](const char* name) -> const char* {
                          const auto found = greeting.environment.find(name);
                          return found == greeting.environment.end() ? nullptr
                                                                     : found->second.c_str();
                        },
                        .user_folder = greeting.user_folder,
                        .folder = greeting.folder};
  return options_of(greeting, TRY(Config::load(sources)));
}

int words_per_second(const Config& config, const OpenRequest& request) {
  return request.paced ? std::atoi(config.value("rehearsal_words_per_second").c_str()) : 0;
}

// Who has the store; taking it for a moment tells.
Error owner_of(const std::string& store, const std::string& command) {
  const auto lock = StoreLock::take(store, command);
  return lock ? Error{"store_in_use", "The store was in use until now.", "", "Run this again."}
              : lock.error();
}

// The store that this process works on, until it ends.
class OpenStore {
 public:
  explicit OpenStore(std::function<void(const Error&)> notice) : notice_(std::move(notice)) {}
  Result<OpenedService> open(const OpenRequest& request, Loop& loop);
  void finish(const std::function<void()>& waits) {
    if (store_) store_->finish(waits);
    store_.reset();
  }

 private:
  const std::function<void(const Error&)> notice_;
  std::unique_ptr<server::SharedStore> store_;
};

Result<OpenedService> OpenStore::open(const OpenRequest& request, Loop& loop) {
  ClientsGreeting greeting;
  const ConfigSources sources =
      noting(sources_of(request.globals, request.folder), greeting.environment);
  Config config = TRY(Config::load(sources));
  OpenedService opened;
  opened.me = config.value("me");
  if (opened.me.empty()) opened.me = login_name();
  opened.team = config.value("team");
  opened.preset = config.value("preset");
  opened.model = config.value("model");

  ServiceOptions options;
  options.store = TRY(store_folder(config.value("store")));
  options.user_folder = sources.user_folder;
  options.command = request.command;
  options.packs = embedded_files();
  options.environment = whole_environment();
  opened.history = options.store + "/history";
  opened.secrets = config.secrets();

  if (auto refused = refuse_agent_here(options.store)) return std::unexpected(*refused);
  greeting.principal.name = opened.me;
  greeting.folder = request.folder;
  greeting.user_folder = sources.user_folder;
  greeting.flags = sources.flags;
  greeting.rehearsal_words_per_second = words_per_second(config, request);
  greeting.record = request.record;
  greeting.replay = request.replay;

  const char* runtime = variable("XDG_RUNTIME_DIR");
  server::SharedOptions shared{
      .seat = {.store = options.store,
               .runtime_folder = runtime == nullptr ? "" : runtime,
               .command = request.command,
               .open =
                   [options, greeting, config, &loop] {
                     return open_service(options, options_of(greeting, config), loop);
                   },
               .settings = settings_of,
               .refuse = [store = options.store](pid_t pid) { return refuse_agent(pid, store); }},
      .greeting = greeting,
      .look = [store = options.store, &loop] { return open_for_looking(store, loop); },
      .who_owns_it = [store = options.store,
                      command = request.command] { return owner_of(store, command); },
      .notice = notice_};
  store_.reset();
  store_ = TRY(server::SharedStore::open(loop, std::move(shared)));
  opened.service = {std::shared_ptr<void>(), &store_->service()};
  return opened;
}

// Nothing is said and nothing begun: where the store is, is all that counts.
Result<OpenedService> look(const OpenRequest& request, Loop& loop) {
  const Config config = TRY(load_config(request.globals, request.folder));
  const std::string store = TRY(store_folder(config.value("store")));
  return OpenedService{.service = TRY(open_for_looking(store, loop))};
}

}  // namespace

Result<Config> load_config(const Globals& globals, const std::string& folder) {
  return Config::load(sources_of(globals, folder));
}

std::string login_name() {
  const passwd* entry = ::getpwuid(::getuid());
  return entry != nullptr && *entry->pw_name != '\0' ? entry->pw_name : "person";
}

cli::Backend make_backend(std::function<void(const Error&)> notice) {
  const auto store = std::make_shared<OpenStore>(std::move(notice));
  return {.open = [store](const OpenRequest& request,
                          Loop& loop) { return store->open(request, loop); },
          .look = look,
          .config = load_config,
          .finish = [store](const std::function<void()>& waits) { store->finish(waits); },
          .serve = serve,
          .serve_link = serve_link};
}

}  // namespace fm
