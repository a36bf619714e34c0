#include "cli/context/wait_for.h"

namespace fm::cli {

Result<std::vector<RoomSummary>> all_rooms(Service& service, Loop& loop) {
  return wait_for_all<RoomSummary>(loop, [&](PageWanted page, Done<Page<RoomSummary>> done) {
    service.rooms({.folder = {}, .page = std::move(page)}, std::move(done));
  });
}

Result<std::vector<ChannelBinding>> all_channels(Service& service, Loop& loop) {
  return wait_for_all<ChannelBinding>(loop, [&](PageWanted page, Done<Page<ChannelBinding>> done) {
    service.channels(std::move(page), std::move(done));
  });
}

}  // namespace fm::cli
