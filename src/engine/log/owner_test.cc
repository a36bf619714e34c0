// Who may write into a store, and when: its owner, and anybody's inputs (engine/log/journal.h).
#include <doctest/doctest.h>

#include <algorithm>

#include "engine/log/post.h"
#include "engine/log/sqlite_journal.h"
#include "test/support/fault_vfs.h"
#include "test/support/log_appends.h"
#include "test/support/skew_loop.h"

namespace fm::testing {
namespace {

// Some processes that have opened one store, without a lock that would keep them apart.
struct Processes {
  std::unique_ptr<SqliteJournal> open() {
    SqliteOptions options;
    options.path = "/store.db";
    options.vfs = disk.vfs();
    options.writing = Writing::kInline;
    auto journal = SqliteJournal::open(std::move(options), loop);
    REQUIRE(journal.has_value());
    return std::move(*journal);
  }

  template <class T>
  T wait(std::optional<T>& outcome) {
    while (!outcome && loop.sim().step()) {
    }
    REQUIRE(outcome.has_value());
    return std::move(*outcome);
  }

  Result<Appended> append(Journal& journal, Append append) {
    std::optional<Result<Appended>> outcome;
    append.done = [&](Result<Appended> done) { outcome = std::move(done); };
    journal.append(std::move(append));
    return wait(outcome);
  }
  Result<Appended> post(Journal& journal, NewEvent event) {
    std::optional<Result<Appended>> outcome;
    Post post{.room = kRoom, .event = std::move(event), .done = {}};
    post.done = [&](Result<Appended> done) { outcome = std::move(done); };
    journal.post_input(std::move(post));
    return wait(outcome);
  }
  Result<Epoch> claim(Journal& journal) {
    std::optional<Result<Epoch>> outcome;
    journal.claim(kRoom, [&](Result<Epoch> done) { outcome = std::move(done); });
    return wait(outcome);
  }
  LogPage page(Journal& journal, RoomSeq after, std::size_t limit) {
    std::optional<Result<LogPage>> outcome;
    journal.read_page(kRoom, after, limit,
                      [&](Result<LogPage> done) { outcome = std::move(done); });
    Result<LogPage> page = wait(outcome);
    REQUIRE(page.has_value());
    return std::move(*page);
  }

  FaultDisk disk;
  SkewLoop loop{1, {1'700'000'000'000}};
};

NewEvent said(const std::string& id) {
  NewEvent event = message(id).events.front();
  event.by = {Actor::kPerson, "ana"};
  event.client_id = id;
  return event;
}

Append open_gate() {
  Append append = message("");
  OpenRow gate;
  gate.kind = OpenKind::kGate;
  gate.room = kRoom;
  gate.id = "g-1";
  gate.data = {{"flow", "f-1"}, {"place", "/ask"}, {"digest", "d"}, {"option_ids", {"yes", "no"}}};
  append.opened.push_back(gate);
  return append;
}

NewEvent answered(const std::string& gate, const std::string& digest, const std::string& answer) {
  NewEvent event = said("");
  event.kind = "gate.answered";
  event.flow = {"f-1"};
  event.place = {"/ask"};
  event.body = {{"gate", gate}, {"digest", digest}, {"answer", answer}};
  return event;
}

}  // namespace

TEST_CASE("P-3 a store that another process has opened takes nothing from its owner before") {
  Processes processes;
  const auto first = processes.open();
  REQUIRE(processes.append(*first, creation()));
  const Epoch old = processes.claim(*first).value();
  const auto second = processes.open();
  const Epoch now = processes.claim(*second).value();
  CHECK(now > old);
  CHECK(processes.claim(*first).error().code == "room_owned");
  REQUIRE(processes.append(*second, message("of the second")));
  for (const std::optional<Epoch> epoch : {std::optional<Epoch>(), std::optional(old)}) {
    Append late = message("of the first");
    late.epoch = epoch;
    const auto refused = processes.append(*first, std::move(late));
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == "room_fenced");
  }
  Append stale = message("under an old claim");
  stale.epoch = old;
  CHECK(processes.append(*second, std::move(stale)).error().code == "room_fenced");
  REQUIRE(processes.append(*second, message("and more")));
  CHECK(read_all(*second, kRoom)->size() == 3);
}

TEST_CASE("P-3 what another process posts stands in the owner's chain, and moves its head") {
  Processes processes;
  const auto first = processes.open();
  REQUIRE(processes.append(*first, creation()));
  const auto owner = processes.open();
  REQUIRE(processes.append(*owner, message("two")));
  const auto posted = processes.post(*first, said("three"));
  REQUIRE(posted.has_value());
  CHECK(posted->events.front()->room_seq == RoomSeq{3});

  Append unaware = message("four");
  unaware.expected = {2};
  bool came_back = false;
  unaware.returned = [&](const Error& why, Append&& append) {
    CHECK(why.code == "head_moved");
    CHECK(append.events.front().body.at("text") == "four");  // whole, to be appended again
    came_back = true;
  };
  owner->append(std::move(unaware));
  while (!came_back && processes.loop.sim().step()) {
  }
  CHECK(came_back);
  const LogPage page = processes.page(*owner, {2}, 10);
  REQUIRE(page.events.size() == 1);
  CHECK(page.is_last);
  Append aware = message("four");
  aware.expected = {3};
  CHECK(processes.append(*owner, std::move(aware)));
  CHECK(processes.post(*first, said("three"))->duplicate);
  CHECK(read_all(*owner, kRoom)->size() == 4);
  CHECK((*owner).reader().check()->faults.empty());
}

TEST_CASE("P-3 an owner need not wait for its own appends, but must know what others said") {
  Processes processes;
  const auto journal = processes.open();
  REQUIRE(processes.append(*journal, creation()));
  std::vector<std::string> outcomes;
  const auto send = [&](const std::string& text, std::int64_t expected) {
    Append append = message(text);
    append.expected = {expected};
    append.done = [&outcomes](const Result<Appended>& done) {
      outcomes.push_back(done ? "ok" : done.error().code);
    };
    journal->append(std::move(append));
  };
  send("a", 1);
  send("b", 1);
  Post post{.room = kRoom, .event = said("c"), .done = {}};
  journal->post_input(std::move(post));
  send("d", 1);
  send("e", 3);
  processes.loop.sim().run_until_idle();
  send("f", 4);
  send("g", 4);
  processes.loop.sim().run_until_idle();
  CHECK(outcomes == std::vector<std::string>{"ok", "ok", "head_moved", "head_moved", "ok", "ok"});
}

TEST_CASE(
    "P-3 only what people do can be posted, and an answer only to the question that is open") {
  Processes processes;
  const auto journal = processes.open();
  REQUIRE(processes.append(*journal, creation()));
  REQUIRE(processes.append(*journal, open_gate()));
  NewEvent not_a_persons = said("1");
  not_a_persons.by = {};
  NewEvent twice = said("");
  NewEvent result = said("2");
  result.kind = "effect.finished";
  NewEvent about_the_room = answered("g-1", "d", "yes");
  about_the_room.place = {};
  NewEvent of_no_flow = said("3");
  of_no_flow.kind = "flow.cancelled";
  for (const NewEvent& event : {not_a_persons, twice, result, about_the_room, of_no_flow}) {
    const auto refused = processes.post(*journal, event);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == "input_kind");
  }
  CHECK(processes.post(*journal, answered("g-2", "d", "yes")).error().code == "gate_unknown");
  CHECK(processes.post(*journal, answered("g-1", "e", "yes")).error().code == "gate_changed");
  CHECK(processes.post(*journal, answered("g-1", "d", "perhaps")).error().code == "gate_option");
  NewEvent as_a_message = answered("g-1", "d", "yes");
  as_a_message.client_id = "another key";
  const auto first = processes.post(*journal, as_a_message);
  REQUIRE(first.has_value());
  CHECK(journal->open_rows()->empty());
  const auto second = processes.post(*journal, answered("g-1", "d", "no"));
  REQUIRE(second.has_value());
  CHECK(second->duplicate);
  CHECK(second->events.front()->text("answer") == "yes");
  CHECK(read_all(*journal, kRoom)->size() == 3);
}

TEST_CASE("R18 a page of the log is bounded in events and in bytes") {
  Processes processes;
  const auto journal = processes.open();
  REQUIRE(processes.append(*journal, creation()));
  Append many = message("");
  many.events.resize(700, many.events.front());
  REQUIRE(processes.append(*journal, std::move(many)));
  const LogPage first = processes.page(*journal, {}, 100'000);
  CHECK(first.events.size() == kPageEvents);
  CHECK_FALSE(first.is_last);
  const LogPage second = processes.page(*journal, first.events.back()->room_seq, 100'000);
  CHECK(second.events.size() == 201);
  CHECK(second.is_last);
  for (int i = 0; i < 4; ++i)
    REQUIRE(processes.append(*journal,
                             message(std::string(kPageBytes / 2, static_cast<char>('a' + i)))));
  RoomSeq at = second.events.back()->room_seq;
  int pages = 0;
  for (bool is_last = false; !is_last; ++pages) {
    const LogPage page = processes.page(*journal, at, 100'000);
    CHECK(page.events.size() <= 2);
    REQUIRE_FALSE(page.events.empty());
    at = page.events.back()->room_seq;
    is_last = page.is_last;
  }
  CHECK(at == RoomSeq{705});
  CHECK(pages == 2);
}

}  // namespace fm::testing
