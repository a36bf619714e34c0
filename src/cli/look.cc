#include "cli/look.h"

#include <filesystem>

#include "app/store.h"
#include "engine/sqlite_journal.h"

namespace fm::cli {
namespace {

constexpr int kQuarantined = 3;  // activations that ended the process (design idea 11)

}  // namespace

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
  for (const RoomRow& row : rows) {
    const bool held_back = row.state == "working" && row.activations >= kQuarantined;
    rooms.push_back({.id = row.id,
                     .title = row.title,
                     .folder = row.folder,
                     .team = row.team,
                     .state = held_back ? "quarantined" : row.state,
                     .created_at = row.created_at,
                     .updated_at = row.updated_at,
                     .events = row.head.value,
                     .open_gates = row.open_gates});
  }
  return rooms;
}

}  // namespace fm::cli
