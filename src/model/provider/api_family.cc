#include "model/provider/api_family.h"

#include <array>
#include <cstddef>

namespace fm {
namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, 5> kNames = {"openai_chat", "openai_responses", "anthropic",
                                                    "gemini", "ollama"};
static_assert(kNames.size() == static_cast<std::size_t>(ApiFamily::kOllama) + 1);

}  // namespace

std::string_view to_string(ApiFamily family) { return kNames[static_cast<std::size_t>(family)]; }

std::optional<ApiFamily> api_family(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == name) return static_cast<ApiFamily>(i);
  return std::nullopt;
}

}  // namespace fm
