#include "app/wiring/open.h"

#include <utility>

#include "app/store.h"
#include "app/wiring/owned_store.h"
#include "app/wiring/service.h"
#include "engine/log/sqlite_journal.h"

namespace fm {
namespace {

Result<std::unique_ptr<JournalReader>> look_at(const std::string& store) {
  TRY(check_store_is_there(store));
  return open_store_reader(store_database(store), {}, store_high_water(store));
}

}  // namespace

Result<std::unique_ptr<OwnerService>> open_service(ServiceOptions options, ClientOptions own,
                                                   Loop& loop) {
  return make_service(TRY(OwnedStore::open(std::move(options), std::move(own), loop)), loop);
}

Result<std::unique_ptr<Service>> open_for_looking(const std::string& store, Loop& loop) {
  return make_service(TRY(look_at(store)), loop);
}

}  // namespace fm
