// Rooms that wait for a person, at the level of the engine; and a long flow that is replayed.
#include <algorithm>
#include <cstdlib>

#include "bench/promises/promises.h"
#include "bench/promises/workplace.h"

namespace fm::bench {

Figures parked(const Arguments& arguments) {
  Workplace place(arguments.at(0));
  const int count = std::atoi(arguments.at(1).c_str());
  constexpr int kAtOnce = 500;
  for (int first = 0; first < count; first += kAtOnce) {
    const int batch = std::min(kAtOnce, count - first);
    place.loop->post([&place, first, batch] {
      for (int i = first; i < first + batch; ++i) place.start(i, "asks");
    });
    place.run_until_idle(batch);
  }
  return {{"room", place.heap_a_room(static_cast<std::size_t>(count))},
          {"in_memory", static_cast<double>(place.engine->rooms_in_memory())}};
}

Figures parked_again(const Arguments& arguments) {
  Workplace place(arguments.at(0));
  return {{"room", place.heap_a_room(place.engine->unfinished().size())}};
}

// The same place twice: first the flow works, then it is rebuilt from what is in the journal.
Figures replay(const Arguments& arguments) {
  {
    Workplace place(arguments.at(0));
    place.loop->post([&place] { place.start(1, "works"); });
    place.run_until_idle(1);
  }
  std::vector<double> rates;
  double events = 0;
  for (int i = 0; i < 3; ++i) {
    Workplace place(arguments.at(0));
    const RoomId room{"room-1"};
    events = static_cast<double>(events_in_room(place, 1));
    const double began = now_us();
    place.loop->post([&place, room] { place.engine->resume(room, Anyway::kYes, [](auto) {}); });
    place.run_until_idle(1);
    rates.push_back(events / (now_us() - began) * 1e6);
    place.engine->leave();
  }
  return {{"events", events}, {"rate", median(rates)}};
}

}  // namespace fm::bench
