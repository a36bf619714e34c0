// `folkmoot demo`: the demonstrations with the real program, without any model (P-34).
#include <doctest/doctest.h>

#include "base/json.h"
#include "test/e2e/program.h"

namespace fm::e2e {
namespace {

Json room_list(const Place& place, const fs::path& folder = {}) {
  JsonArray rooms;
  for (const std::string& line : run(place, {"room", "list", "--json"}, {.folder = folder}).lines())
    if (const auto room = parse_json(line)) rooms.push_back(*room);
  return rooms;
}

TEST_CASE("P-34 folkmoot demo lists the demonstrations, for people and for programs") {
  const Place place;
  const Ran listed = run(place, {"demo"});
  CHECK(listed.status == 0);
  for (const char* name : {"barber", "photos", "pricing"}) CHECK(listed.out.contains(name));
  CHECK(listed.out.contains("Demo mode: scripted answers, no AI model."));
  for (const std::string& line : listed.lines()) CHECK(line.size() <= 80);
  const Ran json = run(place, {"demo", "--json"});
  REQUIRE(json.lines().size() == 3);
  for (const std::string& line : json.lines()) {
    const auto one = parse_json(line);
    REQUIRE(one.has_value());
    for (const char* key : {"name", "title", "about", "opening"})
      CHECK_FALSE(text_at(*one, key).empty());
  }
  const Ran unknown = run(place, {"demo", "barbre"});
  CHECK(unknown.status == 2);
  CHECK(unknown.err.contains("There is no demonstration \"barbre\"."));
  CHECK(unknown.err.contains("folkmoot demo barber"));
  CHECK(!fs::exists(place.store()));  // looking makes nothing
}

TEST_CASE("P-34 a demonstration begins in a room of its own, and is marked as demo mode") {
  const Place place;
  const Ran begun = run(place, {"demo", "barber"});
  CAPTURE(begun.err);
  CAPTURE(begun.out);
  CHECK(begun.status == 3);  // the questions wait
  CHECK((begun.out + begun.err).contains("Demo mode: scripted answers, no AI model."));
  CHECK(begun.out.contains("Which words should stand at the top of the page?"));
  CHECK(begun.out.contains("(demo)"));
  CHECK(begun.err.contains("folkmoot say --room"));
  // What is built lies in a folder of its own, and so does the room.
  const Json rooms = room_list(place, place.home / ".local/state/folkmoot-demo/barber");
  REQUIRE(rooms.as_array().size() == 1);
  CHECK(text_at(rooms.at(0), "title") == "A booking page for a barber shop");
  CHECK(room_list(place).as_array().empty());
}

TEST_CASE("P-34 the decision is answered at once, and asked on from") {
  const Place place;
  const Ran answered = run(place, {"demo", "pricing"});
  CAPTURE(answered.out);
  CHECK(answered.status == 0);
  CHECK(answered.out.contains("Charge per seat now"));
  const std::string room(text_at(room_list(place).at(0), "id"));
  CHECK(run(place, {"say", "and if we charge both ways?", "--room", room})
            .out.contains("if one of them is the price"));
}

}  // namespace
}  // namespace fm::e2e
