#include "cli/context/look.h"

#include <filesystem>

#include "app/queries/rooms.h"
#include "app/store.h"
#include "engine/log/sqlite_journal.h"

namespace fm::cli {

Result<std::unique_ptr<JournalReader>> look_at_store(const Context& context) {
  const Config config = TRY(context.backend.config(context.globals, context.folder));
  const std::string database = store_database(TRY(store_folder(config.value("store"))));
  std::error_code error;  // of a place that may not be looked at
  if (!std::filesystem::exists(database, error) && !error)
    return fail("store_empty", "There is no store here yet.", database + " does not exist.",
                "Start something first, for example: folkmoot ideate \"a tool library\"");
  return open_store_reader(database);
}

bool is_no_store(const Error& error) { return error.code == "store_empty"; }

std::vector<RoomSummary> summaries(const std::vector<RoomRow>& rows) {
  std::vector<RoomSummary> rooms;
  rooms.reserve(rows.size());
  for (const RoomRow& row : rows) rooms.push_back(summary_of(row));
  return rooms;
}

}  // namespace fm::cli
