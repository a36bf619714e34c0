#include "engine/log/store_tables.h"

#include <algorithm>
#include <map>
#include <utility>

namespace fm {
namespace {

using Key = std::pair<OpenKind, std::string>;

constexpr std::string_view kCure =
    "Write the tables anew out of the log with `folkmoot store rebuild`. Nothing said is lost.";

std::string_view name_of(OpenKind kind) {
  switch (kind) {
    case OpenKind::kFlow:
      return "flow";
    case OpenKind::kGate:
      return "question";
    case OpenKind::kTimer:
      return "timer";
  }
  return "row";
}

std::map<Key, const OpenRow*> by_key(const std::vector<OpenRow>& rows) {
  std::map<Key, const OpenRow*> keyed;
  for (const OpenRow& row : rows) keyed.emplace(Key{row.kind, row.id}, &row);
  return keyed;
}

// A value of a member that only one of the two has is not held against the other: rows that older
// programs wrote have fewer.
bool same_data(const OpenRow& a, const OpenRow& b) {
  if (a.kind == OpenKind::kTimer && a.due != b.due) return false;
  return std::ranges::all_of(a.data, [&](const auto& member) {
    const Json* other = b.data.if_contains(member.key());
    return !other || canonical(*other) == canonical(member.value());
  });
}

struct Chain {
  std::int64_t id = 0;  // of the room in the store
  std::int64_t head = 0;
  Sha256 hash{};
  RoomId room;
  std::unique_ptr<TablesFold> fold;
};

std::unexpected<Error> broken(const Chain& chain, std::string cause) {
  return fail("store_damaged",
              "Room " + (chain.room.empty() ? std::string("?") : chain.room.value) +
                  " is damaged at event " + std::to_string(chain.head + 1) + ".",
              std::move(cause),
              "Nothing was changed. Run `folkmoot store check`, and restore the store from a "
              "backup.");
}

Result<void> follow(Chain& chain, Statement& row, const TablesFolds& folds) {
  const std::string_view bytes = row.blob(2);
  if (row.integer(1) != chain.head + 1) return broken(chain, "The event is missing.");
  const Sha256 hash = sha256(chain.hash, bytes);
  if (row.hash(3) != hash) return broken(chain, "Its bytes are not those that were written.");
  const Event event = TRY(decode(bytes));
  if (chain.room.empty()) {
    chain.room = event.room;
    chain.fold = folds(event.room);
  }
  if (event.room != chain.room || event.room_seq.value != chain.head + 1)
    return broken(chain, "It stands in another's place.");
  chain.fold->apply(event);
  chain.head += 1;
  chain.hash = hash;
  return {};
}

Result<std::vector<Chain>> read_chains(Database& database, const TablesFolds& folds) {
  std::vector<Chain> chains;
  auto rows =
      TRY(database.prepare("SELECT room, room_seq, bytes, hash FROM log ORDER BY room, room_seq"));
  while (TRY(rows.step())) {
    if (chains.empty() || chains.back().id != rows.integer(0))
      chains.push_back({.id = rows.integer(0), .head = 0, .hash = {}, .room = {}, .fold = nullptr});
    TRY(follow(chains.back(), rows, folds));
  }
  return chains;
}

// A row that says more than the log has is an end of the log that is gone.
Result<void> check_heads(Database& database, const std::vector<Chain>& chains) {
  for (const Chain& chain : chains) {
    auto row = TRY(database.prepare("SELECT head FROM room WHERE id = ?1"));
    row.bind(1, chain.id);
    if (TRY(row.step()) && row.integer(0) > chain.head)
      return broken(chain, "The event is missing.");
  }
  return {};
}

Result<Rebuilt> write_tables(Database& database, const std::vector<Chain>& chains) {
  Rebuilt rebuilt;
  TRY(database.execute("DELETE FROM open; DELETE FROM room; DELETE FROM fold;"));
  auto add_room = TRY(
      database.prepare("INSERT INTO room (id, name, title, folder, team, state, head, hash, "
                       "created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"));
  auto add_open = TRY(
      database.prepare("INSERT INTO open (room, kind, id, due, data) VALUES (?1, ?2, ?3, ?4, ?5)"));
  for (const Chain& chain : chains) {
    const RoomTables tables = chain.fold->tables();
    add_room.bind(1, chain.id).bind_text(2, chain.room.value).bind_text(3, tables.room.title);
    add_room.bind_text(4, tables.room.folder).bind_text(5, tables.room.team);
    add_room.bind_text(6, tables.room.state).bind(7, chain.head).bind_hash(8, chain.hash);
    add_room.bind(9, tables.room.created_at.value).bind(10, tables.room.updated_at.value);
    TRY(add_room.run());
    rebuilt.rooms += 1;
    for (const OpenRow& row : tables.open) {
      const std::string data = canonical(row.data);
      add_open.bind(1, chain.id).bind(2, static_cast<int>(row.kind)).bind_text(3, row.id);
      if (row.kind == OpenKind::kTimer) {
        add_open.bind(4, row.due.value);
      } else {
        add_open.bind_null(4);
      }
      add_open.bind_text(5, data);
      TRY(add_open.run());
      rebuilt.open += 1;
    }
  }
  return rebuilt;
}

}  // namespace

std::vector<Error> differences(const RoomTables& told, const RoomTables& written) {
  std::vector<Error> faults;
  const auto fault = [&](std::string cause) {
    faults.push_back(
        {"store_table_damaged",
         "What the store lists of room " + told.room.id.value + " is not what its log says.",
         std::move(cause), std::string(kCure)});
  };
  const auto differ = [&](const char* what, const std::string& log, const std::string& table) {
    if (log != table) fault(std::string(what) + ": \"" + table + "\" for \"" + log + "\".");
  };
  differ("Title", told.room.title, written.room.title);
  differ("Folder", told.room.folder, written.room.folder);
  differ("Team", told.room.team, written.room.team);
  const auto open = by_key(told.open);
  const auto listed = by_key(written.open);
  for (const auto& [key, row] : open) {
    const std::string what = std::string(name_of(key.first)) + " " + key.second;
    const auto found = listed.find(key);
    if (found == listed.end()) {
      fault("The " + what + " is open and not listed.");
    } else if (!same_data(*row, *found->second)) {
      fault("The " + what + " is listed with other values.");
    }
  }
  for (const auto& [key, row] : listed)
    if (!open.contains(key))
      fault("The " + std::string(name_of(key.first)) + " " + key.second +
            " is listed and not open.");
  return faults;
}

Result<Rebuilt> rebuild_tables(Database& database, const TablesFolds& folds) {
  TRY(database.execute("BEGIN IMMEDIATE"));
  auto rebuild = [&]() -> Result<Rebuilt> {
    const std::vector<Chain> chains = TRY(read_chains(database, folds));
    TRY(check_heads(database, chains));
    const Rebuilt rebuilt = TRY(write_tables(database, chains));
    TRY(database.execute("COMMIT"));
    return rebuilt;
  };
  auto rebuilt = rebuild();
  if (!rebuilt) (void)database.execute("ROLLBACK");  // the first error is the one that counts
  return rebuilt;
}

}  // namespace fm
