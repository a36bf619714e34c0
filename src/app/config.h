// Config: what a person has set, and where each value comes from.
//
// Precedence: flag, FOLKMOOT_* variable, the folder's .folkmoot/config.yaml, the user's
// config.yaml, built in. Providers, keys, addresses and prices come from the user's file alone: a
// folder that somebody cloned must not be able to send words or keys elsewhere. Keys are named by
// their variable and never held here. Errors: config_invalid with file, line and cure.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/catalog.h"
#include "team/turn.h"

namespace fm {

struct ConfigValue {
  std::string key;
  std::string value;
  std::string origin;  // "--store", "FOLKMOOT_MODEL", a file's path, "built in"
};

struct ConfigSources {
  std::map<std::string, std::string> flags;          // key -> value, of those that were given
  std::function<const char*(const char*)> variable;  // looks up the environment
  std::string user_folder;                           // $XDG_CONFIG_HOME/folkmoot, or empty
  std::string folder;                                // the room's folder, or empty
};

class Config {
 public:
  static Result<Config> load(const ConfigSources& sources);

  // Keys: me, model, team, preset, store, rehearsal_words_per_second. Empty when not set.
  std::string value(std::string_view key) const;
  const std::vector<ConfigValue>& values() const { return values_; }

  const std::vector<Provider>& providers() const { return providers_; }
  const std::map<std::string, ModelPrice, std::less<>>& prices() const { return prices_; }
  const std::map<std::string, std::int64_t, std::less<>>& context_tokens() const {
    return context_tokens_;
  }

 private:
  std::vector<ConfigValue> values_;
  std::vector<Provider> providers_;
  std::map<std::string, ModelPrice, std::less<>> prices_;
  std::map<std::string, std::int64_t, std::less<>> context_tokens_;
};

// $XDG_CONFIG_HOME/folkmoot, else ~/.config/folkmoot; empty without a home.
std::string user_config_folder(const std::function<const char*(const char*)>& variable);

}  // namespace fm
