// The servers that are known by name, so that a key is all they need (P-20).
//
// Data: packs/default/providers.yaml, in the order in which the default model is looked for.
//
//   groq:
//     base_url: https://api.groq.com/openai/v1
//     base_url_env: GROQ_BASE_URL      a variable that names another place; without a base_url it
//                                      is needed, or the server is not known at all
//     elsewhere: openai_chat           the protocol that is spoken there
//     key_env: [GROQ_API_KEY]          the first that is set counts
//     ...                              and all that model/provider/provider_fields.h reads
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/yaml/yaml.h"
#include "model/provider/provider.h"

namespace fm {

class ProviderTable {
 public:
  // Errors: config_invalid, the first fault, with file and line.
  static Result<ProviderTable> read(Result<YamlDocument> file);

  // All of them as the environment has their keys and places. `variable` looks one up; null: unset.
  std::vector<Provider> providers(const std::function<const char*(const char*)>& variable) const;

 private:
  struct Row {
    Provider provider;
    std::vector<std::string> keys;
    std::string place;  // the variable with another base URL
    ApiFamily elsewhere = ApiFamily::kOpenAiChat;
  };
  std::vector<Row> rows_;
};

}  // namespace fm
