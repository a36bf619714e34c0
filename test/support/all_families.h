// Every family of providers, for tests that hold for all of them.
#pragma once

#include <array>

#include "model/provider/api_family.h"

namespace fm {

inline constexpr std::array kAllFamilies{ApiFamily::kOpenAiChat, ApiFamily::kOpenAiResponses,
                                         ApiFamily::kAnthropic, ApiFamily::kGemini,
                                         ApiFamily::kOllama};

}  // namespace fm
