// What a person does about the store itself: is it whole, take it as it is, write its tables anew.
//
// For the command line; nothing else runs meanwhile, so these wait until they are done. Looking at
// a store needs no lock, whatever its owner does; changing it takes it.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/log/journal_reader.h"

namespace fm {

// Reads all there is and changes nothing: SQLite's pages, every chain, every large text, the tables
// against the log, the log against what was written last (engine/log/high_water.h). Errors:
// store_empty, store_unreadable, store_damaged where it cannot even be opened.
Result<StoreCheck> check_store(const std::string& folder);

// Goes on from where this store ends, although more was written once: a backup was put back.
// Errors: store_in_use, and those of check_store(); where it is not whole, store_damaged.
Result<StoreCheck> accept_store(const std::string& folder, const std::string& command);

// Writes the tables beside the log anew (P-1). Errors: store_in_use, store_damaged (nothing is
// changed then), and those of opening.
Result<Rebuilt> rebuild_store(const std::string& folder, const std::string& command);

}  // namespace fm
