// What a message costs where many rooms are talked in by turns, against one room.
#include <fmt/format.h>

#include "bench/promises/conversation.h"
#include "bench/promises/grow.h"
#include "bench/promises/promises.h"

namespace fm::bench {
namespace {

constexpr int kRooms = 1'000;
constexpr int kRounds = 2;

}  // namespace

// STORE ROOMS ROUNDS: wall and cpu of a message, after each room has had its first one.
Figures many_rooms(const Arguments& arguments) {
  Conversations conversation(arguments.at(0));
  const int count = std::stoi(arguments.at(1));
  std::vector<RoomId> rooms;
  for (int i = 0; i < count; ++i) {
    rooms.push_back(conversation.open(fmt::format("Room {}", i)));
    conversation.say(rooms.back(), "@leader hello");
  }
  std::vector<double> wall;
  const double cpu = cpu_us();
  for (int round = 1; round <= std::stoi(arguments.at(2)); ++round)
    for (const RoomId& room : rooms)
      wall.push_back(
          conversation.say(room, fmt::format("@leader what do you think of point {}?", round)));
  return {{"wall", median(wall)}, {"cpu", (cpu_us() - cpu) / static_cast<double>(wall.size())}};
}

void measure_rooms(Table& table, Scratch& scratch, const Effort& effort) {
  table.heading("a message in each room, round after round");
  const auto measure = [&](int rooms, int rounds) {
    return run_child("many_rooms",
                     {scratch.fresh(), std::to_string(rooms), std::to_string(rounds)});
  };
  const Figures one = measure(1, 40);
  const auto steps = grow(effort, kRooms, [&](int rooms) { return measure(rooms, kRounds); });
  const Figures& many = steps.back().figures;
  // The same: within what two runs of the same differ by on a shared machine.
  table.ratio_row(fmt::format("CPU of a message, {} rooms against 1", steps.back().size),
                  micros(many.at("cpu")), micros(one.at("cpu")), many.at("cpu") / one.at("cpu"),
                  1.1);
  table.plain_row("  until it is answered", micros(many.at("wall")), micros(one.at("wall")),
                  many.at("wall") / one.at("wall"));
  if (steps.back().size < kRooms)
    table.plain_row(fmt::format("  {} of {} rooms: more takes too long", steps.back().size, kRooms),
                    "");
}

}  // namespace fm::bench
