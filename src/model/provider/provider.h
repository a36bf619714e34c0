// Provider: where models are reached and in which way, as the configuration has it (P-20).
//
// Values. A dialect is what a server does otherwise than the first of its family; the known
// servers' dialects are data (packs/default/providers.yaml). The key is read from the environment
// or a file by whoever makes the configuration; it goes into one header and is shown nowhere.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/provider/api_family.h"
#include "net/http_client.h"

namespace fm {

enum class KeyHeader {
  kBearer,      // Authorization: Bearer ...
  kApiKey,      // api-key (Azure)
  kXApiKey,     // x-api-key (Anthropic)
  kXGoogApiKey  // x-goog-api-key (Gemini)
};

struct Dialect {
  KeyHeader key_header = KeyHeader::kBearer;
  std::string query;                      // after the path: "api-version=2024-10-21"
  std::string max_tokens = "max_tokens";  // of chat completions: the name of that field
  bool usage_in_stream = true;            // of chat completions: takes stream_options
  bool reasoning_back = false;            // wants reasoning_content with the tool calls it led to
  bool cache_key = false;                 // takes prompt_cache_key (P-24)
  bool cache_marks = false;               // of chat completions: takes cache_control in its parts
};

// What the person allows, whatever the provider would (P-30).
struct RateCaps {
  std::optional<int> requests_per_minute;
  std::optional<std::int64_t> tokens_per_minute;
  std::optional<int> concurrent;
};

struct Provider {
  std::string name;
  ApiFamily api = ApiFamily::kOpenAiChat;
  std::string base_url = {};      // up to where the family's own path begins
  std::string key_variable = {};  // the environment variable that holds the key; for messages
  std::string api_key = {};       // empty: none is sent
  std::string key_fault = {};     // why the key that was found cannot be sent; then none is
  bool needs_key = false;         // without one it is not asked at all
  bool key_left = false;     // it had secrets, and they went with the terminal that brought them
  HttpHeaders headers = {};  // sent with each request
  JsonObject options = {};   // fields of the provider's own, sent with each request
  Dialect dialect = {};
  HttpTimeouts timeouts = {};
  RateCaps caps = {};
  // To take where no model is named, best first; "x*" is any whose name begins with x.
  std::vector<std::string> default_models = {};
  std::string origin = {};  // where this was set: a file's path, "OPENAI_API_KEY", "built in"
};

// Its key and all other secrets in its settings, to be removed from all texts.
std::vector<std::string> secrets_of(const Provider& provider);

// Whether somebody set it up: a key, or a word about it in the settings or the environment.
inline bool is_set_up(const Provider& provider) {
  return !provider.api_key.empty() || !provider.origin.empty();
}

}  // namespace fm
