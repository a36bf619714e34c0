// How much a model holds, out of a provider's words when a prompt was too long for it (P-25).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fm {

// "maximum context length is 8192 tokens", "210000 tokens > 200000 maximum". Nothing where the
// words name no size, or only that of the prompt. Pure.
std::optional<std::int64_t> stated_context(std::string_view words);

}  // namespace fm
