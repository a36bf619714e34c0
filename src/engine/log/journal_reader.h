// JournalReader: reads a store, checking every link of a room's chain on the way (R5).
//
// It holds a connection of its own, read-only, so that looking works beside the owner. Each call
// is one short snapshot. Safe from any thread: calls take turns.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/log/high_water.h"
#include "engine/log/journal.h"
#include "engine/log/sqlite.h"
#include "engine/log/store_tables.h"

namespace fm {

// What `folkmoot store check` found.
struct StoreCheck {
  std::int64_t rooms = 0;
  std::int64_t events = 0;
  std::int64_t blobs = 0;
  std::vector<Error> faults;
};

class JournalReader {
 public:
  explicit JournalReader(Database database) : database_(std::move(database)) {}

  Result<std::vector<EventPtr>> read(const RoomId& room, RoomSeq after, std::size_t limit);
  Result<LogPage> page(const RoomId& room, RoomSeq after, std::size_t limit);
  // The events of all rooms whose kind begins with `kind` ("turn."), from a time on, oldest first,
  // without the texts that stand in blobs. Reads from the newest backwards and looks into nothing
  // else, so that a day's costs need not the whole past. Chains are not checked.
  Result<std::vector<EventPtr>> of_kind(std::string_view kind, UtcMs since);

  Result<std::vector<RoomRow>> rooms();
  Result<std::vector<OpenRow>> open_rows(const RoomId& room = {});  // empty: of all rooms
  Result<std::string> blob(std::string_view hex);
  Result<std::vector<KeptFold>> folds(const RoomId& room);  // as Journal::folds()

  Result<HighWaterMark> newest();
  // Errors: store_damaged where the store lacks what was noted as written.
  Result<void> hold_against(const std::optional<HighWaterMark>& mark);

  // From here on all that is read is of one moment, for as long as the reader lives.
  Result<void> hold_still();

  // Reads everything: SQLite's own check, every chain to its head, every blob, and where `folds` is
  // given the tables, held against the log.
  Result<StoreCheck> check(const TablesFolds& folds = {});

  // An event with its link, for an export: hex of the hash before it and its own (E-1).
  struct Link {
    std::string prev;
    std::string hash;
  };
  Result<std::vector<std::pair<EventPtr, Link>>> read_linked(const RoomId& room, RoomSeq after,
                                                             std::size_t limit);

 private:
  struct Linked {
    std::vector<std::pair<EventPtr, Link>> events;
    bool is_last = false;  // they reach to the room's head
  };
  Result<Linked> read_some(const RoomId& room, RoomSeq after, std::size_t limit, std::size_t bytes);
  Result<std::string> load_blob(std::string_view hex);
  Result<void> check_room(const RoomRow& row, TablesFold* fold);

  std::mutex mutex_;
  Database database_;
};

}  // namespace fm
