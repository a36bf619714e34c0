#include "model/queue/fair_queue.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/test_seed.h"

namespace fm {
namespace {

using Id = FairQueue::Id;

struct Fixture {
  FairQueue queue;
  std::map<Id, FairQueue::Place> places;
  std::string served;

  void add(Id id, std::string room, std::string model = "m", bool in_front = false) {
    places[id] = {std::move(room), std::move(model), in_front};
    queue.add(id, places[id]);
  }
  Id serve_next() {
    const Id id = queue.heads().front();
    queue.serve(id, places.at(id));
    served += places.at(id).room;
    places.erase(id);
    return id;
  }
  void serve_all() {
    while (!queue.heads().empty()) serve_next();
  }
};

TEST_CASE_FIXTURE(Fixture, "P-30 rooms take turns, however many calls each has") {
  for (Id id = 1; id <= 5; ++id) add(id, "a");
  add(6, "b");
  add(7, "b");
  add(8, "c");
  CHECK(queue.in_order("m") == std::vector<Id>{1, 6, 8, 2, 7, 3, 4, 5});
  serve_all();
  CHECK(served == "abcabaaa");
}

TEST_CASE_FIXTURE(Fixture, "P-30 a room with one call waits for one call of a room with 500") {
  for (Id id = 1; id <= 500; ++id) add(id, "a");
  for (int i = 0; i < 50; ++i) serve_next();
  add(501, "b");
  serve_next();
  serve_next();
  CHECK(!places.contains(501));
}

TEST_CASE_FIXTURE(Fixture,
                  "P-30 and of a room with 500 of five models for one more, of its own model") {
  for (Id id = 1; id <= 500; ++id) add(id, "a", "m" + std::to_string(id % 5));
  for (int i = 0; i < 52; ++i) serve_next();
  add(501, "b", "m3");
  for (int i = 0; i < 3; ++i) serve_next();
  CHECK(!places.contains(501));
}

TEST_CASE_FIXTURE(
    Fixture, "P-30 within a room first come first served, but who was here before is in front") {
  add(1, "a");
  add(2, "a");
  add(3, "a", "m", true);
  add(4, "a", "m", true);
  CHECK(queue.in_order("m") == std::vector<Id>{3, 4, 1, 2});
}

TEST_CASE_FIXTURE(
    Fixture, "P-30 each model has its own next call, that of the room served longest ago first") {
  add(1, "a", "m");
  add(2, "b", "n");
  add(3, "a", "n");
  CHECK(queue.heads() == std::vector<Id>{1, 2});
  CHECK(serve_next() == 1);
  add(4, "a", "m");
  CHECK(queue.heads() == std::vector<Id>{2, 4});
}

TEST_CASE_FIXTURE(Fixture, "P-30 who came first goes first, of whatever model") {
  add(2, "a", "n");
  add(1, "b", "m");
  CHECK(queue.heads() == std::vector<Id>{2, 1});
}

TEST_CASE_FIXTURE(Fixture, "P-30 the models of one room take turns too") {
  for (Id id = 0; id < 9; ++id) add(id, "a", "m" + std::to_string(id / 3));
  std::string models;
  while (!queue.heads().empty()) {
    models += places.at(queue.heads().front()).model.back();
    serve_next();
  }
  CHECK(models.substr(0, 3) == models.substr(3, 3));
  CHECK(models.substr(0, 3) == models.substr(6, 3));
}

TEST_CASE_FIXTURE(Fixture,
                  "P-30 a room is not passed over in one model for being served in another") {
  add(1, "x", "a");
  for (Id id = 0; id < 40; ++id) {
    add(100 + id, "x", "b");
    add(200 + id, "y", "a");
    add(300 + id, "z", "a");
  }
  // Each model's limit lets one through in turn.
  for (int round = 0; round < 3; ++round)
    for (const std::string model : {"b", "a"}) {
      const Id id = queue.in_order(model).front();
      queue.serve(id, places.at(id));
      places.erase(id);
    }
  CHECK(!places.contains(1));
}

TEST_CASE_FIXTURE(Fixture,
                  "P-30 a room waits for one call of each other room at most, in every model") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  constexpr std::size_t kRooms = 6;
  std::map<std::pair<std::string, std::string>, std::size_t> passed;  // by model and room
  const auto pick = [&] {
    const auto heads = queue.heads();
    return heads[random.below(heads.size())];  // whichever the limits let go
  };
  const auto take_out = [&](Id id) {
    const FairQueue::Place place = places.extract(id).mapped();
    const bool is_last = std::ranges::none_of(places, [&](const auto& other) {
      return other.second.room == place.room && other.second.model == place.model;
    });
    if (is_last) passed.erase({place.model, place.room});
    return place;
  };
  for (Id id = 1; id <= 3'000; ++id) {
    add(id, std::string(1, static_cast<char>('a' + random.below(kRooms))),
        std::string(1, static_cast<char>('m' + random.below(3))), random.below(4) == 0);
    passed.try_emplace({places[id].model, places[id].room}, 0);
    if (random.below(10) == 0) {
      const Id gone = pick();
      queue.remove(gone, places.at(gone));
      take_out(gone);
    }
    while (places.size() > random.below(60)) {
      const Id next = pick();
      queue.serve(next, places.at(next));
      const FairQueue::Place place = take_out(next);
      for (auto& [key, times] : passed) {
        if (key.first != place.model) continue;
        times = key.second == place.room ? 0 : times + 1;
        CHECK(times < kRooms);
      }
    }
  }
  serve_all();
  CHECK(places.empty());
}

}  // namespace
}  // namespace fm
