// Kept folds: a room that is long is opened from one, and whatever is wrong with it is no fault of
// the room.
#include "engine/runtime/kept_room.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "engine/log/blob.h"
#include "engine/runtime/room_past.h"
#include "test/support/journal_wrapper.h"
#include "test/support/toy_flow.h"

namespace fm::testing {
namespace {

// An echo behind a question, so that words lie unread while it rests.
Flow<FlowEnd> slow_echo(FlowHandle flow, JsonObject args) {
  GateRequest request;
  request.type = "go";
  request.question = "Go on?";
  request.options = {"yes"};
  Outcome gate = co_await flow.ask("gate", request);
  (void)gate;
  FlowHandle then = flow.at("then");
  FlowEnd end = co_await echo(then, std::move(args));
  co_return end;
}

// Another version of the program, which asks for something else first.
Flow<FlowEnd> wary_echo(FlowHandle flow, JsonObject args) {
  EffectRequest request = toy_effect("think", "twice");
  Outcome thought = co_await flow.perform("think", request);
  (void)thought;
  FlowEnd end = co_await echo(flow, std::move(args));
  co_return end;
}

std::map<std::string, FlowDefinition> flows() {
  return {{"echo", {"echo", 1, echo}}, {"slow", {"slow", 1, slow_echo}}};
}

const FoldFactory kToyFolds = [] { return std::make_unique<ToyView>(); };

// Says which events it was asked for.
class ListeningJournal final : public JournalWrapper {
 public:
  using JournalWrapper::JournalWrapper;
  void read_page(RoomId room, RoomSeq after, std::size_t limit, OnDone<LogPage> done) override {
    journal_.read_page(std::move(room), after, limit,
                       [this, done = std::move(done)](Result<LogPage> page) mutable {
                         if (page)
                           for (const EventPtr& event : page->events)
                             read_.push_back(event->room_seq.value);
                         done(std::move(page));
                       });
  }
  void read_folds(RoomId room, OnDone<std::vector<KeptFold>> done) override {
    if (keeps_) return journal_.read_folds(std::move(room), std::move(done));
    done(std::vector<KeptFold>());
  }

  void forget() { keeps_ = false; }
  std::vector<std::int64_t> seen() const {
    std::vector<std::int64_t> seen = read_;
    std::ranges::sort(seen);
    return seen;
  }

 private:
  bool keeps_ = true;
  std::vector<std::int64_t> read_;
};

std::vector<KeptFold> folds_of(World& world) {
  auto folds = world.journal().reader().folds(world.room);
  REQUIRE(folds.has_value());
  return std::move(*folds);
}

void say(World& world, const std::string& text) {
  world.say("c-" + std::to_string(world.events().size()) + text, text);
  world.run_until_idle();
}

// A room with some messages said, with a kept fold every twenty events.
void conversation(World& world, int messages) {
  REQUIRE(world.open().has_value());
  world.start({}, "echo");
  world.run_until_idle();
  for (int i = 0; i < messages; ++i) say(world, "m" + std::to_string(i));
}

// What a room's past is, as far as anybody asks it.
std::string text_of_past(const RoomPast& past) {
  std::string text = std::to_string(past.state.head().value) + " " +
                     std::to_string(past.state.bytes()) + " " +
                     canonical(past.state.snapshot().fold->encode()) + "\n";
  for (const FlowId& flow : past.unfinished) {
    const History& history = past.histories.at(flow);
    const FlowStart& start = history.start();
    text += flow.value + " " + std::to_string(start.started.value) + " " +
            canonical(to_body(start)) + " " + std::to_string(history.effects().size()) + " " +
            std::to_string(history.completions().size()) + "\n";
    std::set<RoomSeq> cursors;
    history.add_cursors(cursors);
    for (const RoomSeq at : cursors) {
      const auto view = past.state.at(at);
      text += std::to_string(at.value) + (view ? canonical(view->fold->encode()) : "none") + "\n";
    }
  }
  return text;
}

struct Opened {
  RoomPast past;
  std::vector<std::int64_t> read;
};

Result<RoomPast> read_past(World& world, Journal& journal, RoomSeq upto = {}) {
  PoolScope pool(world.loop());
  std::optional<Result<RoomPast>> past;
  const RunningTask reading = start(read_room_past(journal, pool, world.room, upto, kToyFolds),
                                    [&](auto outcome) { past.emplace(std::move(*outcome)); });
  while (!past && world.step()) {
  }
  REQUIRE(past.has_value());
  return std::move(*past);
}

Opened open_room(World& world, bool kept = true) {
  ListeningJournal journal(world.journal());
  if (!kept) journal.forget();
  auto past = read_past(world, journal);
  REQUIRE(past.has_value());
  return {std::move(*past), journal.seen()};
}

// Changes the kept folds in the file, between two processes.
void change(World& world, const std::string& sql) {
  world.close();
  auto database = Database::open("/store.db", OpenMode::kReadWrite, world.disk.vfs());
  REQUIRE(database.has_value());
  REQUIRE(database->execute(sql).has_value());
}

// Puts bytes in the place of the newest kept fold, by the program's own way of keeping.
void keep(World& world, const std::string& text, int version) {
  const RoomSeq at = folds_of(world).front().at;
  world.journal().keep_fold(world.room, {.at = at, .version = version, .bytes = text});
  world.run_until_idle();
}

}  // namespace

TEST_CASE("P-10 a long room is opened from its kept fold and the events after it") {
  World world({.seed = 3, .keep_fold_after = 20}, flows());
  conversation(world, 30);
  const std::vector<KeptFold> folds = folds_of(world);
  REQUIRE(folds.size() == 2);
  CHECK(folds[0].at.value - folds[1].at.value >= 20);

  const Opened whole = open_room(world, false);
  const Opened kept = open_room(world);
  const auto head = static_cast<std::int64_t>(world.events().size());
  CHECK(whole.read.size() == static_cast<std::size_t>(head));
  REQUIRE_FALSE(kept.read.empty());
  CHECK(kept.read.front() > folds[1].at.value);
  CHECK(kept.read.size() < 60);
  CHECK(std::ranges::adjacent_find(kept.read) == kept.read.end());  // nothing twice
  CHECK(text_of_past(kept.past) == text_of_past(whole.past));
  CHECK(kept.past.kept == folds[0].at);
}

TEST_CASE("P-10 a room that comes back from its kept fold goes on as if it had never left") {
  const auto result = [](std::int64_t keep_fold_after) {
    World world({.seed = 4, .keep_fold_after = keep_fold_after}, flows());
    conversation(world, 20);
    world.close();
    REQUIRE(world.open().has_value());
    for (int i = 20; i < 40; ++i) say(world, "m" + std::to_string(i));
    say(world, "the end");
    REQUIRE(world.result().has_value());
    return std::pair(canonical(*world.result()), world.events().size());
  };
  const auto without = result(0);
  CHECK(result(1) == without);
  CHECK(result(20) == without);
}

TEST_CASE("P-3 words that nobody has read when a fold is kept are heard after it") {
  World world({.seed = 5, .keep_fold_after = 1}, flows());
  REQUIRE(world.open().has_value());
  world.start({}, "slow");
  world.run_until_idle();
  for (const char* text : {"one", "two", "three"}) say(world, text);
  JsonArray heard;
  for (const char* text : {"one", "two", "three"}) {
    world.close();
    REQUIRE(world.open().has_value());
    REQUIRE(world.answer(world.gates().front().id, "yes").has_value());
    world.run_until_idle();
    heard.push_back(text);
  }
  say(world, "the end");
  REQUIRE(world.answer(world.gates().front().id, "yes").has_value());
  world.run_until_idle();
  heard.push_back("the end");
  REQUIRE_MESSAGE(world.result().has_value(), world.story());
  CHECK(*world.result() == Json(heard));
}

TEST_CASE("P-10 a kept fold that a run began before is passed over") {
  World world({.seed = 6, .keep_fold_after = 1}, flows());
  REQUIRE(world.open().has_value());
  world.start({}, "slow");
  world.run_until_idle();
  for (const char* text : {"one", "two"}) say(world, text);
  REQUIRE(folds_of(world).size() == 2);
  const Opened whole = open_room(world, false);
  const Opened kept = open_room(world);
  CHECK(kept.read == whole.read);
  CHECK(text_of_past(kept.past) == text_of_past(whole.past));
}

TEST_CASE("P-10 a run that was begun anew follows one that a kept fold does not have") {
  World world({.seed = 11, .keep_fold_after = 20}, flows());
  conversation(world, 20);
  world.close();
  world.flows["echo"] = {"echo", 2, wary_echo};
  REQUIRE(world.open().has_value());
  world.resume_all();
  world.run_until_idle();
  const RoomSeq before = folds_of(world).front().at;
  bool begun = false;
  world.engine().begin_anew(world.room, By{}, [&](Result<void> done) { begun = done.has_value(); });
  world.run_until_idle();
  REQUIRE_MESSAGE(begun, world.story());
  REQUIRE(world.events().back()->room_seq > before);
  {
    const Opened whole = open_room(world, false);
    const Opened kept = open_room(world);
    CHECK(kept.read == whole.read);
    CHECK(text_of_past(kept.past) == text_of_past(whole.past));
    CHECK(kept.past.carried.size() == whole.past.carried.size());
    CHECK(kept.past.carried.size() == 1);
  }
  for (int i = 0; i < 20; ++i) say(world, "n" + std::to_string(i));
  const Opened whole = open_room(world, false);
  const Opened kept = open_room(world);
  CHECK(kept.read.size() < 60);
  CHECK(text_of_past(kept.past) == text_of_past(whole.past));
}

TEST_CASE("P-10 an earlier place in a room is not read from a later fold") {
  World world({.seed = 7, .keep_fold_after = 20}, flows());
  conversation(world, 30);
  for (const std::int64_t upto : {30, 75, 110}) {
    CAPTURE(upto);
    ListeningJournal forgetful(world.journal());
    forgetful.forget();
    const auto past = read_past(world, world.journal(), {upto});
    const auto whole = read_past(world, forgetful, {upto});
    REQUIRE(past.has_value());
    REQUIRE(whole.has_value());
    CHECK(text_of_past(*past) == text_of_past(*whole));
  }
}

TEST_CASE("P-10 a room opens by its whole log where its kept folds are of no use") {
  World world({.seed = 8, .keep_fold_after = 20}, flows());
  conversation(world, 20);
  const std::string whole = text_of_past(open_room(world, false).past);
  const auto head = world.events().size();
  const int version = folds_of(world).front().version;

  SUBCASE("of another version") { change(world, "UPDATE fold SET version = version + 1"); }
  SUBCASE("of another log") { change(world, "UPDATE fold SET hash = zeroblob(32)"); }
  SUBCASE("cut short") {
    change(world, "UPDATE fold SET bytes = substr(bytes, 1, length(bytes) / 2)");
  }
  SUBCASE("empty") { change(world, "UPDATE fold SET bytes = x''"); }
  SUBCASE("gone") { change(world, "DELETE FROM fold"); }
  SUBCASE("without their table, as in a store that this program never wrote to") {
    change(world, "DROP TABLE fold");
  }
  SUBCASE("moved to another event") { change(world, "UPDATE fold SET room_seq = room_seq + 1"); }
  SUBCASE("kept, but garbage") {
    for (const std::string text : {"no zstd at all", "", "{\"past\":{},\"fold\":{}}", "[]", "{",
                                   "{\"past\":7,\"fold\":7}"}) {
      keep(world, text, version);
      keep(world, compress(text), version);
      CHECK(text_of_past(open_room(world).past) == whole);
    }
    change(world, "DELETE FROM fold WHERE room_seq NOT IN (SELECT max(room_seq) FROM fold)");
  }
  REQUIRE(world.open().has_value());
  const Opened opened = open_room(world);
  CHECK(text_of_past(opened.past) == whole);
  CHECK(opened.read.size() == head);
  say(world, "still here");
  say(world, "the end");
  CHECK(world.result().has_value());
}

TEST_CASE("P-10 a process that ends anywhere while a fold is being kept loses nothing") {
  std::int64_t operations = 0;
  std::string expected;
  {
    World world({.seed = 9, .keep_fold_after = 5}, flows());
    conversation(world, 6);
    say(world, "the end");
    operations = world.disk.operations();
    REQUIRE(world.result().has_value());
    expected = canonical(*world.result());
  }
  for (std::int64_t at = 40; at < operations; at += 3) {
    CAPTURE(at);
    World world({.seed = 9, .keep_fold_after = 5}, flows());
    world.disk.crash_at(at, at % 2 ? When::kBefore : When::kAfter);
    if (!world.open()) continue;
    world.start({}, "echo");
    world.run_until_idle();
    std::vector<std::string> texts;
    for (int i = 0; i < 6; ++i) texts.push_back("m" + std::to_string(i));
    texts.emplace_back("the end");
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string id = "c-" + std::to_string(i);
      for (int tries = 0; !world.heard(id) && tries < 3; ++tries) {
        if (world.crashed()) {
          world.crash(CrashMode::kPowerLoss);
          REQUIRE(world.open().has_value());
          if (world.events().empty()) world.start({}, "echo");
          world.resume_all();
        }
        world.say(id, texts[i]);
        world.run_until_idle();
      }
    }
    if (world.crashed()) {
      world.crash(CrashMode::kPowerLoss);
      REQUIRE(world.open().has_value());
      world.resume_all();
      world.run_until_idle();
    }
    REQUIRE_MESSAGE(world.result().has_value(), world.story());
    CHECK(canonical(*world.result()) == expected);
  }
}

TEST_CASE("P-3 a disk that has no room for a fold still has it for events") {
  World world({.seed = 10, .keep_fold_after = 0}, flows());
  conversation(world, 3);
  world.disk.set_space(300'000);
  std::string noise;
  for (std::uint32_t i = 0, x = 1; i < 600'000; ++i)
    noise += static_cast<char>((x = x * 1'664'525 + 1'013'904'223) >> 24);
  world.journal().keep_fold(world.room, {.at = {5}, .version = 1, .bytes = noise});
  world.run_until_idle();
  CHECK(folds_of(world).empty());
  CHECK(world.lost.empty());
  say(world, "the end");
  CHECK(world.result().has_value());
}

}  // namespace fm::testing
