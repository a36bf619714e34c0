#include "app/queries/channel_rooms.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace fm {
namespace {

const By kAna{Actor::kPerson, "ana"};
const RoomId kTea{"tea-2222"}, kShop{"shop-3333"};
const Channel kTelegram{"telegram:42"}, kSlack{"slack:C1"};

// A store, event by event, in which bindings are appended as they are planned.
struct Log {
  std::vector<EventPtr> events;

  void take(const RoomId& room, const NewEvent& event) {
    Event one;
    one.room = room;
    one.kind = event.kind;
    one.by = event.by;
    one.body = event.body;
    events.push_back(std::make_shared<const Event>(std::move(one)));
  }
  std::vector<Bound> bind(const RoomId& room, const std::vector<Channel>& channels) {
    const Binding binding = binding_to(room, channels, channel_rooms(events), kAna, UtcMs{7});
    for (const Append& append : binding.appends)
      for (const NewEvent& event : append.events) {
        CHECK(event.at == UtcMs{7});
        CHECK(event.by == kAna);
        take(append.room, event);
      }
    return binding.channels;
  }
  std::string told() const {
    std::string all;
    for (const EventPtr& event : events)
      all +=
          event->room.value + " " + event->kind + " " + std::string(event->text("channel")) + "\n";
    return all;
  }
};

TEST_CASE("C-51 a key is bound to one room, and moving it takes it from the former room first") {
  Log log;
  CHECK(log.bind(kTea, {kTelegram}).at(0).before.empty());
  const auto moved = log.bind(kShop, {kTelegram});
  CHECK(moved.at(0).channel == kTelegram);
  CHECK(moved.at(0).before == kTea);
  CHECK(log.told() ==
        "tea-2222 room.bound telegram:42\n"
        "tea-2222 room.unbound telegram:42\n"
        "shop-3333 room.bound telegram:42\n");
  CHECK(channel_rooms(log.events) == ChannelRooms{{kTelegram, kShop}});
}

TEST_CASE("C-51 what is bound already is bound, and nothing is appended for it") {
  Log log;
  log.bind(kTea, {kTelegram});
  const auto events = log.events.size();
  CHECK(log.bind(kTea, {kTelegram}).at(0).before == kTea);
  CHECK(log.events.size() == events);
}

TEST_CASE("C-51 several channels are bound at once, each once, and the terminal needs it not") {
  Log log;
  log.bind(kShop, {kSlack});
  const auto bound = log.bind(kTea, {kTelegram, Channel(), kSlack, kTelegram});
  REQUIRE(bound.size() == 2);
  CHECK(bound[0].channel == kTelegram);
  CHECK(bound[1].before == kShop);
  CHECK(channel_rooms(log.events) == ChannelRooms{{kSlack, kTea}, {kTelegram, kTea}});
  CHECK(log.bind(kTea, {Channel()}).empty());
}

TEST_CASE("C-51 a room that lost a channel cannot take it from the one that has it") {
  Log log;
  log.bind(kTea, {kTelegram});
  log.bind(kShop, {kTelegram});
  log.take(kTea, room_unbound(kTelegram, kAna));
  CHECK(channel_rooms(log.events) == ChannelRooms{{kTelegram, kShop}});
  log.take(kShop, room_unbound(kTelegram, kAna));
  CHECK(channel_rooms(log.events).empty());
}

}  // namespace
}  // namespace fm
