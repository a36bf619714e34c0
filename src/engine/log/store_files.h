// The files of a store, looked after before SQLite opens them: the database, and the write-ahead
// log and shared memory that SQLite makes beside it.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "engine/log/high_water.h"

namespace fm {

// Before SQLite touches it, since that deletes a write-ahead log beside an empty database, and what
// was written last may be nowhere else. Of the system's files. Errors: store_damaged.
Result<void> check_store_files(const std::string& database,
                               const std::optional<HighWaterMark>& mark);

// The store's files are their owner's alone, whatever the umask; makes the first one where it is
// missing, since SQLite gives the others its mode. Errors: store_unreadable.
Result<void> make_private(const std::string& database);

}  // namespace fm
