// Looking at the store: read-only, beside whoever owns it, changing nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/context/context.h"
#include "engine/log/journal_reader.h"

namespace fm::cli {

// The store that counts here. Nothing when there is none yet. Errors: those of the configuration
// and of the store.
Result<std::unique_ptr<JournalReader>> look_at_store(const Context& context);
bool is_no_store(const Error& error);

std::vector<RoomSummary> summaries(const std::vector<RoomRow>& rows);

}  // namespace fm::cli
