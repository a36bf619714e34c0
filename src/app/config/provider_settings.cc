#include "app/config/provider_settings.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "base/text.h"
#include "model/provider/provider_fields.h"
#include "net/url.h"

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

// It goes into a header.
void check_key(Fields& fields, std::string_view setting, const std::string& key) {
  if (std::ranges::any_of(key, [](char c) { return c > '\0' && c <= ' '; }))
    fields.fault(setting, "A key has no spaces and no line breaks.",
                 "Put the key alone into it, nothing before or after.");
}

void read_key(Fields& fields, Provider& provider, const SettingsPlace& place) {
  if (fields.has("key"))
    fields.fault_key("key", "A key does not belong into this file.",
                     "Name its environment variable with `key_env`, or a file of mode 0600 with "
                     "`key_file`.");
  if (const std::string variable = fields.text("key_env"); !variable.empty()) {
    provider.key_variable = variable;
    provider.needs_key = true;  // whoever names a key wants it sent
    const char* key = place.variable(variable.c_str());
    provider.api_key = std::string(trim(key == nullptr ? "" : key));
    check_key(fields, "key_env", provider.api_key);
  }
  if (const std::string file = fields.text("key_file"); !file.empty()) {
    provider.key_variable = file;
    provider.needs_key = true;
    provider.api_key = key_in_file(from_home(file, place), fields);
    check_key(fields, "key_file", provider.api_key);
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
    fields.fault("", "`rehearsal` is the program's own.", "Name the server otherwise.");
  read_key(fields, provider, place);
  read_provider_fields(fields, document, provider, faults);
  if (!provider.base_url.empty() && !parse_url(provider.base_url))
    fields.fault("base_url", "This is no web address.", "Write `base_url: https://...`.");
  else if (provider.base_url.find_first_of("?#") != std::string::npos)
    fields.fault("base_url", "The address goes on behind this one, so nothing may follow it.",
                 "Write what stands behind the `?` as `dialect: {query: ...}`.");
  if (provider.base_url.empty())
    fields.fault("", fmt::format("`{}` is no known server, so its address is needed.", name),
                 "Write `base_url: https://...` below it.");
  return provider;
}

}  // namespace fm
