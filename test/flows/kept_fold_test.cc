// Kept folds of the program's own rooms: whoever goes on from one sees what whoever read everything
// sees, to the last byte.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "app/queries/rooms.h"
#include "base/sha256.h"
#include "engine/runtime/kept_room.h"
#include "team/room/room_codec.h"
#include "test/support/discussion.h"
#include "test/support/stored_journals.h"

namespace fm::testing {
namespace {

namespace fs = std::filesystem;

struct Room {
  std::string name;
  std::vector<EventPtr> events;
};

// As an export has it: the stored line and two fields more.
Room exported(const fs::path& path) {
  Room room{path.filename().string(), {}};
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    auto event = decode(line.substr(0, line.rfind(",\"prev\":")) + "}");
    REQUIRE_MESSAGE(event.has_value(), room.name);
    room.events.push_back(std::make_shared<const Event>(std::move(*event)));
  }
  return room;
}

void add_rooms_of(const fs::path& store, std::vector<Room>& rooms) {
  FaultDisk disk;
  disk.set_content("/store.db", unpacked(store));
  const auto reader = open_store_reader("/store.db", disk.vfs());
  REQUIRE(reader.has_value());
  for (const RoomRow& row : *(*reader)->rooms()) {
    // Looking at a store of an earlier release: it has no place for folds, and needs none.
    CHECK((*reader)->folds(row.id)->empty());
    rooms.push_back({store.filename().string() + " " + fs::path(row.folder).filename().string() +
                         " " + row.id.value,
                     *(*reader)->read(row.id, {0}, 100'000)});
  }
}

std::vector<Room> stored_rooms() {
  std::vector<Room> rooms;
  for (const auto& entry : fs::directory_iterator(journals_folder())) {
    if (entry.path().extension() == ".jsonl") rooms.push_back(exported(entry.path()));
    if (entry.path().extension() == ".zst") add_rooms_of(entry.path(), rooms);
  }
  std::ranges::sort(rooms, {}, &Room::name);
  return rooms;
}

// What the packaged rehearsals of both ways of working play.
Room ideation() {
  Discussion discussion;
  REQUIRE(discussion.open().has_value());
  REQUIRE(discussion.start().has_value());
  discussion.run_until_idle();
  return {"a rehearsed ideation", discussion.events()};
}

Room conversation() {
  DiscussionOptions options;
  options.screenplay = "conversation";
  options.model = "rehearsal:conversation";
  Discussion discussion(options);
  REQUIRE(discussion.open().has_value());
  REQUIRE(discussion.open_conversation().has_value());
  for (const char* said : {"Build me a website for a tool library", "you decide",
                           "Let's take a vote", "yes, start", "shorter, please", "thanks"}) {
    discussion.say(said);
    discussion.settle();
  }
  const RoomView view = discussion.view();
  REQUIRE_FALSE(view.projects.all.empty());
  CHECK_FALSE(view.projects.all.front().briefs.empty());
  CHECK_FALSE(view.projects.all.front().votes.empty());
  return {"a rehearsed conversation", discussion.events()};
}

std::string text_of_room(const RoomView& view) { return canonical(to_json(view)); }

RoomView folded(const std::vector<EventPtr>& events, std::size_t upto) {
  RoomView view;
  for (std::size_t i = 0; i < upto; ++i) view.apply(*events[i]);
  return view;
}

// Kept at an event, read back by another process, and gone on with.
std::string gone_on_from(const Room& room, std::size_t at) {
  KeptRoom kept{.past = {.at = room.events[at - 1]->room_seq}, .fold = {}};
  kept.fold = folded(room.events, at).copy();
  const auto bytes = to_kept_fold(kept);
  REQUIRE(bytes.has_value());
  const FoldFactory folds = [] { return std::make_unique<RoomView>(); };
  const auto read = read_kept(*bytes, folds);
  REQUIRE(read.has_value());
  std::unique_ptr<Fold> fold = fold_of(*read, folds);
  REQUIRE(fold != nullptr);
  CHECK(canonical(fold->encode()) == canonical(kept.fold->encode()));
  for (std::size_t i = at; i < room.events.size(); ++i) fold->apply(*room.events[i]);
  return canonical(fold->encode());
}

}  // namespace

TEST_CASE("P-1 a fold that was kept anywhere goes on to the same as one that read everything") {
  std::vector<Room> rooms = stored_rooms();
  rooms.push_back(ideation());
  rooms.push_back(conversation());
  REQUIRE(rooms.size() > 28);
  std::size_t prefixes = 0;
  for (const Room& room : rooms) {
    CAPTURE(room.name);
    REQUIRE(!room.events.empty());
    const std::size_t step = std::max<std::size_t>(1, room.events.size() / 12);
    const std::string whole = text_of_room(folded(room.events, room.events.size()));
    for (std::size_t at = 1; at <= room.events.size(); at += step, ++prefixes) {
      CAPTURE(at);
      CHECK(gone_on_from(room, at) == whole);
    }
  }
  MESSAGE("rooms " << rooms.size() << ", kept at " << prefixes << " places");
}

// When this fails, what a room folds to has changed, or how that is told: then folds that an
// earlier program has kept must not be used any more. Raise kRoomFoldVersion in
// team/room/room_codec.h and put the new digests here, in one commit. A new journal is a new row.
TEST_CASE("P-1 what the stored journals fold to changes with the version of kept folds only") {
  REQUIRE(kRoomFoldVersion == 3);
  const std::map<std::string, std::string> digests = {
      {"0.1.0-full.jsonl", "23c64a0e12b3d050"},
      {"0.1.0-troubled.jsonl", "0fc4c572e52d2fc7"},
      {"0.1.0.db.zst", "f8869d10cf3bfc1e"},
  };
  std::map<std::string, std::string> all;
  for (const Room& room : stored_rooms())
    all[room.name.substr(0, room.name.find(' '))] +=
        text_of_room(folded(room.events, room.events.size())) + "\n";
  for (const auto& [name, text] : all) {
    CAPTURE(name);
    REQUIRE(digests.contains(name));
    CHECK(to_hex(sha256(text)).substr(0, 16) == digests.at(name));
  }
}

TEST_CASE("P-1 what is no room of this version is not read as one") {
  const RoomView room = folded(ideation().events, 40);
  const JsonObject good = to_json(room);
  CHECK(room_from_json(good).has_value());
  for (const Json& bad : {Json(), Json(42), Json(JsonArray{1}), Json(JsonObject())})
    CHECK_FALSE(room_from_json(bad).has_value());
  for (const auto& field : good) {
    const std::string key(field.key());
    CAPTURE(key);
    JsonObject bad = good;
    bad[key] = Json(JsonObject{{"what", "nobody"}});
    CHECK_FALSE(room_from_json(bad).has_value());
  }
}

TEST_CASE("P-1 looking at a room begins with its kept fold and sees the same") {
  DiscussionOptions options;
  options.keep_fold_after = 50;
  Discussion discussion(options);
  REQUIRE(discussion.open().has_value());
  REQUIRE(discussion.start().has_value());
  discussion.run_until_idle();
  REQUIRE_FALSE(discussion.journal().reader().folds(discussion.room)->empty());
  const auto seen = fold_on(discussion.journal().reader(), discussion.room);
  REQUIRE(seen.has_value());
  CHECK(text_of_room(*seen->view) == text_of_room(discussion.view()));
}

}  // namespace fm::testing
