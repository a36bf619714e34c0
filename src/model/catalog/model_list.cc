#include "model/catalog/model_list.h"

#include <array>

#include "base/json.h"

namespace fm {
namespace {

constexpr std::string_view kGeminiPrefix = "models/";

}  // namespace

Result<std::vector<std::string>> models_in_answer(std::string_view body) {
  const auto answer = parse_json(body);
  const Json* list = nullptr;
  if (answer) {
    // {"data": [...]} of OpenAI and Anthropic, {"models": [...]} of Gemini and Ollama, or a bare
    // list.
    for (const std::string_view key : {"data", "models"})
      if (list == nullptr) list = find_at(*answer, key);
    if (list == nullptr) list = &*answer;
  }
  if (list == nullptr || !list->is_array())
    return fail("model_list_unreadable", "The server's list of models cannot be read.",
                "It is no list of a kind that is known.", "Check the base URL.");
  std::vector<std::string> names;
  for (const Json& entry : list->get_array()) {
    std::string name;
    if (entry.is_string()) {
      name = entry.get_string();
    } else {
      for (const std::string_view key : {"id", "name", "model"})
        if (name.empty()) name = text_at(entry, key);
    }
    if (name.starts_with(kGeminiPrefix)) name.erase(0, kGeminiPrefix.size());
    if (!name.empty()) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace fm
