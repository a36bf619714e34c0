#include "model/provider/provider_table.h"

#include <utility>

#include "base/text.h"
#include "base/yaml/fields.h"
#include "model/provider/api_key.h"
#include "model/provider/base_url.h"
#include "model/provider/provider_fields.h"
#include "net/url.h"

namespace fm {
namespace {

constexpr int kOllamaPort = 11434;

std::string value_of(const std::function<const char*(const char*)>& variable,
                     const std::string& name) {
  const char* text = name.empty() ? nullptr : variable(name.c_str());
  return std::string(trim(text == nullptr ? "" : text));
}

}  // namespace

Result<ProviderTable> ProviderTable::read(Result<YamlDocument> file) {
  const YamlDocument document = TRY(std::move(file));
  ProviderTable table;
  std::vector<Error> faults;
  Fields top(document, "", "config_invalid", faults);
  const auto names = top.texts("order");
  for (const std::string& name : names) {
    Fields fields = top.section(name);
    Row row;
    row.provider.name = name;
    read_provider_fields(fields, document, row.provider, faults);
    row.keys = fields.texts("key_env");
    row.place = fields.text("base_url_env");
    row.elsewhere = row.provider.api;
    if (const std::string api = fields.text("elsewhere"); !api.empty()) {
      if (const auto family = api_family(api))
        row.elsewhere = *family;
      else
        fields.fault("elsewhere", "There is no protocol `" + api + "`.", "");
    }
    fields.refuse_unknown();
    if (row.provider.base_url.empty() && row.place.empty())
      fields.fault("", "`" + name + "` has no address.", "Write `base_url: https://...`.");
    table.rows_.push_back(std::move(row));
  }
  top.refuse_unknown();
  if (!faults.empty()) return std::unexpected(faults.front());
  return table;
}

std::vector<Provider> ProviderTable::providers(
    const std::function<const char*(const char*)>& variable) const {
  std::vector<Provider> found;
  for (const Row& row : rows_) {
    Provider provider = row.provider;
    if (!row.keys.empty()) provider.key_variable = row.keys.front();
    for (const std::string& key : row.keys) {
      auto made = clean_key(value_of(variable, key));
      if (made && made->empty()) continue;
      if (made) provider.api_key = std::move(*made);
      if (!made) provider.key_fault = made.error().cause;
      provider.key_variable = key;
      break;
    }
    if (const std::string place = value_of(variable, row.place); !place.empty()) {
      const auto before = parse_url(provider.base_url);
      const bool is_ollama = row.provider.api == ApiFamily::kOllama;
      const auto url = clean_base_url(place, provider.api, is_ollama ? kOllamaPort : 0);
      provider.base_url = url ? *url : place;  // opening it says what is wrong
      const auto now = parse_url(provider.base_url);
      // A server without a known address is found only by the variable.
      const bool has_own = !row.provider.base_url.empty();
      const bool moved = has_own && (!before || !now || before->host != now->host);
      if (moved) {
        provider.api = row.elsewhere;
        provider.needs_key = false;  // whoever runs it may want none
        if (row.elsewhere == ApiFamily::kOpenAiChat) provider.dialect = {};
      }
      provider.origin = row.place;
    }
    if (!provider.base_url.empty()) found.push_back(std::move(provider));
  }
  return found;
}

}  // namespace fm
