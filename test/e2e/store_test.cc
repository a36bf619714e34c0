// A store that is in use, damaged, of a newer program, not ours, or on a full disk.
#include <doctest/doctest.h>
#include <signal.h>
#include <sqlite3.h>
#include <unistd.h>

#include <functional>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

void change(const fs::path& database, const std::string& sql) {
  sqlite3* open = nullptr;
  REQUIRE(sqlite3_open(database.c_str(), &open) == SQLITE_OK);
  CHECK(sqlite3_exec(open, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(open);
}

void check_no_change(const Place& place, const std::function<void()>& act) {
  const std::string before = read_file(place.database());
  act();
  CHECK(read_file(place.database()) == before);
}

TEST_CASE("P-82 a file that is cut, garbage, or another program's is named and left as it is") {
  const Place place;
  fs::create_directories(place.store());
  const auto refused = [&](const char* words) {
    check_no_change(place, [&] {
      for (const Words& command :
           {Words{"ideate", "a topic"}, Words{"resume"}, Words{"room", "list"},
            Words{"room", "show"}, Words{"store", "check"}}) {
        CAPTURE(command);
        check_told(run(place, command), 1, words);
      }
    });
  };
  const auto put = [&](const std::string& bytes) {
    fs::remove_all(place.store());
    place.write(fs::relative(place.database(), place.folder), bytes);
  };
  put(std::string(50'000, 'g'));
  refused("not a store of Folkmoot");
  put("");
  fs::remove(place.database());
  change(place.database(), "CREATE TABLE other (a); PRAGMA user_version=1;");
  refused("not a store of Folkmoot");
  fs::remove_all(place.store());
  CHECK(run(place, {"ideate", "a quiz", "--quiet"}).status == 0);
  put(read_file(place.database()).substr(0, 5'000));
  refused("damaged");
}

TEST_CASE("E-3 a store or event of a newer program is refused, and the version is named") {
  const Place place;
  CHECK(run(place, {"ideate", "a quiz", "--quiet"}).status == 0);
  change(place.database(), "PRAGMA user_version=7;");
  check_no_change(place, [&] {
    check_told(run(place, {"ideate", "another"}), 1, "newer Folkmoot. Its format is 7");
    check_told_json(run(place, {"room", "list", "--json"}), 1, "store_too_new");
  });
}

TEST_CASE("E-2 store check finds a flipped byte, and other rooms go on") {
  const Place place;
  CHECK(run(place, {"ideate", "a quiz", "--quiet"}).status == 0);
  CHECK(run(place, {"ideate", "a fair", "--quiet"}).status == 0);
  const Ran whole = run(place, {"store", "check"});
  CHECK(whole.status == 0);
  CHECK(whole.out.contains("2 rooms"));
  CHECK(whole.out.contains("all whole"));

  change(place.database(),
         "UPDATE log SET bytes = CAST(replace(CAST(bytes AS TEXT), 'kickoff', 'kickofF') AS BLOB) "
         "WHERE seq = 8");
  const Ran damaged = run(place, {"store", "check"});
  CHECK(damaged.status == 1);
  CHECK(damaged.out.contains("1 fault"));
  CHECK(damaged.out.contains("a-quiz-"));
  const Words lines = run(place, {"store", "check", "--json"}).lines();
  REQUIRE(lines.size() == 2);
  CHECK(lines.front().contains("store_damaged"));
  CHECK(int_at(*parse_json(lines.back()), "faults") == 1);

  const Ran shown = run(place, {"room", "show", "a-quiz"});
  check_told(shown, 1, "damaged at event");
  CHECK(run(place, {"room", "show", "a-fair"}).status == 0);
  CHECK(run(place, {"ideate", "a third", "--quiet"}).status == 0);
}

TEST_CASE("P-82 another person's store is refused in plain words") {
  if (::geteuid() != 0) return;  // only root can be somebody else
  const Place place;
  CHECK(run(place, {"ideate", "a quiz", "--quiet"}).status == 0);
  const RunOptions as_nobody{
      .before = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"}};
  for (fs::path path = place.store(); path != place.root.parent_path(); path = path.parent_path())
    fs::permissions(path, fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add);
  const std::string store = place.store().string();
  check_told(run(place, {"ideate", "a topic", "--store", store}, as_nobody), 1, "cannot be used");
  check_told(run(place, {"ideate", "a topic", "--store", "/proc/store"}, as_nobody), 1, "/proc");
  fs::permissions(place.store(), fs::perms::owner_all);  // not even to be looked into
  check_told(run(place, {"room", "list", "--store", store}, as_nobody), 1, "cannot be");
  check_told_json(run(place, {"ideate", "x", "--json", "--store", store}, as_nobody), 1,
                  "store_unreadable");
}

// The size of a file that the discussion may write, in blocks of 512 bytes.
RunOptions with_small_files(int blocks) {
  return {.before = {"sh", "-c",
                     "trap '' XFSZ; ulimit -f " + std::to_string(blocks) + "; exec \"$0\" \"$@\""}};
}

TEST_CASE(
    "P-1 E-8 a disk that refuses to write ends the program with a reason, and nothing is lost") {
  for (const int blocks : {100, 200, 300, 500}) {
    CAPTURE(blocks);
    const Place place;
    const Ran ran = run(place, {"ideate", "a full disk", "--json"}, with_small_files(blocks));
    check_told_json(ran, 1, "store_failed");
    const Events told = events_of(ran.lines());
    if (!told.empty()) {
      const Ran kept = run(place, {"room", "export", room_of(told)});
      CHECK(kept.lines().size() >= told.size());
    }
    const Ran again = run(place, {"ideate", "a full disk", "--quiet"});  // as the cure says
    CHECK_MESSAGE(again.status == 0, again.err);
    CHECK(run(place, {"room", "list", "--json"}).lines().size() == 1);
    CHECK(run(place, {"store", "check"}).status == 0);
  }
}

TEST_CASE(
    "P-1 on a full file system the words are clear, and the discussion goes on with more room") {
  const Place place;
  const auto mount = [&](const char* how) {
    return run(place, {}, {.before = {"sh", "-c", how}}).status == 0;
  };
  fs::create_directories(place.folder / "disk");
  if (!mount("mount -t tmpfs -o size=300k folkmoot-test disk")) return;  // not permitted here
  const Words ideate{"ideate", "a full disk", "--store", "disk/store"};
  const Ran ran = run(place, ideate);
  check_told(ran, 1, "disk is full");
  CHECK(mount("mount -o remount,size=20m disk"));
  CHECK(run(place, ideate).status == 0);
  CHECK(run(place, {"store", "check", "--store", "disk/store"}).status == 0);
  CHECK(mount("umount disk"));
}

}  // namespace
}  // namespace fm::e2e
