#include "app/wiring/open.h"

#include <filesystem>
#include <utility>

#include "app/store.h"
#include "app/wiring/owned_store.h"
#include "app/wiring/service.h"
#include "engine/log/high_water.h"
#include "engine/log/sqlite_journal.h"

namespace fm {
namespace {

Result<std::unique_ptr<JournalReader>> look_at(const std::string& store) {
  const std::string database = store_database(store);
  const std::string high_water = store_high_water(store);
  TRY(check_store_files(database, HighWater::read(high_water)));
  std::error_code error;  // of a place that may not be looked at
  if (!std::filesystem::exists(database, error) && !error) return no_store_in(store);
  return open_store_reader(database, {}, high_water);
}

}  // namespace

Result<std::unique_ptr<Service>> open_service(ServiceOptions options, Config config, Loop& loop) {
  if (options.access == Access::kLooking) return make_service(TRY(look_at(options.store)), loop);
  return make_service(TRY(OwnedStore::open(std::move(options), std::move(config), loop)), loop);
}

}  // namespace fm
