// Damage: every flipped byte, a disk that fails or is full, a store that is none or is newer.
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <cstdlib>

#include "engine/log/journal_writer.h"
#include "engine/log/sqlite_journal.h"
#include "engine/log/store_schema.h"
#include "test/support/fault_vfs.h"
#include "test/support/log_appends.h"
#include "test/support/skew_loop.h"

namespace fm::testing {
namespace {

constexpr const char* kPath = "/store.db";

SqliteOptions options_of(FaultDisk& disk) {
  SqliteOptions options;
  options.path = kPath;
  options.vfs = disk.vfs();
  options.writing = Writing::kInline;
  return options;
}

// A small store with all in its file and none in its log. The lines of its events.
std::vector<std::string> fill(FaultDisk& disk) {
  SkewLoop loop(0, {1'700'000'000'000});
  auto journal = SqliteJournal::open(options_of(disk), loop);
  REQUIRE(journal.has_value());
  (*journal)->append(creation());
  for (int i = 0; i < 6; ++i) (*journal)->append(message("number " + std::to_string(i)));
  (*journal)->append(message(std::string(20'000, 'x')));
  (*journal)->flush();
  std::vector<std::string> lines;
  const auto events = read_all(**journal, kRoom);
  for (const EventPtr& event : *events) lines.push_back(encode(*event));
  journal->reset();
  return lines;
}

// What reading the store gives: its lines, or nothing when it is refused.
std::optional<std::vector<std::string>> read_back(FaultDisk& disk) {
  auto reader = open_store_reader(kPath, disk.vfs());
  if (!reader) return std::nullopt;
  const auto events = (*reader)->read(kRoom, {0}, 500);
  if (!events) return std::nullopt;
  std::vector<std::string> lines;
  for (const EventPtr& event : *events) lines.push_back(encode(*event));
  return lines;
}

TEST_CASE("E-2 no flipped byte of the store's file ever changes an event unseen") {
  FaultDisk disk;
  const auto lines = fill(disk);
  const std::string good = disk.content(kPath);
  REQUIRE(good.size() > 4096);
  REQUIRE(disk.content("/store.db-wal").empty());
  const std::size_t step = std::getenv("FM_EXHAUSTIVE") ? 1 : 7;
  int refused = 0;
  int harmless = 0;
  for (std::size_t at = 0; at < good.size(); at += step) {
    CAPTURE(at);
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << at % 8));
    disk.set_content(kPath, bad);
    const auto read = read_back(disk);
    if (read) CHECK(*read == lines);
    ++(read ? harmless : refused);
  }
  MESSAGE("bytes flipped " << refused + harmless << ", refused " << refused
                           << ", in unused or derived parts " << harmless);
  CHECK(refused > 0);
}

TEST_CASE("E-2 every flipped byte of an event, its hash or its number is refused by name") {
  FaultDisk disk;
  const auto lines = fill(disk);
  for (std::size_t row = 0; row < lines.size(); ++row) {
    for (const char* column : {"bytes", "hash", "room_seq", "room"}) {
      auto db = Database::open(kPath, OpenMode::kReadWrite, disk.vfs());
      REQUIRE(db.has_value());
      const std::string where = " WHERE seq = " + std::to_string(row + 1);
      const auto size =
          db->integer("SELECT length(CAST(" + std::string(column) + " AS BLOB)) FROM log" + where);
      const std::int64_t bytes = std::string_view(column).starts_with("room") ? 1 : *size;
      for (std::int64_t at = 1; at <= bytes; ++at) {
        CAPTURE(row);
        CAPTURE(column);
        CAPTURE(at);
        REQUIRE(db->execute("BEGIN"));
        const std::string change =
            bytes == 1 ? std::string(column) + " = " + column + " + 100"
                       : std::string(column) + " = CAST(substr(" + column + ", 1, " +
                             std::to_string(at - 1) + ") || CASE substr(" + column + ", " +
                             std::to_string(at) + ", 1) WHEN x'41' THEN x'42' ELSE x'41' END || " +
                             "substr(" + column + ", " + std::to_string(at + 1) + ") AS BLOB)";
        REQUIRE(db->execute("UPDATE log SET " + change + where));
        JournalReader reader(std::move(*db));
        const auto read = reader.read(kRoom, {0}, 500);
        CHECK(!read.has_value());
        if (!read) {
          CHECK(read.error().code == "store_damaged");
          CHECK(read.error().message.find("Room tools is damaged at event ") == 0);
        }
        db = Database::open(kPath, OpenMode::kReadWrite, disk.vfs());
        if (at > 40 && !std::getenv("FM_EXHAUSTIVE")) at += 10;
      }
    }
  }
}

TEST_CASE("E-2 a store that was cut short is refused, wherever it ends") {
  FaultDisk disk;
  fill(disk);
  const std::string good = disk.content(kPath);
  for (std::size_t size = 100; size < good.size(); size += 509) {
    disk.set_content(kPath, good.substr(0, size));
    const auto read = read_back(disk);
    CAPTURE(size);
    CHECK(!read.has_value());
  }
}

TEST_CASE("P-1 a missing last event is noticed, and so is one too many") {
  FaultDisk disk;
  fill(disk);
  const std::string good = disk.content(kPath);
  for (const char* sql :
       {"DELETE FROM log WHERE seq = (SELECT max(seq) FROM log)", "DELETE FROM log WHERE seq = 3",
        "UPDATE room SET head = head - 1", "UPDATE room SET hash = zeroblob(32)",
        "DELETE FROM blob", "UPDATE blob SET bytes = zeroblob(9)"}) {
    CAPTURE(sql);
    disk.set_content(kPath, good);
    {
      auto db = Database::open(kPath, OpenMode::kReadWrite, disk.vfs());
      REQUIRE(db.has_value());
      REQUIRE(db->execute(sql));
    }
    CHECK(!read_back(disk).has_value());
    auto reader = open_store_reader(kPath, disk.vfs());
    REQUIRE(reader.has_value());
    CHECK(!(*reader)->check()->faults.empty());
  }
  disk.set_content(kPath, good);
  auto reader = open_store_reader(kPath, disk.vfs());
  CHECK((*reader)->check()->faults.empty());
  CHECK((*reader)->check()->events == 8);
}

TEST_CASE(
    "E-3 E-6 a newer store, a newer event and an unknown kind are refused, naming the version") {
  FaultDisk disk;
  fill(disk);
  SkewLoop loop(0, {});
  {
    auto db = Database::open(kPath, OpenMode::kReadWrite, disk.vfs());
    REQUIRE(db->execute("PRAGMA user_version=7"));
  }
  for (int both = 0; both < 2; ++both) {
    const Error error = both ? SqliteJournal::open(options_of(disk), loop).error()
                             : open_store_reader(kPath, disk.vfs()).error();
    CHECK(error.code == "store_too_new");
    CHECK(error.cause.find("7") != error.cause.npos);
  }
  Event event;
  event.room = kRoom;
  event.room_seq = {1};
  event.kind = "message.posted";
  event.v = 3;
  CHECK(decode(encode(event)).error().code == "event_too_new");
  CHECK(decode(encode(event)).error().cause.find("version 3") != std::string::npos);
  event.v = 1;
  event.kind = "idea.dreamt";
  CHECK(decode(encode(event)).error().code == "event_too_new");
}

TEST_CASE("P-1 another program's file is refused and left as it was") {
  FaultDisk disk;
  SkewLoop loop(0, {});
  disk.set_content(kPath, "This is a letter, not a store. " + std::string(4096, '.'));
  CHECK(SqliteJournal::open(options_of(disk), loop).error().code == "store_not_a_store");
  disk.set_content(kPath, "");
  {
    auto db = Database::open(kPath, OpenMode::kReadWrite, disk.vfs());
    REQUIRE(db->execute("CREATE TABLE mine (x); INSERT INTO mine VALUES (1)"));
  }
  const std::string mine = disk.content(kPath);
  CHECK(SqliteJournal::open(options_of(disk), loop).error().code == "store_not_a_store");
  CHECK(disk.content(kPath) == mine);
  FaultDisk empty;
  CHECK(open_store_reader(kPath, empty.vfs()).error().code != "");
}

TEST_CASE("P-3 a store on a read-only disk is refused with its cure, and nothing is written") {
  FaultDisk disk;
  fill(disk);
  const std::string good = disk.content(kPath);
  SkewLoop loop(0, {});
  disk.set_read_only(true);
  const auto opened = SqliteJournal::open(options_of(disk), loop);
  REQUIRE(!opened.has_value());
  CHECK(opened.error().code == "store_unreadable");
  CHECK(!opened.error().cure.empty());
  CHECK(disk.content(kPath) == good);
}

// Opens the store, appends ten messages one by one until one is refused, and tells how many were
// acknowledged.
struct Attempt {
  std::vector<std::string> acknowledged;
  std::vector<Error> lost;
  std::optional<Error> refused;
};

Attempt append_ten(FaultDisk& disk) {
  Attempt attempt;
  SkewLoop loop(0, {1'700'000'000'000});
  SqliteOptions options = options_of(disk);
  options.lost = [&](const Error& error) { attempt.lost.push_back(error); };
  auto journal = SqliteJournal::open(std::move(options), loop);
  if (!journal) {
    attempt.refused = journal.error();
    return attempt;
  }
  for (int i = 0; i < 11; ++i) {
    Append append = i == 0 ? creation() : message("number " + std::to_string(i));
    append.done = [&](const Result<Appended>& done) {
      if (done) {
        CHECK(!attempt.refused.has_value());  // after a refusal nothing is taken any more
        attempt.acknowledged.push_back(encode(*done->events.front()));
      } else {
        attempt.refused = done.error();
      }
    };
    (*journal)->append(std::move(append));
    loop.sim().run_until_idle();
  }
  if (attempt.refused) {
    // What is there stays readable in this process too, or says what is wrong.
    const auto events = read_all(**journal, kRoom);
    if (events) CHECK(events->size() >= attempt.acknowledged.size());
  }
  return attempt;
}

void check_nothing_lost(FaultDisk& disk, const Attempt& attempt) {
  SkewLoop loop(0, {});
  auto journal = SqliteJournal::open(options_of(disk), loop);
  REQUIRE(journal.has_value());
  if (attempt.acknowledged.empty()) return;
  const auto events = read_all(**journal, kRoom);
  REQUIRE(events.has_value());
  REQUIRE(events->size() >= attempt.acknowledged.size());
  for (std::size_t i = 0; i < attempt.acknowledged.size(); ++i)
    CHECK(encode(*(*events)[i]) == attempt.acknowledged[i]);
}

TEST_CASE(
    "P-3 a failing operation, at any place, ends the journal and loses nothing that was told") {
  int failed_syncs = 0;
  for (std::int64_t at = 1;; ++at) {
    CAPTURE(at);
    FaultDisk disk;
    disk.fail_at(at);
    const Attempt attempt = append_ten(disk);
    const bool reached = disk.operations() >= at;
    if (!reached) break;
    if (attempt.refused && !attempt.acknowledged.empty()) {
      CHECK(attempt.lost.size() == 1);
      CHECK(attempt.refused->code.starts_with("store_"));
      CHECK(!attempt.refused->cure.empty());
      if (disk.trace()[static_cast<std::size_t>(at - 1)].op == DiskOp::kSync) ++failed_syncs;
    }
    disk.fail_at(0);
    disk.crash();
    disk.restart(at % 2 ? CrashMode::kCrash : CrashMode::kPowerLoss);
    check_nothing_lost(disk, attempt);
  }
  CHECK(failed_syncs >= 10);
}

TEST_CASE("P-3 a full disk, at any byte, is told as store_full and loses nothing that was told") {
  std::int64_t needed = 0;
  {
    FaultDisk disk;
    append_ten(disk);
    for (const DiskEvent& event : disk.trace()) needed += event.size;
  }
  int full = 0;
  for (std::int64_t space = 0; space < needed; space += 1024) {
    CAPTURE(space);
    FaultDisk disk;
    disk.set_space(space);
    const Attempt attempt = append_ten(disk);
    if (!attempt.refused) break;
    ++full;
    CHECK(attempt.refused->code == "store_full");
    if (!attempt.acknowledged.empty()) CHECK(attempt.lost.size() == 1);
    disk.crash();
    disk.restart(CrashMode::kCrash);
    check_nothing_lost(disk, attempt);
  }
  CHECK(full > 10);
}

TEST_CASE("P-3 a reader that stays in the log does not make commits or checkpoints wait") {
  FaultDisk disk;
  fill(disk);
  auto db = Database::open(kPath, OpenMode::kReadWrite, disk.vfs());
  const auto epoch = prepare_store(*db);
  REQUIRE(epoch.has_value());
  auto writer = JournalWriter::open(std::move(*db), Millis(kBusyMs), *epoch);
  REQUIRE(writer.has_value());
  auto reader = Database::open(kPath, OpenMode::kReadOnly, disk.vfs());
  REQUIRE(reader->execute("BEGIN"));
  REQUIRE(reader->integer("SELECT count(*) FROM log"));
  for (int i = 0; i < 3; ++i) {
    std::vector<Write> batch;
    batch.push_back({.append = message("more")});
    REQUIRE((*writer)->commit(batch));
    CHECK((*writer)->checkpoint(true));  // pinned: does what it can
    CHECK((*writer)->wal_bytes() > 0);
  }
  REQUIRE(reader->execute("COMMIT"));
  CHECK((*writer)->checkpoint(true));
  CHECK((*writer)->wal_bytes() == 0);
}

}  // namespace
}  // namespace fm::testing
