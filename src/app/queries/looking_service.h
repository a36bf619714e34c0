// The service of a process that looks only: it reads the store beside its owner and refuses every
// command with store_in_use.
#pragma once

#include <memory>

#include "app/service.h"
#include "engine/log/sqlite_journal.h"

namespace fm {

std::unique_ptr<Service> looking_service(std::unique_ptr<JournalReader> reader);

}  // namespace fm
