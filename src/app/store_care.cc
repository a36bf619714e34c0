#include "app/store_care.h"

#include <filesystem>

#include "app/store.h"
#include "engine/log/high_water.h"
#include "engine/log/sqlite_journal.h"
#include "engine/log/store_schema.h"
#include "engine/runtime/room_tables.h"

namespace fm {
namespace {

Result<void> check_there_is_one(const std::string& folder) {
  const std::string database = store_database(folder);
  TRY(check_store_files(database, HighWater::read(store_high_water(folder))));
  std::error_code error;  // of a place that may not be looked at, which opening it tells
  if (std::filesystem::exists(database, error) || error) return {};
  return no_store_in(folder);
}

bool is_of_tables(const Error& fault) { return fault.code == "store_table_damaged"; }

}  // namespace

Result<StoreHealth> check_store(const std::string& folder) {
  TRY(check_there_is_one(folder));
  const auto mark = HighWater::read(store_high_water(folder));
  const auto reader = TRY(open_store_reader(store_database(folder)));
  TRY(reader->hold_still());
  StoreCheck found = TRY(reader->check(make_tables_fold));
  StoreHealth health{found.rooms, found.events, found.blobs, std::move(found.faults)};
  if (auto held = reader->hold_against(mark); !held) health.faults.push_back(held.error());
  return health;
}

Result<StoreHealth> accept_store(const std::string& folder, const std::string& command) {
  TRY(check_there_is_one(folder));
  const StoreLock lock = TRY(StoreLock::take(folder, command));
  const auto reader = TRY(open_store_reader(store_database(folder)));
  StoreCheck found = TRY(reader->check(make_tables_fold));
  for (const Error& fault : found.faults)
    if (!is_of_tables(fault)) return std::unexpected(fault);
  HighWater high_water = TRY(HighWater::open(store_high_water(folder)));
  high_water.note(TRY(reader->newest()));
  return StoreHealth{found.rooms, found.events, found.blobs, std::move(found.faults)};
}

Result<StoreRebuilt> rebuild_store(const std::string& folder, const std::string& command) {
  TRY(check_there_is_one(folder));
  const StoreLock lock = TRY(StoreLock::take(folder, command));
  const auto mark = HighWater::read(store_high_water(folder));
  auto database = TRY(Database::open(store_database(folder), OpenMode::kReadWrite, {}));
  TRY(prepare_store(database));
  TRY(check_high_water(database, mark));
  const Rebuilt rebuilt = TRY(rebuild_tables(database, make_tables_fold));
  return StoreRebuilt{rebuilt.rooms, rebuilt.open};
}

}  // namespace fm
