// One provider out of the person's own configuration (P-20).
//
//   providers:
//     groq: {}                        a known server: its key's variable is enough
//     work:
//       api: anthropic                or openai_chat (the usual), openai_responses, gemini, ollama
//       base_url: https://models.example/v1
//       key_env: WORK_KEY             or key_file: ~/.config/folkmoot/work.key, of mode 0600
//       headers: {X-Team: moot}       sent with each request
//       options: {service_tier: flex} fields of the request's body, as the provider has them
//       dialect: {max_tokens: max_completion_tokens}
//       timeouts: {connect: 15, first_byte: 300, between_bytes: 120, total: 900}
//       limits: {requests_per_minute: 60, tokens_per_minute: 100000, concurrent: 4}
//       default_models: [big-1, "small-*"]
//
// What is not said is as the known server of that name has it. A key is never written in the file
// itself: a `key` there is refused, with the reason.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/yaml/fields.h"
#include "model/provider/provider.h"

namespace fm {

struct SettingsPlace {
  std::function<const char*(const char*)> variable;  // looks up the environment
  std::string file;                                  // for Provider::origin
};

// `known` is the known server of this name, with what the environment says of it; null: none.
// Faults (config_invalid, also of a key file that others can read) go into `faults`.
Provider read_provider(Fields& fields, const YamlDocument& document, const std::string& name,
                       const Provider* known, const SettingsPlace& place,
                       std::vector<Error>& faults);

}  // namespace fm
