// A discussion's words go to the server that it was begun with, unless a person says otherwise.
#include <doctest/doctest.h>
#include <signal.h>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

FakeRule stuck_at_the_critique() {
  FakeRule stuck = everything();
  stuck.last_has = {"Attack the ideas"};
  stuck.fault = FakeFault::kSilence;
  return stuck;
}

// The room of a program that is ended while the critique is waited for.
std::string room_left_at_the_critique(const Place& place,
                                      const std::vector<std::string>& arguments) {
  std::string room;
  Program program(place, arguments);
  while (const auto line = program.line()) {
    const auto event = parse_json(*line);
    REQUIRE(event.has_value());
    room = text_at(*event, "room");
    if (text_at(*event, "kind") == "turn.started" && text(*event, "task") == "critique") break;
  }
  program.send(SIGKILL);
  program.wait();
  return room;
}

TEST_CASE(
    "I-15 another server at resume is refused until it is forced, and nothing is sent to it") {
  Place place;
  const FakeProvider first({{stuck_at_the_critique(), everything()}});
  const FakeProvider other({{everything()}});
  point_at(place, first);
  const std::string room = room_left_at_the_critique(place, ideate("moving house"));
  point_at(place, other);
  const Ran refused = run(place, {"resume", room});
  check_told(refused, 1, "another place");
  CHECK(in_one_line(refused.err).contains("folkmoot resume " + room + " --force"));
  check_told_json(run(place, {"resume", "--json"}), 1, "endpoint_changed");
  check_told_json(run(place, ideate("moving house")), 1, "endpoint_changed");
  CHECK(other.bodies().empty());
  check_success(run(place, {"resume", room, "--force", "--json"}));
  CHECK(!other.bodies().empty());
}

TEST_CASE("I-15 whoever has said once that another server is right is not asked again") {
  Place place;
  const FakeProvider first({{stuck_at_the_critique(), everything()}});
  const FakeProvider other({{stuck_at_the_critique(), everything()}});
  point_at(place, first);
  const std::string room = room_left_at_the_critique(place, ideate("moving house"));
  point_at(place, other);
  CHECK(room_left_at_the_critique(place, {"resume", room, "--force", "--json"}) == room);
  CHECK(room_left_at_the_critique(place, {"resume", room, "--json"}) == room);
  point_at(place, first);
  check_told_json(run(place, {"resume", room, "--json"}), 1, "endpoint_changed");
}

}  // namespace
}  // namespace fm::e2e
