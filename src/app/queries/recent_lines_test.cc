#include "app/queries/recent_lines.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "engine/runtime/event_memory.h"

namespace fm {
namespace {

EventPtr line(const std::string& room, std::int64_t seq, std::size_t bytes = 10) {
  auto event = std::make_shared<Event>();
  event->room = RoomId{room};
  event->room_seq = RoomSeq{seq};
  event->kind = "message.posted";
  event->body["text"] = std::string(bytes, 'x');
  return event;
}

std::size_t count(const RecentLines& lines, const std::string& room, std::int64_t after) {
  const auto events = lines.after(RoomId{room}, RoomSeq{after});
  REQUIRE(events);
  return events->size();
}

TEST_CASE("whoever follows gets a room's last lines from memory, in order, and only its own") {
  RecentLines lines(1 << 20);
  for (std::int64_t seq = 5; seq <= 7; ++seq) lines.event(line("tea", seq));
  lines.event(line("shop", 1));
  CHECK(count(lines, "tea", 4) == 3);
  CHECK(count(lines, "tea", 6) == 1);
  CHECK(lines.after(RoomId{"tea"}, RoomSeq{6})->front()->room_seq == RoomSeq{7});
  CHECK(count(lines, "tea", 7) == 0);
  CHECK(count(lines, "shop", 0) == 1);
}

TEST_CASE("what is older than the kept lines is not answered as if there were nothing") {
  RecentLines lines(1 << 20);
  lines.event(line("tea", 5));
  CHECK_FALSE(lines.after(RoomId{"tea"}, RoomSeq{3}));
  CHECK_FALSE(lines.after(RoomId{"shop"}, RoomSeq{0}));
}

TEST_CASE("all rooms together keep so many bytes; the oldest lines go first") {
  const std::size_t one = memory_of(*line("tea", 1, 1000));
  RecentLines lines(10 * one);
  for (std::int64_t seq = 1; seq <= 6; ++seq) lines.event(line("tea", seq, 1000));
  for (std::int64_t seq = 1; seq <= 8; ++seq) lines.event(line("shop", seq, 1000));
  CHECK_FALSE(lines.after(RoomId{"tea"}, RoomSeq{3}));
  CHECK(count(lines, "tea", 4) == 2);
  CHECK(count(lines, "shop", 0) == 8);

  for (std::int64_t seq = 9; seq <= 12; ++seq) lines.event(line("shop", seq, 1000));
  CHECK_FALSE(lines.after(RoomId{"tea"}, RoomSeq{6}));  // nothing of it is left
  CHECK(count(lines, "shop", 2) == 10);
}

TEST_CASE("a line that is larger than all there is room for is kept alone") {
  RecentLines lines(100);
  lines.event(line("tea", 1, 5));
  lines.event(line("tea", 2, 5000));
  CHECK_FALSE(lines.after(RoomId{"tea"}, RoomSeq{0}));
  CHECK(count(lines, "tea", 1) == 1);
}

}  // namespace
}  // namespace fm
