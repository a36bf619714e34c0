// What a room's events open and close, without running its flows (engine/log/store_tables.h).
//
// The runtime writes these rows as it goes; here they are derived from the log alone, so that they
// can be checked and made anew.
#pragma once

#include <memory>

#include "engine/log/store_tables.h"

namespace fm {

std::unique_ptr<TablesFold> make_tables_fold(const RoomId& room);

}  // namespace fm
