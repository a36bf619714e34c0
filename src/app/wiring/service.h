// The service that open_service() gives: commands for whoever owns the store, queries for all.
#pragma once

#include <memory>

#include "app/owner_service.h"
#include "app/queries/room_views.h"
#include "app/queries/store_queries.h"
#include "app/wiring/owned_store.h"

namespace fm {

// For doing.
std::unique_ptr<OwnerService> make_service(std::unique_ptr<OwnedStore> store, Loop& loop);
// For looking: every command is refused with store_in_use.
std::unique_ptr<Service> make_service(std::unique_ptr<JournalReader> reader, Loop& loop);

}  // namespace fm
