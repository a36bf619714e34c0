// A discussion that has come to its end, gone on with by another process.
#include <doctest/doctest.h>
#include <signal.h>

#include <algorithm>

#include "test/e2e/told.h"

namespace fm::e2e {
namespace {

std::string finished_room(const Place& place) {
  const Ran ran = run(place, {"ideate", "a tool library", "--json"});
  REQUIRE(ran.status == 0);
  return room_of(events_of(ran.lines()));
}

Events events_in(const Place& place, const std::string& room) {
  return events_of(run(place, {"room", "export", room}).lines(), {"prev", "hash"});
}

TEST_CASE("I-22 a finished discussion gets more rounds, new scores, a new choice and its files") {
  const Place place;
  const std::string room = finished_room(place);
  const Ran more = run(place, {"ideate", "--continue", room.substr(0, 8), "--rounds", "2", "--out",
                               "r.html", "--ideas", "i.json", "--json"});
  CHECK(more.status == 0);
  const Events events = events_in(place, room);
  CHECK(of_kind(events, "flow.started").size() == 2);
  CHECK(of_kind(events, "idea.selected").size() == 2);
  int kickoffs = 0;
  std::int64_t last_round = 0;
  for (const Json& turn : of_kind(events, "turn.started")) {
    kickoffs += text(turn, "task") == "kickoff" ? 1 : 0;
    last_round = std::max(last_round, int_at(body(turn), "round"));
  }
  CHECK(kickoffs == 1);
  CHECK(last_round == 3);
  CHECK(read_file(place.folder / "r.html").contains("Round 3"));
  CHECK(read_file(place.folder / "i.json").contains("\"selected\": \"idea-"));
  const Ran told = run(place, {"ideate", "--continue", room});
  CHECK(told.status == 0);
  CHECK(told.out.contains("The discussion in room " + room + " gets one more round."));
  CHECK(told.out.contains("Round 4 of 4"));
  CHECK(run(place, {"store", "check"}).status == 0);
}

TEST_CASE("I-22 rounds that were cut off go on with resume, and what has no end gets no more") {
  const Place place;
  const std::string room = finished_room(place);
  {
    const std::size_t before = events_in(place, room).size();
    Program program(place, {"ideate", "--continue", room, "--json"});
    for (std::size_t i = 0; i < before + 10; ++i) REQUIRE(program.line().has_value());
    program.send(SIGKILL);
    program.wait();
  }
  const Ran again = run(place, {"ideate", "--continue", room});
  check_told(again, 2, "folkmoot resume " + room);
  check_told_json(run(place, {"ideate", "--continue", room, "--json"}), 2, "discussion_unfinished");
  CHECK(run(place, {"resume", room}).status == 0);
  CHECK(of_kind(events_in(place, room), "idea.selected").size() == 2);
  check_told_json(run(place, {"ideate", "--continue", "nowhere", "--json"}), 2, "room_unknown");
}

TEST_CASE("I-20 a panel of one moderator scores apart, and the outcome shows mean and spread") {
  const Place place;
  const Ran ran = run(place, {"ideate", "a tool library", "--panel", "3", "--ideas", "i.json"});
  CHECK(ran.status == 0);
  CHECK(ran.out.contains("a panel of 3"));
  CHECK(in_one_line(ran.out).contains("the mean of moderator 1 ("));
  CHECK(read_file(place.folder / "i.json").contains("\"spread\": "));
  check_told(run(place, {"ideate", "a quiz", "--panel", "0"}), 2, "from 1 to 9");
}

}  // namespace
}  // namespace fm::e2e
