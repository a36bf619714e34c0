#include "app/store_care.h"

#include <unistd.h>

#include "app/store.h"
#include "engine/log/high_water.h"
#include "engine/log/sqlite_journal.h"
#include "engine/log/store_schema.h"
#include "engine/runtime/room_tables.h"

namespace fm {
namespace {

bool is_of_tables(const Error& fault) { return fault.code == "store_table_damaged"; }

}  // namespace

Result<StoreCheck> check_store(const std::string& folder) {
  TRY(check_store_is_there(folder));
  const auto mark = HighWater::read(store_high_water(folder));
  const auto reader = TRY(open_store_reader(store_database(folder)));
  TRY(reader->hold_still());
  StoreCheck found = TRY(reader->check(make_tables_fold));
  if (auto held = reader->hold_against(mark); !held) found.faults.push_back(held.error());
  return found;
}

Result<StoreCheck> accept_store(const std::string& folder, const std::string& command) {
  TRY(check_store_is_there(folder));
  const StoreLock lock = TRY(StoreLock::take(folder, command));
  const auto reader = TRY(open_store_reader(store_database(folder)));
  StoreCheck found = TRY(reader->check(make_tables_fold));
  for (const Error& fault : found.faults)
    if (!is_of_tables(fault)) return std::unexpected(fault);
  HighWater high_water = TRY(HighWater::open(store_high_water(folder)));
  high_water.note(TRY(reader->newest()));
  return found;
}

Result<Rebuilt> rebuild_store(const std::string& folder, const std::string& command) {
  TRY(check_store_is_there(folder));
  const StoreLock lock = TRY(StoreLock::take(folder, command));
  const std::string path = store_database(folder);
  TRY(open_store_reader(path, {}, store_high_water(folder)));  // what is refused stays as it is
  auto database = TRY(Database::open(path, OpenMode::kReadWrite, {}));
  TRY(prepare_store(database));
  ::unlink(store_learned(folder).c_str());  // it is learned anew
  return rebuild_tables(database, make_tables_fold);
}

}  // namespace fm
