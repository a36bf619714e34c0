#include "main/wiring.h"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>

#include "app/config/config.h"
#include "app/store.h"
#include "app/wiring/open.h"

namespace fm {
namespace {

using cli::Globals;
using cli::OpenedService;
using cli::OpenRequest;

const char* variable(const char* name) { return std::getenv(name); }

Result<Config> load_config(const Globals& globals, const std::string& folder) {
  ConfigSources sources;
  if (!globals.store.empty()) sources.flags["store"] = globals.store;
  if (!globals.as.empty()) sources.flags["me"] = globals.as;
  sources.variable = variable;
  sources.user_folder = user_config_folder(variable);
  sources.folder = folder;
  return Config::load(sources);
}

std::string login_name() {
  const passwd* entry = ::getpwuid(::getuid());
  return entry != nullptr && *entry->pw_name != '\0' ? entry->pw_name : "person";
}

int words_per_second(const Config& config, const OpenRequest& request) {
  return request.paced ? std::atoi(config.value("rehearsal_words_per_second").c_str()) : 0;
}

Result<OpenedService> open(const OpenRequest& request, Loop& loop) {
  Config config = TRY(load_config(request.globals, request.folder));
  OpenedService opened;
  opened.me = config.value("me");
  if (opened.me.empty()) opened.me = login_name();
  opened.team = config.value("team");
  opened.preset = config.value("preset");
  opened.model = config.value("model");

  ServiceOptions options;
  options.store = TRY(store_folder(config.value("store")));
  opened.history = options.store + "/history";
  opened.secrets = config.secrets();
  options.user_folder = user_config_folder(variable);
  options.command = request.command;
  options.rehearsal_words_per_second = words_per_second(config, request);
  options.packs = embedded_files();
  options.record = request.record;
  options.replay = request.replay;
  opened.service = TRY(open_service(std::move(options), std::move(config), loop));
  return opened;
}

// Nothing is said and nothing begun: where the store is, is all that counts.
Result<OpenedService> look(const OpenRequest& request, Loop& loop) {
  Config config = TRY(load_config(request.globals, request.folder));
  ServiceOptions options;
  options.access = Access::kLooking;
  options.store = TRY(store_folder(config.value("store")));
  return OpenedService{.service = TRY(open_service(std::move(options), std::move(config), loop))};
}

}  // namespace

cli::Backend make_backend() { return {.open = open, .look = look, .config = load_config}; }

}  // namespace fm
