#include "app/config/provider_settings.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "base/text.h"
#include "model/provider/api_key.h"
#include "model/provider/base_url.h"
#include "model/provider/provider_fields.h"

namespace fm {
namespace {

constexpr std::size_t kLongestKey = 16 * 1024;  // bytes

std::string from_home(const std::string& path, const SettingsPlace& place) {
  if (!path.starts_with("~/")) return path;
  const char* home = place.variable("HOME");
  return (home != nullptr ? std::string(home) : std::string()) + path.substr(1);
}

// A key's file is the person's alone, as ssh keeps its keys.
std::string key_in_file(const std::string& path, Fields& fields) {
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
    fields.fault("key_file", "There is no file " + path + ".", "Put the key into it, alone.");
    return {};
  }
  if ((facts.st_mode & 077) != 0) {
    fields.fault("key_file", "Others can read " + path + ".", "Run: chmod 600 " + path);
    return {};
  }
  std::ifstream in(path, std::ios::binary);
  std::string key(kLongestKey, '\0');
  in.read(key.data(), static_cast<std::streamsize>(key.size()));
  key.resize(static_cast<std::size_t>(in.gcount()));
  key = std::string(trim(key));
  if (key.empty()) fields.fault("key_file", path + " is empty.", "Put the key into it, alone.");
  return key;
}

void take_key(Fields& fields, Provider& provider, std::string_view setting, std::string_view text) {
  auto key = clean_key(text);
  provider.key_fault = {};
  provider.api_key = key ? std::move(*key) : std::string();
  if (!key) fields.fault(setting, key.error().cause, key.error().cure);
}

void read_key(Fields& fields, Provider& provider, const SettingsPlace& place) {
  if (fields.has("key"))
    fields.fault_key("key", "Keys do not belong in this file.",
                     "Name its environment variable with `key_env`, or a file of mode 0600 with "
                     "`key_file`.");
  if (const std::string variable = fields.text("key_env"); !variable.empty()) {
    provider.key_variable = variable;
    provider.needs_key = true;  // whoever names a key wants it sent
    const char* key = place.variable(variable.c_str());
    take_key(fields, provider, "key_env", key == nullptr ? "" : key);
  }
  if (const std::string file = fields.text("key_file"); !file.empty()) {
    provider.key_variable = file;
    provider.needs_key = true;
    take_key(fields, provider, "key_file", key_in_file(from_home(file, place), fields));
  }
}

}  // namespace

Provider read_provider(Fields& fields, const YamlDocument& document, const std::string& name,
                       const Provider* known, const SettingsPlace& place,
                       std::vector<Error>& faults) {
  Provider provider = known != nullptr ? *known : Provider{};
  provider.name = name;
  provider.origin = place.file;
  constexpr std::string_view kNameLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  if (name.empty() || name.find_first_not_of(kNameLetters) != name.npos)
    fields.fault("", "A provider's name has letters, digits, hyphens, underscores and dots only.",
                 "Rename it, for example my-server.");
  if (name == "rehearsal")
    fields.fault("", "`rehearsal` is the name of demo mode.", "Choose another name.");
  read_key(fields, provider, place);
  read_provider_fields(fields, document, provider, faults);
  if (!provider.base_url.empty()) {
    if (auto url = clean_base_url(provider.base_url, provider.api))
      provider.base_url = std::move(*url);
    else
      fields.fault("base_url", url.error().message + " " + url.error().cause, url.error().cure);
  }
  if (provider.base_url.empty())
    fields.fault("", fmt::format("`{}` is no known server, so its address is needed.", name),
                 "Write `base_url: https://...` below it.");
  return provider;
}

}  // namespace fm
