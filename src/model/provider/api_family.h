// The families of providers that are spoken to in their own way (P-20).
#pragma once

#include <optional>
#include <string_view>

namespace fm {

enum class ApiFamily { kOpenAiChat, kOpenAiResponses, kAnthropic, kGemini, kOllama };

std::string_view to_string(ApiFamily family);  // "openai_chat", ...
std::optional<ApiFamily> api_family(std::string_view name);

}  // namespace fm
