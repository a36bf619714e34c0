#include "test/support/stored_room.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "app/store.h"
#include "engine/flow/gate.h"
#include "engine/log/sqlite_journal.h"
#include "loop/sim_loop.h"

namespace fm::testing {
namespace {

NewEvent as_new(const Event& event) {
  return {.kind = event.kind,
          .body = event.body,
          .by = event.by,
          .at = event.at,
          .project = event.project,
          .flow = event.flow,
          .place = event.place};
}

}  // namespace

void store_room(const std::string& folder, const RoomScript& script, const std::string& in_folder) {
  std::filesystem::create_directories(folder);
  SimLoop loop;
  auto journal = SqliteJournal::open(
      {.path = store_database(folder), .writing = Writing::kInline, .lost = {}}, loop);
  if (!journal) throw Bug(journal.error().message);
  Append append;
  append.room = script.events.front().room;
  append.state = "waiting";
  for (const Event& told : script.events) {
    append.events.push_back(as_new(told));
    if (told.kind == "room.created") append.events.back().body["folder"] = in_folder;
    if (told.kind == "gate.opened")
      append.opened.push_back(gate_row(append.room, told.body, append.events.back(), false));
    if (told.kind == "gate.answered")
      std::erase_if(append.opened, [&](const OpenRow& row) { return row.id == told.text("gate"); });
  }
  std::optional<Error> refused;
  append.done = [&](Result<Appended> done) {
    if (!done) refused = done.error();
  };
  (*journal)->append(std::move(append));
  (*journal)->flush();
  loop.run_until_idle();
  if (refused) throw Bug(refused->message);
}

}  // namespace fm::testing
