// Waiting for what the service answers later: a command of the command line has nothing else to do.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "app/service.h"
#include "loop/loop.h"

namespace fm::cli {

// Runs the loop until what `begin` asked for is there. `begin` is given the callback to hand on.
template <class T, class Begin>
Result<T> wait_for(Loop& loop, Begin begin) {
  std::optional<Result<T>> answer;
  bool waits = false;
  begin([&](Result<T> result) {
    answer = std::move(result);
    if (waits) loop.stop();
  });
  waits = true;
  if (!answer) loop.run();
  if (!answer) return fail("left_unfinished", "This was interrupted.", "", "Run it again.");
  return *std::move(answer);
}

// All of a list, page after page. `begin` is given the page that is wanted and the callback.
template <class T, class Begin>
Result<std::vector<T>> wait_for_all(Loop& loop, Begin begin) {
  std::vector<T> all;
  PageWanted wanted;
  do {
    Page<T> page =
        TRY(wait_for<Page<T>>(loop, [&](Done<Page<T>> done) { begin(wanted, std::move(done)); }));
    std::ranges::move(page.items, std::back_inserter(all));
    wanted.cursor = std::move(page.next);
  } while (!wanted.cursor.empty());
  return all;
}

// All rooms, newest first.
Result<std::vector<RoomSummary>> all_rooms(Service& service, Loop& loop);

// All channels that are bound to a room.
Result<std::vector<ChannelBinding>> all_channels(Service& service, Loop& loop);

}  // namespace fm::cli
