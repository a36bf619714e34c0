// The real binary, really killed at random moments, and asked to go on until it is done.
#include <doctest/doctest.h>
#include <signal.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/test_seed.h"
#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

struct Life {
  Ran ran;
  bool killed = false;
  std::string room;
  std::int64_t told = 0;  // the highest room_seq that was read
};

// Kills the program when it has told `more` events beyond `known`; 0: as soon as it was started.
Life live(const Place& place, const Words& arguments, std::int64_t known, std::int64_t more) {
  Life life;
  Program program(place, arguments);
  const auto read = [&](const std::string& line) {
    const auto event = parse_json(line);
    if (!event) return;  // the last line may be cut
    life.room = text_at(*event, "room");
    life.told = int_at(*event, "room_seq");
  };
  if (more > 0)
    while (const auto line = program.line()) {
      read(*line);
      if (life.told >= known + more) break;
    }
  program.send(SIGKILL);
  life.ran = program.wait();
  for (const std::string& line : life.ran.lines()) read(line);
  life.killed = life.ran.signal == SIGKILL;
  return life;
}

// What is kept of a room; nothing when the program was killed before there was one.
Events kept_events(const Place& place, const std::string& room) {
  if (room.empty()) return {};
  return events_of(run(place, {"room", "export", room}).lines(), {"prev", "hash"});
}

struct Kills {
  TestRandom& random;
  int left;
  int done = 0;
  std::size_t most = 60;  // events until the next kill
  // Called after each life with the room, once there is one.
  std::function<void(const std::string&)> after_life = [](const std::string&) {};
};

// Runs `arguments` to the end with a kill in each life, by resume or by the same command again.
// What the whole discussion told.
Events run_with_kills(const Place& place, const Words& arguments, Kills& kills) {
  std::string room;
  std::int64_t known = 0;
  for (int lives = 0;; ++lives) {
    REQUIRE(lives < 100);
    Words words = arguments;
    const bool by_resume = !room.empty() && kills.random.below(2) == 0;
    if (by_resume) words = {"resume", room, "--json"};
    const auto more = kills.left > 0 ? static_cast<std::int64_t>(kills.random.below(kills.most))
                                     : std::int64_t{1'000'000};
    const Life life = live(place, words, known, more);
    if (!life.room.empty()) {
      if (!room.empty()) CHECK(life.room == room);  // never a second room
      room = life.room;
    }
    if (life.told > 0) {
      CHECK(life.told >= known);  // nothing that was told is lost
      known = std::max(known, life.told);
    }
    if (!room.empty()) kills.after_life(room);
    if (life.killed) {
      --kills.left;
      ++kills.done;
      const Events kept = kept_events(place, room);
      if (kept.empty() || text_at(kept.back(), "kind") != "flow.finished") continue;
      return kept;  // the kill came when all was done
    }
    if (life.ran.err.contains("room_quarantined")) {  // three lives without progress
      CHECK(life.ran.status == 1);
      const Ran forced = run(place, {"resume", room, "--force", "--json"});
      CHECK(forced.status == 0);
      return events_of(forced.lines());
    }
    CHECK_MESSAGE(life.ran.status == 0, life.ran.err);
    return events_of(life.ran.lines());
  }
}

void check_whole(const Place& place) {
  const Ran check = run(place, {"store", "check"});
  CHECK(check.status == 0);
  CHECK(check.out.contains("all whole"));
}

TEST_CASE("I-15 P-12 fifteen times kill -9 in rehearsals change no idea, score or choice") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  const Words arguments{
      "ideate", "a neighbourhood tool library", "--preset", "extended", "--model", "rehearsal",
      "--json"};
  const Place calm;
  const std::string expected = outcome(events_of(run(calm, arguments).lines()));
  int kills = 0;
  int discussions = 0;
  while (kills < 15) {
    const Place place;
    Kills some{.random = random, .left = 15 - kills};
    CHECK(outcome(run_with_kills(place, arguments, some)) == expected);
    check_whole(place);
    kills += some.done;
    REQUIRE(++discussions < 20);
  }
  MESSAGE("seed " << seed << ": " << kills << " kills in " << discussions << " rehearsals");
}

// What the server saw: a turn is known by its request, since each holds all that was said before.
class Ledger {
 public:
  explicit Ledger(const FakeProvider& server) : server_(server) {}

  // No call that a finished turn rests on comes again.
  void check(const Place& place, const std::string& room) {
    const auto bodies = server_.bodies();
    for (std::size_t i = seen_; i < bodies.size(); ++i)
      CHECK_MESSAGE(!finished_.contains(bodies[i]), "a finished call was asked again");
    seen_ = bodies.size();
    const Events events = kept_events(place, room);
    std::vector<std::string> distinct;
    for (const std::string& body : bodies)
      if (std::ranges::find(distinct, body) == distinct.end()) distinct.push_back(body);
    const std::size_t done = of_kind(events, "turn.finished").size();
    REQUIRE(done <= distinct.size());
    finished_ = {distinct.begin(), distinct.begin() + static_cast<std::ptrdiff_t>(done)};
    repeats = static_cast<int>(bodies.size() - distinct.size());
  }

  int repeats = 0;

 private:
  const FakeProvider& server_;
  std::size_t seen_ = 0;
  std::set<std::string> finished_;
};

TEST_CASE("I-15 P-12 fifteen times kill -9 with a server: no finished call is paid for twice") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  FakeRule slow = everything();
  slow.first_delay = Millis(25);
  const Words arguments = ideate("a neighbourhood tool library");
  Place calm;
  const FakeProvider calm_server({{everything()}});
  point_at(calm, calm_server);
  const std::string expected = outcome(events_of(run(calm, arguments).lines()));
  int kills = 0;
  int repeats = 0;
  int discussions = 0;
  while (kills < 15) {
    Place place;
    const FakeProvider server({{slow}});
    point_at(place, server);
    Ledger ledger(server);
    Kills some{.random = random, .left = 15 - kills, .most = 35};
    some.after_life = [&](const std::string& room) { ledger.check(place, room); };
    CHECK(outcome(run_with_kills(place, arguments, some)) == expected);
    CHECK(ledger.repeats <= some.done);
    check_whole(place);
    kills += some.done;
    repeats += ledger.repeats;
    REQUIRE(++discussions < 20);
  }
  MESSAGE("seed " << seed << ": " << kills << " kills in " << discussions << " discussions, "
                  << repeats << " calls repeated");
}

}  // namespace
}  // namespace fm::e2e
