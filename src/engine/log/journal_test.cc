// The journal: what was acknowledged stays, in order, whole, and damage is never passed over.
#include "engine/log/journal.h"

#include <doctest/doctest.h>

#include "engine/log/blob.h"
#include "engine/log/sqlite_journal.h"
#include "test/support/fault_vfs.h"
#include "test/support/skew_loop.h"

namespace fm::testing {
namespace {

const RoomId kRoom{"tools"};

NewEvent said(const std::string& text, const std::string& client_id = {}) {
  NewEvent event;
  event.kind = "message.posted";
  event.body = {{"id", "m-1"}, {"text", text}};
  event.client_id = client_id;
  event.by = {Actor::kPerson, "ana"};
  event.at = {1'700'000'000'000};
  return event;
}

NewEvent created() {
  NewEvent event;
  event.kind = "room.created";
  event.body = {{"title", "A title longer than any small buffer"},
                {"folder", "/home/ana/tools"},
                {"team", "a team with a long name"}};
  event.at = {1'700'000'000'000};
  return event;
}

NewEvent finished(const std::string& place) {
  NewEvent event;
  event.kind = "effect.finished";
  event.flow = {"f-1"};
  event.place = {place};
  event.body = {{"attempt", 1}, {"result", 1}};
  event.at = {1'700'000'000'000};
  return event;
}

struct Store {
  explicit Store(std::uint64_t seed = 1) : disk(seed), loop(seed, {1'700'000'000'000}) {}
  ~Store() { journal.reset(); }

  Result<void> open() {
    SqliteOptions options;
    options.path = "/store.db";
    options.vfs = disk.vfs();
    options.writing = Writing::kInline;
    options.lost = [this](const Error& error) { lost.push_back(error); };
    auto opened = SqliteJournal::open(std::move(options), loop);
    if (!opened) return std::unexpected(opened.error());
    journal = std::move(*opened);
    return {};
  }

  // Appends and runs until the outcome is there.
  Result<Appended> append(std::vector<NewEvent> events, RoomId room = kRoom) {
    std::optional<Result<Appended>> outcome;
    Append append;
    append.room = std::move(room);
    append.events = std::move(events);
    append.done = [&](Result<Appended> done) { outcome = std::move(done); };
    journal->append(std::move(append));
    while (!outcome && loop.sim().step()) {
    }
    REQUIRE(outcome.has_value());
    return std::move(*outcome);
  }

  void restart(CrashMode mode) {
    disk.crash();
    journal.reset();
    disk.restart(mode);
  }

  FaultDisk disk;
  SkewLoop loop;
  std::vector<Error> lost;
  std::unique_ptr<SqliteJournal> journal;
};

std::vector<std::string> lines(const std::vector<EventPtr>& events) {
  std::vector<std::string> all;
  for (const EventPtr& event : events) all.push_back(encode(*event));
  return all;
}

TEST_CASE("P-3 events of a room are numbered from 1 without gaps, whichever rooms write between") {
  Store store;
  REQUIRE(store.open());
  const RoomId other{"other"};
  REQUIRE(store.append({created()}));
  REQUIRE(store.append({created()}, other));
  for (int i = 0; i < 20; ++i) {
    REQUIRE(store.append({said("a"), said("b")}, i % 3 ? kRoom : other));
    const auto refused = store.append({said("c"), created()}, {"nowhere"});
    CHECK(refused.error().code == "room_unknown");
  }
  for (const RoomId& room : {kRoom, other}) {
    const auto events = read_all(*store.journal, room);
    REQUIRE(events.has_value());
    std::int64_t expected = 0;
    for (const EventPtr& event : *events) CHECK(event->room_seq.value == ++expected);
  }
  const auto rooms = store.journal->rooms();
  REQUIRE(rooms.has_value());
  for (const RoomRow& row : *rooms) {
    CHECK(row.title == "A title longer than any small buffer");
    CHECK(row.folder == "/home/ana/tools");
    CHECK(row.team == "a team with a long name");
  }
}

TEST_CASE("P-1 one append is one commit: rows, blobs and events are all there, or none") {
  // The power goes at every operation of an append that holds one of everything.
  std::int64_t operations = 0;
  {
    Store store;
    REQUIRE(store.open());
    REQUIRE(store.append({created()}));
    operations = store.disk.operations();
  }
  int none = 0;
  int all = 0;
  for (const CrashMode mode : {CrashMode::kCrash, CrashMode::kPowerLoss, CrashMode::kTornWrite}) {
    for (std::int64_t at = 1;; ++at) {
      Store store(static_cast<std::uint64_t>(at));
      REQUIRE(store.open());
      REQUIRE(store.append({created()}));
      CHECK(store.disk.operations() == operations);
      store.disk.crash_at(operations + at, When::kBefore);
      bool told = false;
      Append append;
      append.room = kRoom;
      append.events = {said(std::string(20'000, 'x')), finished("/a")};
      append.blobs = {"a pinned text"};
      append.state = "waiting";
      OpenRow row;
      row.room = kRoom;
      row.id = "f-1";
      append.opened.push_back(row);
      append.done = [&](const Result<Appended>& done) { told = done.has_value(); };
      store.journal->append(std::move(append));
      store.loop.sim().run_until_idle();
      const bool reached = store.disk.crashed();
      store.restart(mode);
      REQUIRE(store.open());
      const auto events = read_all(*store.journal, kRoom);
      REQUIRE(events.has_value());
      const bool there = events->size() == 3;
      CHECK((there || events->size() == 1));
      CHECK(store.journal->open_rows()->size() == (there ? 1u : 0u));
      CHECK(store.journal->blob(make_blob("a pinned text").hex).has_value() == there);
      CHECK(store.journal->rooms()->front().state == (there ? "waiting" : "empty"));
      if (told) CHECK(there);
      if (!reached) CHECK(told);
      ++(there ? all : none);
      if (!reached) break;
    }
  }
  CHECK(none > 0);
  CHECK(all > 0);
}

TEST_CASE("P-3 nobody is told of an event before it would survive a loss of power") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Store store(seed);
    REQUIRE(store.open());
    REQUIRE(store.append({created()}));
    std::vector<std::string> told;
    for (int i = 0; i < 10; ++i)
      for (const EventPtr& event : store.append({said("number " + std::to_string(i))})->events)
        told.push_back(encode(*event));
    store.restart(seed % 2 ? CrashMode::kPowerLoss : CrashMode::kTornWrite);
    REQUIRE(store.open());
    auto there = lines(*read_all(*store.journal, kRoom));
    there.erase(there.begin());
    CHECK(there == told);
  }
}

TEST_CASE("P-3 a disk that lies about syncs is noticed by these tests") {
  int lost = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Store store(seed);
    store.disk.ignore_syncs(true);
    REQUIRE(store.open());
    REQUIRE(store.append({created()}));
    store.restart(CrashMode::kPowerLoss);
    const bool opened = store.open().has_value();
    if (!opened || !read_all(*store.journal, kRoom)) ++lost;
  }
  CHECK(lost > 0);
}

TEST_CASE("P-3 a lazy append is durable whenever a later one is") {
  Store store;
  REQUIRE(store.open());
  REQUIRE(store.append({created()}));
  Append lazy;
  lazy.room = kRoom;
  lazy.events = {said("lazy")};
  lazy.urgency = Urgency::kLazy;
  store.journal->append(std::move(lazy));
  const auto now = store.append({said("now")});
  REQUIRE(now.has_value());
  CHECK(now->events.front()->room_seq.value == 3);
  store.restart(CrashMode::kPowerLoss);
  REQUIRE(store.open());
  CHECK(read_all(*store.journal, kRoom)->at(1)->text("text") == "lazy");
}

TEST_CASE("P-3 a person's input is accepted once, however often it is sent") {
  Store store;
  REQUIRE(store.open());
  REQUIRE(store.append({created()}));
  const std::string large(20'000, 'y');
  const auto first = store.append({said(large, "c-1")});
  REQUIRE(first.has_value());
  store.restart(CrashMode::kCrash);
  REQUIRE(store.open());
  for (int i = 0; i < 3; ++i) {
    const auto again = store.append({said(large, "c-1")});
    REQUIRE(again.has_value());
    CHECK(again->duplicate);
    CHECK(encode(*again->events.front()) == encode(*first->events.front()));
  }
  CHECK(read_all(*store.journal, kRoom)->size() == 2);
}

TEST_CASE("P-12 a second result at one place is refused, and what stands beside it goes on") {
  Store store;
  REQUIRE(store.open());
  REQUIRE(store.append({created()}));
  REQUIRE(store.append({finished("/a")}));
  // Three in one transaction; the middle one is refused alone.
  std::vector<std::string> outcomes;
  for (auto events : {std::vector{said("before")}, std::vector{said("with it"), finished("/a")},
                      std::vector{said("after")}}) {
    Append append;
    append.room = kRoom;
    append.events = std::move(events);
    append.done = [&](const Result<Appended>& done) {
      outcomes.push_back(done ? std::to_string(done->events.front()->room_seq.value)
                              : done.error().code);
    };
    store.journal->append(std::move(append));
  }
  store.loop.sim().run_until_idle();
  CHECK(outcomes == std::vector<std::string>{"3", "effect_finished", "4"});
  CHECK(read_all(*store.journal, kRoom)->back()->text("text") == "after");
}

TEST_CASE("P-2 texts over 16 KiB are kept once, compressed, outside the event, and come back") {
  Store store;
  REQUIRE(store.open());
  REQUIRE(store.append({created()}));
  for (const std::size_t size : {kBlobLimit - 1, kBlobLimit, kBlobLimit + 1, 40 * kBlobLimit}) {
    const std::string text(size, 'z');
    REQUIRE(store.append({said(text)}));
    const auto events = read_all(*store.journal, kRoom);
    REQUIRE(events.has_value());
    CHECK(events->back()->text("text") == text);
    CHECK(store.journal->blob(make_blob(text).hex).has_value() == (size > kBlobLimit));
  }
  const auto refused = store.append({said(std::string(kTextLimit + 1, 'q'))});
  CHECK(refused.error().code == "text_too_large");
  REQUIRE(store.append({said(std::string(kTextLimit, 'q'))}));
}

TEST_CASE("P-2 a text from outside cannot pass for a reference to a large text") {
  Store store;
  REQUIRE(store.open());
  REQUIRE(store.append({created()}));
  for (const char* key : {"$blob", "$$blob", "$blob$", "blob"}) {
    NewEvent event = said("x");
    event.body["data"] = {{key, "0000"}, {"size", 4}, {"deep", {{"$blob", {1, 2}}}}};
    const auto written = store.append({event});
    REQUIRE(written.has_value());
    const auto events = read_all(*store.journal, kRoom);
    REQUIRE(events.has_value());
    CHECK(encode(*events->back()) == encode(*written->events.front()));
    CHECK(events->back()->body.at("data") == event.body.at("data"));
  }
}

TEST_CASE("P-3 reading after an event that is not there yet gives nothing, and is no damage") {
  Store store;
  REQUIRE(store.open());
  REQUIRE(store.append({created()}));
  CHECK(store.journal->read(kRoom, {1}, 500)->empty());
  CHECK(store.journal->read(kRoom, {17}, 500)->empty());
  CHECK(store.journal->read({"nowhere"}, {0}, 500).error().code == "room_unknown");
}

NewEvent turn(const std::string& kind, const std::string& id, std::int64_t minute) {
  NewEvent event;
  event.kind = kind;
  event.body = {{"turn", id}};
  event.by = {Actor::kAgent, "leader"};
  event.at = {1'700'000'000'000 + minute * 60'000};
  return event;
}

std::string turns_of(Result<std::vector<EventPtr>> events) {
  REQUIRE(events);
  std::string out;
  for (const EventPtr& event : *events)
    out += std::string(event->text("turn")) + (event->kind == "turn.started" ? "+ " : "- ");
  return out;
}

TEST_CASE("P-23 events of one family are found in all rooms, oldest first, from a time on") {
  Store store;
  REQUIRE(store.open());
  const RoomId other{"other"};
  REQUIRE(store.append({created(), turn("turn.started", "a", 0)}));
  REQUIRE(store.append({created(), turn("turn.started", "b", 1)}, other));
  // Neither its words nor its fields make a message a turn.
  NewEvent message = said(R"("kind":"turn.finished")");
  message.body["kind"] = "turn.finished";
  REQUIRE(store.append({message, turn("turn.finished", "a", 2)}));
  REQUIRE(store.append({turn("turn.failed", "b", 3)}, other));
  JournalReader& reader = store.journal->reader();
  CHECK(turns_of(reader.of_kind("turn.", {0})) == "a+ b+ a- b- ");
  CHECK(turns_of(reader.of_kind("turn.started", {0})) == "a+ b+ ");
  CHECK(turns_of(reader.of_kind("turn.", {1'700'000'000'000 + 2 * 60'000})) == "a- b- ");
  CHECK(turns_of(reader.of_kind("turn.", {1'700'000'000'000 + 4 * 60'000})).empty());
  CHECK(turns_of(reader.of_kind("tool.", {0})).empty());
}

TEST_CASE("a clock that was set back for a while hides nothing that came before") {
  Store store;
  REQUIRE(store.open());
  REQUIRE(store.append({created(), turn("turn.finished", "before", 60)}));
  REQUIRE(store.append({turn("turn.finished", "meanwhile", -1'000'000)}));
  REQUIRE(store.append({turn("turn.finished", "after", 61)}));
  CHECK(turns_of(store.journal->reader().of_kind("turn.", {1'700'000'000'000})) ==
        "before- after- ");
}

}  // namespace
}  // namespace fm::testing
