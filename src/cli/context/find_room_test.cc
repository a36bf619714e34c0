#include "cli/context/find_room.h"

#include <doctest/doctest.h>

#include "cli/args/nearest.h"

namespace fm::cli {
namespace {

RoomSummary room(const char* id, const char* folder, const char* state = "finished") {
  RoomSummary one;
  one.id = {id};
  one.folder = folder;
  one.state = state;
  return one;
}

const std::vector<RoomSummary> kRooms = {room("tool-library-k3m9", "/a"),
                                         room("tool-shed-2222", "/b"),
                                         room("lunch-abcd", "/a", "paused")};

TEST_CASE("a room is meant by its name or a beginning that only it has") {
  CHECK(find_room(kRooms, "lunch-abcd")->id.value == "lunch-abcd");
  CHECK(find_room(kRooms, "lu")->id.value == "lunch-abcd");
  CHECK(find_room(kRooms, "tool").error().code == "room_ambiguous");
  CHECK(find_room(kRooms, "tool").error().cause == "tool-library-k3m9, tool-shed-2222");
}

TEST_CASE("an unknown room is answered with the nearest name") {
  CHECK(find_room(kRooms, "lunch-abdc").error().cure == "Did you mean lunch-abcd?");
  CHECK(find_room(kRooms, "breakfast").error().code == "room_unknown");
}

TEST_CASE("without a name the newest of the folder that fits is meant") {
  const Error none{"nothing_to_resume", "", "", ""};
  const auto unfinished = [](const RoomSummary& one) { return one.state == "paused"; };
  CHECK(newest_room(kRooms, "/a", unfinished, none)->id.value == "lunch-abcd");
  CHECK(newest_room(kRooms, "/b", unfinished, none).error() == none);
}

TEST_CASE("the nearest word is near enough, or there is none") {
  const std::vector<std::string> words = {"list", "show", "export"};
  CHECK(nearest("lsit", words) == "list");
  CHECK(nearest("exp", words) == "export");
  CHECK(nearest("shwo", words) == "show");
  CHECK(!nearest("frobnicate", words));
  CHECK(!nearest("", words));
}

}  // namespace
}  // namespace fm::cli
