// Config: what a person has set, and where each value comes from.
//
// Precedence: flag, FOLKMOOT_* variable, the folder's .folkmoot/config.yaml, the user's
// config.yaml, built in. Providers, keys, addresses and prices come from the user's file alone: a
// folder that somebody cloned must not be able to send words or keys elsewhere. A folder's budgets
// lower the user's and never raise them (P-31). Keys come from the environment or from files
// of mode 0600. Errors: config_invalid with file, line and cure, also for what is not known.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/yaml/yaml.h"
#include "model/provider/model_table.h"
#include "model/provider/provider.h"
#include "net/http_client.h"
#include "team/spending/spending.h"
#include "team/tasks/work_limits.h"

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

  // Those of the person's file first, then the known servers, in the order in which a model is
  // looked for where none is named.
  const std::vector<Provider>& providers() const { return providers_; }
  const Provider* provider(std::string_view name) const;  // null: there is none

  // What is known of a model, by its full name; what the person says wins over the table. What a
  // server on this machine costs nobody knows: it may be a gateway to one that costs.
  ModelFacts facts(std::string_view full_name) const;
  const ModelTable& models() const { return table_; }
  std::vector<std::string> named_models() const;  // of which the person says something, sorted

  struct Budgets {
    Budget project;
    Budget room;
    Budget day;
    bool day_is_usual = true;  // nobody set it
  };
  const Budgets& budgets() const { return budgets_; }
  const WorkLimits& limits() const { return limits_; }  // of both files, the tighter
  std::vector<ConfigValue> budget_values() const;       // "budget day", "$10", and whose it is

  // Hosts whose pages agents may open without being asked: "docs.python.org", "*.example.org".
  const std::vector<std::string>& web_allow() const { return web_allow_; }

  // How its providers are reached: the proxy and CA file of the person's file, else of the
  // environment that the settings were read with.
  HttpOptions http() const;

  std::vector<std::string> secrets() const;  // the values of all keys, to be blotted out

  // Of the text of both files, as it was read.
  const std::string& digest() const { return digest_; }

  // What stays when the terminal that brought it has gone: the same without its secrets. Providers
  // that had some cannot be asked (model_key_left).
  Config without_secrets() const;

 private:
  Result<void> read_user(const YamlDocument& document, std::vector<Provider>& known,
                         const ConfigSources& sources);
  std::vector<std::string> proxy_logins() const;
  Result<void> read_folder(const YamlDocument& document, const ConfigSources& sources);

  std::vector<ConfigValue> values_;
  std::vector<Provider> providers_;
  std::map<std::string, ModelPrice, std::less<>> prices_;
  std::map<std::string, std::int64_t, std::less<>> context_tokens_;
  ModelTable table_;
  Budgets budgets_;
  WorkLimits limits_;
  std::map<std::string, std::string> budget_files_;  // scope -> the file that says it last
  std::vector<std::string> web_allow_;
  std::string proxy_;
  std::string ca_file_;
  std::map<std::string, std::string, std::less<>> http_variables_;
  std::string digest_;
};

// $XDG_CONFIG_HOME/folkmoot, else ~/.config/folkmoot; empty without a home.
std::string user_config_folder(const std::function<const char*(const char*)>& variable);

}  // namespace fm
