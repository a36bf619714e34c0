// How much a model holds, out of a provider's words when a prompt was too long for it (P-25).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/model.h"

namespace fm {

// "maximum context length is 8192 tokens", "210000 tokens > 200000 maximum". Nothing where the
// words name no size, or only that of the prompt. Pure.
std::optional<std::int64_t> stated_context(std::string_view words);

// Whether a request of `bytes` was refused because it is too long, though nobody says so: servers
// refuse with words of their own, or with none, what is longer than all that they have `answered`.
bool is_refused_for_length(const ModelError& error, std::int64_t bytes, std::int64_t answered);

}  // namespace fm
