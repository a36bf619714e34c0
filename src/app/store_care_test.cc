// The store itself: emptied, cut, put back, with tables that do not fit its log.
#include "app/store_care.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "app/store.h"
#include "engine/log/high_water.h"
#include "engine/log/sqlite_journal.h"
#include "test/support/log_appends.h"
#include "test/support/scratch_folder.h"
#include "test/support/skew_loop.h"
#include "test/support/stored_journals.h"

namespace fm::testing {
namespace {

namespace fs = std::filesystem;

struct StoreFolder {
  ScratchFolder scratch;
  std::string folder = (scratch.path() / "store").string();

  StoreFolder() { fs::create_directories(folder); }
  std::string file(const std::string& name) const { return folder + "/" + name; }

  Result<std::unique_ptr<SqliteJournal>> open(SkewLoop& loop) {
    SqliteOptions options;
    options.path = store_database(folder);
    options.high_water = store_high_water(folder);
    options.writing = Writing::kInline;
    return SqliteJournal::open(std::move(options), loop);
  }

  // Appends `count` messages; the first opening makes the room.
  void write(int count) {
    SkewLoop loop(0, {1'700'000'000'000});
    auto journal = open(loop);
    REQUIRE(journal.has_value());
    if ((*journal)->rooms()->empty()) (*journal)->append(creation());
    for (int i = 0; i < count; ++i) (*journal)->append(message("number " + std::to_string(i)));
    (*journal)->flush();
  }

  // What an opening for doing says: "" when it opens.
  std::string doing() {
    SkewLoop loop(0, {});
    const auto journal = open(loop);
    return journal ? "" : journal.error().code;
  }
  // The same for looking.
  std::string looking() {
    const auto reader = open_store_reader(store_database(folder), {}, store_high_water(folder));
    return reader ? "" : reader.error().code;
  }
  std::map<std::string, std::string> content() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
      std::ifstream in(entry.path(), std::ios::binary);
      std::stringstream text;
      text << in.rdbuf();
      files[entry.path().filename().string()] = text.str();
    }
    return files;
  }
  void change(const std::string& sql) {
    auto database = Database::open(store_database(folder), OpenMode::kReadWrite, {});
    REQUIRE(database.has_value());
    REQUIRE(database->execute(sql));
  }
};

TEST_CASE("P-3 an empty or missing store with something beside it is damaged, and stays as it is") {
  for (const bool missing : {false, true}) {
    for (const bool mark : {false, true}) {
      CAPTURE(missing);
      CAPTURE(mark);
      StoreFolder store;
      store.write(3);
      if (!mark) {  // then the log beside it is all there is
        fs::remove(store.file("high-water"));
        std::ofstream(store.file("store.db-wal")) << std::string(5000, 'w');
      }
      if (missing) {
        fs::remove(store.file("store.db"));
      } else {
        fs::resize_file(store.file("store.db"), 0);
      }
      const auto before = store.content();
      CHECK(store.doing() == "store_damaged");
      CHECK(store.looking() == "store_damaged");
      CHECK(check_store(store.folder).error().code == "store_damaged");
      CHECK(accept_store(store.folder, "test").error().code == "store_damaged");
      CHECK(rebuild_store(store.folder, "test").error().code == "store_damaged");
      CHECK(store.content() == before);
    }
  }
}

TEST_CASE("P-1 what lies in a folder without a store proves nothing") {
  StoreFolder store;
  std::ofstream(store.file("owner")) << "{}";
  CHECK(check_store(store.folder).error().code == "store_empty");
  CHECK(store.doing().empty());
  StoreFolder written;
  written.write(2);
  fs::remove(written.file("store.db-wal"));  // all is in the store's file
  CHECK(written.doing().empty());
}

TEST_CASE("P-3 a store that ends before what was written last is refused until it is accepted") {
  StoreFolder store;
  store.write(2);
  fs::copy_file(store.file("store.db"), store.file("backup"));
  store.write(5);
  fs::rename(store.file("backup"), store.file("store.db"));
  for (const char* name : {"store.db-wal", "store.db-shm"}) fs::remove(store.file(name));
  const auto before = store.content();
  CHECK(store.doing() == "store_damaged");
  CHECK(store.looking() == "store_damaged");
  CHECK(rebuild_store(store.folder, "test").error().code == "store_damaged");
  const auto health = check_store(store.folder);
  REQUIRE(health.has_value());
  REQUIRE(health->faults.size() == 1);
  CHECK(store.content().at("store.db") == before.at("store.db"));
  CHECK(store.content().at("high-water") == before.at("high-water"));
  CHECK(health->faults.front().cause == "Its newest event is number 3; number 8 was written.");
  CHECK(health->faults.front().cure.contains("folkmoot store check --accept"));

  const auto accepted = accept_store(store.folder, "test");
  REQUIRE(accepted.has_value());
  CHECK(accepted->events == 3);
  CHECK(store.doing().empty());
  CHECK(store.looking().empty());
  CHECK(check_store(store.folder)->faults.empty());
  store.write(1);
  CHECK(check_store(store.folder)->events == 4);
}

TEST_CASE("P-3 another store in its place is noticed, although it holds more") {
  StoreFolder store;
  store.write(2);
  StoreFolder other;
  other.write(7);
  fs::copy_file(other.file("store.db"), store.file("store.db"),
                fs::copy_options::overwrite_existing);
  CHECK(store.doing().empty());  // the same words at the same times are the same log
  other.write(1);
  StoreFolder strange;
  strange.write(0);
  strange.change("UPDATE log SET hash = zeroblob(32)");
  fs::copy_file(strange.file("store.db"), other.file("store.db"),
                fs::copy_options::overwrite_existing);
  CHECK(other.doing() == "store_damaged");
}

TEST_CASE("P-3 a note that lies behind or cannot be read proves nothing") {
  StoreFolder store;
  store.write(2);
  const auto behind = store.content()["high-water"];
  store.write(3);
  std::ofstream(store.file("high-water")) << behind;
  CHECK(store.doing().empty());
  for (const std::string& text :
       {std::string(), std::string("x"), std::string(86, '9'), behind + "more",
        behind.substr(0, 40), std::string(1'000'000, '\0')}) {
    std::ofstream(store.file("high-water"), std::ios::trunc) << text;
    CHECK(store.looking().empty());
    CHECK(store.doing().empty());
    CHECK(HighWater::read(store.file("high-water"))->seq == 6);  // noted anew
  }
}

TEST_CASE("P-3 the store's files are its owner's alone, whatever the umask and whoever made them") {
  const mode_t former = ::umask(0);
  StoreFolder store;
  fs::permissions(store.folder, fs::perms(0755));
  store.write(2);
  fs::permissions(store.file("store.db"), fs::perms(0644));
  SkewLoop loop(0, {});
  auto journal = store.open(loop);
  ::umask(former);
  REQUIRE(journal.has_value());
  (*journal)->append(message("one more"));
  (*journal)->flush();
  int files = 0;
  for (const auto& entry : fs::directory_iterator(store.folder)) {
    CAPTURE(entry.path().string());
    CHECK((entry.status().permissions() & fs::perms(077)) == fs::perms::none);
    ++files;
  }
  CHECK(files == 4);  // with what SQLite makes beside it
}

TEST_CASE(
    "P-3 another program that holds the store for long makes commits wait, and ends nothing") {
  StoreFolder store;
  store.write(1);
  SkewLoop loop(0, {1'700'000'000'000});
  SqliteOptions options;
  options.path = store_database(store.folder);
  options.busy = Millis(1);
  int lost = 0;
  options.lost = [&](const Error&) { ++lost; };
  auto journal = SqliteJournal::open(std::move(options), loop);
  REQUIRE(journal.has_value());
  auto other = Database::open(store_database(store.folder), OpenMode::kReadWrite, {});
  REQUIRE(other->execute("BEGIN IMMEDIATE"));
  int written = 0;
  Append append = message("waits");
  append.done = [&](const Result<Appended>& done) { written += done.has_value() ? 1 : 0; };
  (*journal)->append(std::move(append));
  for (int i = 0; i < 200; ++i) REQUIRE(other->integer("SELECT count(*) FROM log"));
  CHECK(other->integer("SELECT count(*) FROM log") == 2);
  REQUIRE(other->execute("COMMIT"));
  (*journal)->flush();
  loop.sim().run_until_idle();
  CHECK(written == 1);
  CHECK(lost == 0);
}

TEST_CASE("P-1 tables that do not fit the log are told, and made anew out of it") {
  for (const char* sql : {"UPDATE room SET title = 'other'", "UPDATE room SET folder = '/'",
                          "INSERT INTO open VALUES (1, 0, 'f-x', NULL, '{}')",
                          "INSERT INTO open VALUES (1, 1, 'g-x', NULL, '{}')", "DELETE FROM room",
                          "DELETE FROM room; DELETE FROM open"}) {
    CAPTURE(sql);
    StoreFolder store;
    store.write(4);
    store.change(sql);
    const auto health = check_store(store.folder);
    REQUIRE(health.has_value());
    REQUIRE(!health->faults.empty());
    CHECK(health->faults.front().code == "store_table_damaged");
    CHECK(health->faults.front().cure.contains("folkmoot store rebuild"));
    const auto rebuilt = rebuild_store(store.folder, "test");
    REQUIRE(rebuilt.has_value());
    CHECK(rebuilt->rooms == 1);
    CHECK(check_store(store.folder)->faults.empty());
    store.write(1);  // and the chain goes on
    CHECK(check_store(store.folder)->faults.empty());
    CHECK(check_store(store.folder)->events == 6);
  }
}

TEST_CASE("P-1 nothing is made anew out of a log that is damaged") {
  for (const char* sql :
       {"DELETE FROM log WHERE seq = 3", "UPDATE log SET bytes = 'x' WHERE seq = 2",
        "DELETE FROM log WHERE seq = 5", "UPDATE log SET hash = zeroblob(32) WHERE seq = 1"}) {
    CAPTURE(sql);
    StoreFolder store;
    store.write(4);
    fs::remove(store.file("high-water"));
    store.change(sql);
    CHECK(rebuild_store(store.folder, "test").error().code == "store_damaged");
    const auto reader = open_store_reader(store_database(store.folder));
    CHECK((*reader)->rooms()->front().title == "Tools");
    CHECK(accept_store(store.folder, "test").error().code == "store_damaged");
  }
}

TEST_CASE("P-1 the tables of each release's store are what its log says, and are made anew") {
  REQUIRE_FALSE(stored_stores().empty());
  for (const fs::path& path : stored_stores()) {
    CAPTURE(path.string());
    StoreFolder store;
    std::ofstream(store.file("store.db"), std::ios::binary) << unpacked(path);
    const auto health = check_store(store.folder);
    REQUIRE(health.has_value());
    for (const Error& fault : health->faults) FAIL_CHECK(fault.message << " " << fault.cause);

    // Where words were heard and nothing was asked yet, the stored state lay a moment behind.
    const auto rows = [&] {
      std::string told;
      const auto reader = open_store_reader(store_database(store.folder));
      for (const RoomRow& row : *(*reader)->rooms())
        told += row.id.value + " " + (row.folder.ends_with("unheard") ? "" : row.state) + " " +
                std::to_string(row.head.value) + "\n";
      return told;
    };
    const std::string before = rows();
    store.change("DELETE FROM open; UPDATE room SET title = '', state = 'empty';");
    CHECK(!check_store(store.folder)->faults.empty());
    REQUIRE(rebuild_store(store.folder, "test").has_value());
    CHECK(check_store(store.folder)->faults.empty());
    CHECK(rows() == before);
  }
}

TEST_CASE("P-25 a rebuild drops what was learned of models") {
  StoreFolder store;
  store.write(1);
  std::ofstream(store_learned(store.folder)) << "{}";
  REQUIRE(rebuild_store(store.folder, "test").has_value());
  CHECK(!fs::exists(store_learned(store.folder)));
}

}  // namespace
}  // namespace fm::testing
