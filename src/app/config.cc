#include "app/config.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/fields.h"
#include "base/yaml.h"

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
    {"model", "FOLKMOOT_MODEL", "rehearsal", true},
    {"team", "FOLKMOOT_TEAM", "ideation", true},
    {"preset", "FOLKMOOT_PRESET", "", true},
    {"store", "FOLKMOOT_STORE", "", false},
    {"rehearsal_words_per_second", "FOLKMOOT_REHEARSAL_WORDS_PER_SECOND", "40", false},
});

struct File {
  std::string path;
  YamlDocument document;
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
  File file{path, TRY(parse_yaml(text.str(), path))};
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

Provider provider_of(Fields& fields, const std::string& name,
                     const std::function<const char*(const char*)>& variable) {
  Provider provider;
  provider.name = name;
  provider.key_variable = fields.text("key_env");
  provider.base_url = fields.text("base_url");
  if (!provider.key_variable.empty())
    if (const char* key = variable(provider.key_variable.c_str())) provider.api_key = key;
  return provider;
}

ModelPrice price_of(Fields& fields) {
  // Dollars for a million tokens: "1.25" is 1,250,000 micro-dollars.
  const DecimalRange range{6, 0, 1'000'000'000'000};
  ModelPrice price;
  price.input = {fields.decimal("input", range).value_or(0)};
  price.cached = {fields.decimal("cached", range).value_or(price.input.value)};
  price.cache_write = {fields.decimal("cache_write", range).value_or(price.input.value)};
  price.output = {fields.decimal("output", range).value_or(0)};
  return price;
}

template <class Take>
void each_child(const YamlDocument& document, const std::string& pointer,
                std::vector<Error>& faults, Take take) {
  const Json* section = find_at(document.value, std::string_view(pointer).substr(1));
  if (!section || !section->is_object()) return;
  for (const auto& member : section->get_object()) {
    Fields fields(document, pointer + pointer_step(member.key()), "config_invalid", faults);
    take(std::string(member.key()), fields);
    fields.refuse_unknown();
  }
}

}  // namespace

Result<Config> Config::load(const ConfigSources& sources) {
  const auto user = TRY(read_file(sources.user_folder, "config.yaml"));
  const auto folder =
      TRY(read_file(sources.folder.empty() ? "" : sources.folder + "/.folkmoot", "config.yaml"));
  Config config;
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
  config.providers_.push_back(openai_from_environment(sources.variable));
  if (!user) return config;

  std::vector<Error> faults;
  Fields top(user->document, "", "config_invalid", faults);
  for (const Key& key : kKeys) top.has(key.name);
  for (const std::string_view section : {"providers", "prices", "context_tokens"}) top.has(section);
  top.refuse_unknown();
  each_child(user->document, "/providers", faults, [&](const std::string& name, Fields& fields) {
    std::erase_if(config.providers_, [&](const auto& known) { return known.name == name; });
    config.providers_.push_back(provider_of(fields, name, sources.variable));
  });
  each_child(user->document, "/prices", faults, [&](const std::string& name, Fields& fields) {
    config.prices_[name] = price_of(fields);
  });
  if (const Json* sizes = find_at(user->document.value, "context_tokens");
      sizes && sizes->is_object())
    for (const auto& member : sizes->get_object())
      if (member.value().is_int64())
        config.context_tokens_[std::string(member.key())] = member.value().get_int64();
  if (!faults.empty()) return std::unexpected(faults.front());
  return config;
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
