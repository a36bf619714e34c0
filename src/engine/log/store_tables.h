// The store's tables beside the log: the row of each room, and the rows that tell what is open.
//
// They are written with the events that they come from and can be made anew out of these (P-1):
// `store check` holds them against the log, `store rebuild` writes them again. What an event opens
// and closes is the business of whoever appends it (engine/runtime/room_tables.h).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/log/journal.h"
#include "engine/log/sqlite.h"

namespace fm {

struct RoomTables {
  RoomRow room;  // without open_gates
  std::vector<OpenRow> open;
};

// What a room's events, applied in order, leave in the tables.
struct TablesFold {
  virtual ~TablesFold() = default;
  virtual void apply(const Event& event) = 0;
  virtual RoomTables tables() const = 0;
};
using TablesFolds = std::function<std::unique_ptr<TablesFold>(const RoomId& room)>;

// What of `written` the log does not tell, as faults (store_table_damaged). A room's state is not
// compared: it may lie a moment behind.
std::vector<Error> differences(const RoomTables& told, const RoomTables& written);

struct Rebuilt {
  std::int64_t rooms = 0;
  std::int64_t open = 0;
};

// Writes both tables anew in one commit. Follows every chain on the way; where one is broken
// nothing is changed. Errors: store_damaged, those of the store.
Result<Rebuilt> rebuild_tables(Database& database, const TablesFolds& folds);

}  // namespace fm
