#include "engine/log/store_schema.h"

#include <string>

namespace fm {
namespace {

// Marks the file as ours: "Folk" in ASCII.
constexpr std::int64_t kApplicationId = 0x466f6c6b;

constexpr std::string_view kTables = R"sql(
CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE log (
  seq INTEGER PRIMARY KEY,
  room INTEGER NOT NULL,
  room_seq INTEGER NOT NULL,
  once TEXT,
  bytes BLOB NOT NULL,
  hash BLOB NOT NULL);
CREATE UNIQUE INDEX log_room ON log (room, room_seq);
CREATE UNIQUE INDEX log_once ON log (once) WHERE once IS NOT NULL;
CREATE TABLE room (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  folder TEXT NOT NULL,
  team TEXT NOT NULL,
  state TEXT NOT NULL,
  head INTEGER NOT NULL,
  hash BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  activations INTEGER NOT NULL DEFAULT 0);
CREATE TABLE open (
  room INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  id TEXT NOT NULL,
  due INTEGER,
  data TEXT NOT NULL,
  PRIMARY KEY (room, kind, id)) WITHOUT ROWID;
CREATE TABLE blob (
  hash TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  bytes BLOB NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('epoch', 0);
)sql";

// Stores that an earlier release has made have none.
constexpr std::string_view kFoldTable = R"sql(
CREATE TABLE IF NOT EXISTS fold (
  room INTEGER NOT NULL,
  room_seq INTEGER NOT NULL,
  version INTEGER NOT NULL,
  hash BLOB NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (room, room_seq));
)sql";

Result<std::int64_t> store_version(Database& database) {
  const std::int64_t version = TRY(database.integer("PRAGMA user_version"));
  const std::int64_t application = TRY(database.integer("PRAGMA application_id"));
  const std::int64_t tables = TRY(database.integer("SELECT count(*) FROM sqlite_master"));
  if (application != kApplicationId && tables > 0)
    return fail("store_not_a_store", "This file is not a store of Folkmoot.",
                "It is a database of another program.",
                "Name another folder with --store, or move the file away.");
  if (version > kStoreVersion)
    return fail("store_too_new", "The store was written by a newer Folkmoot.",
                "Its format is " + std::to_string(version) + "; this program reads up to " +
                    std::to_string(kStoreVersion) + ".",
                "Use the newer program for this store, or another store with --store.");
  return version;
}

}  // namespace

Result<void> check_store_version(Database& database) {
  if (TRY(store_version(database)) == 0)
    return fail("store_empty", "There is no store here yet.", "",
                "Start something first, for example: folkmoot ideate \"a tool library\"");
  return {};
}

Result<Epoch> prepare_store(Database& database) {
  // Looked at before anything is set: another program's database must stay as it is.
  const std::int64_t version = TRY(store_version(database));
  // A new store's first page goes to the disk at once: a log beside an empty file is no store.
  TRY(database.execute(version == 0 ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=OFF"));
  // Checkpoints are the journal's own, on this connection, since SQLite before 3.51.3 can lose a
  // commit that races one elsewhere.
  TRY(
      database.execute("PRAGMA page_size=4096; PRAGMA journal_mode=WAL;"
                       "PRAGMA wal_autocheckpoint=0; PRAGMA journal_size_limit=67108864;"
                       "PRAGMA mmap_size=0; PRAGMA cache_size=-512; PRAGMA temp_store=MEMORY; "
                       "PRAGMA foreign_keys=OFF;"));
  auto mode = TRY(database.prepare("PRAGMA journal_mode"));
  if (!TRY(mode.step()) || mode.text(0) != "wal")
    return fail("store_unreadable", "The store cannot be opened.",
                "Its file system does not allow a write-ahead log, as network drives do not.",
                "Name a folder on a local disk with --store.");
  mode.reset();
  // This commit need not be on the disk before there is another to lose: that one's sync takes it
  // along, and without it an opening was as if it had not been.
  TRY(database.execute("BEGIN IMMEDIATE"));
  TRY(database.execute(kFoldTable));  // first: what is cut off a new file is then no mere cache
  if (version == 0) {
    TRY(database.execute(kTables));
    TRY(database.execute("PRAGMA application_id=" + std::to_string(kApplicationId)));
    TRY(database.execute("PRAGMA user_version=" + std::to_string(kStoreVersion)));
  }
  TRY(database.execute("UPDATE meta SET value = value + 1 WHERE key = 'epoch'"));
  const Epoch epoch{TRY(database.integer("SELECT value FROM meta WHERE key = 'epoch'"))};
  TRY(database.execute("COMMIT"));
  // FULL: from here on a commit is on the disk before anybody sees it.
  TRY(database.execute("PRAGMA synchronous=FULL"));
  return epoch;
}

}  // namespace fm
