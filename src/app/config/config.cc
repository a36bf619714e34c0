#include "app/config/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include "app/config/provider_settings.h"
#include "base/sha256.h"
#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"
#include "model/provider/price_fields.h"
#include "model/provider/provider_table.h"
#include "net/url.h"
#include "team/pack/built_in.h"
#include "team/pack/documents.h"
#include "team/tasks/worktree_settings.h"

namespace fm {
namespace {

struct Key {
  std::string_view name;
  std::string_view variable;
  std::string_view built_in;
  bool of_folder;  // whether a folder's file may set it
};

constexpr auto kKeys = std::to_array<Key>({
    {"me", "FOLKMOOT_AS", "", false},
    {"model", "FOLKMOOT_MODEL", "", true},
    {"team", "FOLKMOOT_TEAM", "ideation", true},       // of ideations
    {"council", "FOLKMOOT_COUNCIL", "council", true},  // of conversations
    {"preset", "FOLKMOOT_PRESET", "", true},
    {"store", "FOLKMOOT_STORE", "", false},
    {"rehearsal_words_per_second", "FOLKMOOT_REHEARSAL_WORDS_PER_SECOND", "40", false},
});

struct File {
  std::string path;
  YamlDocument document;
  std::string text;
};

Result<std::optional<File>> read_file(const std::string& folder, std::string_view name) {
  if (folder.empty()) return std::nullopt;
  const std::string path = folder + "/" + std::string(name);
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in)
    return fail("config_invalid", "The file " + path + " cannot be read.", "",
                "Check its permissions.");
  File file{path, TRY(parse_yaml(text.str(), path)), text.str()};
  return std::optional(std::move(file));
}

// The value of a key in a file, as text.
std::optional<std::string> in_file(const std::optional<File>& file, std::string_view key) {
  if (!file) return std::nullopt;
  const Json* value = find_at(file->document.value, key);
  if (!value) return std::nullopt;
  if (value->is_string()) return std::string(value->get_string());
  if (value->is_int64()) return std::to_string(value->get_int64());
  return std::nullopt;
}

constexpr int kMostTokens = 1'000'000'000;
constexpr std::int64_t kUsualDay = 10'000'000;  // micro-dollars, until the person says otherwise

Result<YamlDocument> packaged(std::string_view name) {
  const auto text = built_in_file(name);
  FM_CHECK(text.has_value(), "the tables are in the program");
  return pack_document(*text, name);
}

constexpr auto kSections = {"providers", "prices", "context_tokens", "proxy", "ca_file", "web"};

// `take` is given each scope that there is, and what is said of it.
template <class Take>
void each_budget(Fields& top, Take take) {
  Fields budgets = top.section("budgets");
  for (const std::string_view scope : {"project", "room", "day"}) {
    if (!budgets.has(scope)) continue;
    Fields fields = budgets.section(scope);
    take(scope, read_budget(fields));
  }
  budgets.refuse_unknown();
}

Budget& budget_of(Config::Budgets& budgets, std::string_view scope) {
  if (scope == "project") return budgets.project;
  return scope == "room" ? budgets.room : budgets.day;
}

template <class Take>
void each_child(const YamlDocument& document, const std::string& pointer,
                std::vector<Error>& faults, Take take) {
  Fields section(document, pointer, "config_invalid", faults);
  for (const auto& member : section.object()) {
    Fields fields(document, pointer + pointer_step(member.key()), "config_invalid", faults);
    const auto before = static_cast<std::ptrdiff_t>(faults.size());
    take(std::string(member.key()), fields);
    const auto told = static_cast<std::ptrdiff_t>(faults.size());
    fields.refuse_unknown();
    // What is misspelt explains what is missing, so it comes first.
    std::rotate(faults.begin() + before, faults.begin() + told, faults.end());
  }
}

}  // namespace

Result<Config> Config::load(const ConfigSources& sources) {
  const auto user = TRY(read_file(sources.user_folder, "config.yaml"));
  const auto folder =
      TRY(read_file(sources.folder.empty() ? "" : sources.folder + "/.folkmoot", "config.yaml"));
  Config config;
  for (const char* name : kHttpVariables)
    if (const char* value = sources.variable(name)) config.http_variables_[name] = value;
  const auto text = [](const std::optional<File>& file) { return file ? file->text : ""; };
  config.digest_ = to_hex(sha256(canonical(JsonArray{text(user), text(folder)})));
  for (const Key& key : kKeys) {
    ConfigValue value{std::string(key.name), std::string(key.built_in), "built in"};
    const char* variable = sources.variable(std::string(key.variable).c_str());
    if (auto flag = sources.flags.find(value.key); flag != sources.flags.end()) {
      value.value = flag->second;
      value.origin = key.name == "me" ? "--as" : "--" + value.key;
    } else if (variable && *variable) {
      value.value = variable;
      value.origin = key.variable;
    } else if (auto of_folder = in_file(folder, key.name); of_folder && key.of_folder) {
      value.value = *of_folder;
      value.origin = folder->path;
    } else if (auto of_user = in_file(user, key.name)) {
      value.value = *of_user;
      value.origin = user->path;
    }
    config.values_.push_back(std::move(value));
  }
  config.table_ = TRY(ModelTable::read(packaged("models.yaml")));
  const auto servers = TRY(ProviderTable::read(packaged("providers.yaml")));
  std::vector<Provider> known = servers.providers(sources.variable);
  config.budgets_.day.micro_usd = kUsualDay;
  if (user) TRY(config.read_user(user->document, known, sources));
  if (folder) TRY(config.read_folder(folder->document, sources));
  std::ranges::move(known, std::back_inserter(config.providers_));
  return config;
}

Result<void> Config::read_user(const YamlDocument& document, std::vector<Provider>& known,
                               const ConfigSources& sources) {
  std::vector<Error> faults;
  Fields top(document, "", "config_invalid", faults);
  for (const Key& key : kKeys) top.text(key.name);
  for (const std::string_view section : {"providers", "prices", "context_tokens"}) top.has(section);
  proxy_ = top.text("proxy");
  ca_file_ = top.text("ca_file");
  const SettingsPlace place{sources.variable, document.path};
  each_child(document, "/providers", faults, [&](const std::string& name, Fields& fields) {
    const auto server = std::ranges::find(known, name, &Provider::name);
    const bool is_known = server != known.end();
    providers_.push_back(
        read_provider(fields, document, name, is_known ? &*server : nullptr, place, faults));
    if (is_known) known.erase(server);
  });
  each_child(document, "/prices", faults, [&](const std::string& name, Fields& fields) {
    prices_[name] = read_price(fields, document, faults);
  });
  for (const std::string_view section : {"prices", "context_tokens"}) {
    Fields fields = top.section(section);
    for (const auto& member : fields.object()) {
      const auto name = parse_model_name(member.key());
      if (!name || (name->model.empty() && name->provider != "rehearsal"))
        fields.fault_key(member.key(), "This is not a full model name.",
                         "Write the provider too, for example openai:gpt-5.");
    }
  }
  Fields sizes = top.section("context_tokens");
  for (const auto& member : sizes.object())
    if (const auto size = sizes.integer(member.key(), 1, kMostTokens))
      context_tokens_[std::string(member.key())] = *size;
  if (top.has("web")) {
    Fields web = top.section("web");
    web_allow_ = web.texts("allow");
    for (std::string& host : web_allow_) {
      host = lower_ascii(host);
      if (host.empty() || host.find_first_of("/:@ ") != host.npos)
        web.fault("allow", fmt::format("\"{}\" is no host.", host),
                  "Write the host alone, for example docs.python.org or *.example.org.");
    }
    web.refuse_unknown();
  }
  each_budget(top, [&](std::string_view scope, const Budget& budget) {
    budget_of(budgets_, scope) = budget;
    budget_files_[std::string(scope)] = document.path;
  });
  budgets_.day_is_usual = !budget_files_.contains("day");
  limits_ = read_limits(top);
  if (top.has("worktree"))
    top.fault_key("worktree", "`worktree` is said by a project's folder.",
                  "Put it into .folkmoot/config.yaml there.");
  top.refuse_unknown();
  if (!faults.empty()) return std::unexpected(faults.front());
  return {};
}

// What is a person's to say is refused here, since it would be believed to count.
Result<void> Config::read_folder(const YamlDocument& document, const ConfigSources& sources) {
  std::vector<Error> faults;
  Fields top(document, "", "config_invalid", faults);
  const auto refuse = [&](std::string_view key) {
    if (top.has(key))
      top.fault_key(key, fmt::format("`{}` is nothing that a folder may say.", key),
                    fmt::format("Put it into your own file: {}/config.yaml", sources.user_folder));
  };
  for (const Key& key : kKeys) {
    if (key.of_folder)
      top.text(key.name);
    else
      refuse(key.name);
  }
  std::ranges::for_each(kSections, refuse);
  each_budget(top, [&](std::string_view scope, const Budget& folders) {
    Budget& budget = budget_of(budgets_, scope);
    const Budget both = tighter(budget, folders);
    if (both == budget) return;
    if (scope == "day" && both.micro_usd != budget.micro_usd) budgets_.day_is_usual = false;
    budget = both;
    budget_files_[std::string(scope)] = document.path;
  });
  limits_ = tighter(limits_, read_limits(top));
  read_worktree(top);  // what is said there counts where a plan is shown (team/agency)
  top.refuse_unknown();
  if (!faults.empty()) return std::unexpected(faults.front());
  return {};
}

std::vector<ConfigValue> Config::budget_values() const {
  std::vector<ConfigValue> values;
  const auto add = [&](const std::string& scope, const Budget& budget) {
    std::string text;
    for (const SpendUnit unit : kSpendUnits)
      if (const auto limit = budget.limit(unit))
        text += (text.empty() ? "" : ", ") + spend_text(unit, *limit);
    const auto file = budget_files_.find(scope);
    if (!text.empty())
      values.push_back(
          {"budget " + scope, text, file == budget_files_.end() ? "built in" : file->second});
  };
  add("project", budgets_.project);
  add("room", budgets_.room);
  add("day", budgets_.day);
  return values;
}

const Provider* Config::provider(std::string_view name) const {
  const auto found = std::ranges::find(providers_, name, &Provider::name);
  return found == providers_.end() ? nullptr : &*found;
}

ModelFacts Config::facts(std::string_view full_name) const {
  const auto name = parse_model_name(full_name);
  ModelFacts facts;
  if (name) facts = table_.find(name->provider, name->model);
  if (name && name->provider == "rehearsal") facts.price = ModelPrice();
  if (const auto price = prices_.find(full_name); price != prices_.end())
    facts.price = price->second;
  if (const auto size = context_tokens_.find(full_name); size != context_tokens_.end())
    facts.context_tokens = size->second;
  return facts;
}

std::vector<std::string> Config::named_models() const {
  std::set<std::string> names;
  for (const auto& [name, price] : prices_) names.insert(name);
  for (const auto& [name, size] : context_tokens_) names.insert(name);
  return {names.begin(), names.end()};
}

std::vector<std::string> Config::secrets() const {
  std::vector<std::string> secrets;
  for (const Provider& provider : providers_)
    std::ranges::move(secrets_of(provider), std::back_inserter(secrets));
  for (const std::string& login : proxy_logins())
    if (const auto colon = login.find(':'); colon != login.npos)
      secrets.push_back(login.substr(colon + 1));
  return secrets;
}

// Whichever of them counts in the end.
std::vector<std::string> Config::proxy_logins() const {
  std::vector<std::string> logins{login_in(proxy_)};
  for (const auto& [name, value] : http_variables_)
    if (name.ends_with("_proxy") || name.ends_with("_PROXY")) logins.push_back(login_in(value));
  std::erase(logins, "");
  return logins;
}

HttpOptions Config::http() const {
  return {.ca_file = ca_file_,
          .proxy = proxy_,
          .variable = [variables = http_variables_](const char* name) -> const char* {
            const auto found = variables.find(name);
            return found == variables.end() ? nullptr : found->second.c_str();
          }};
}

Config Config::without_secrets() const {
  Config left = *this;
  const bool is_proxy_secret = !proxy_logins().empty();
  if (is_proxy_secret) {
    left.proxy_.clear();
    left.http_variables_.clear();
  }
  for (Provider& provider : left.providers_) {
    if (!is_proxy_secret && secrets_of(provider).empty()) continue;
    provider.key_left = true;
    provider.api_key.clear();
    provider.headers.clear();
    provider.base_url.clear();
    provider.dialect.query.clear();
  }
  return left;
}

std::string Config::value(std::string_view key) const {
  for (const ConfigValue& value : values_)
    if (value.key == key) return value.value;
  return {};
}

std::string user_config_folder(const std::function<const char*(const char*)>& variable) {
  if (const char* config = variable("XDG_CONFIG_HOME"); config && *config == '/')
    return std::string(config) + "/folkmoot";
  if (const char* home = variable("HOME"); home && *home == '/')
    return std::string(home) + "/.config/folkmoot";
  return {};
}

}  // namespace fm
