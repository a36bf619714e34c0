#include "app/queries/recent_lines.h"

#include <algorithm>
#include <cstdint>

#include "engine/runtime/event_memory.h"

namespace fm {
std::optional<std::vector<EventPtr>> RecentLines::after(const RoomId& room, RoomSeq after) const {
  const auto found = rooms_.find(room);
  if (found == rooms_.end()) return std::nullopt;
  const std::deque<EventPtr>& kept = found->second;
  if (after.value + 1 < kept.front()->room_seq.value) return std::nullopt;
  const std::int64_t first = kept.front()->room_seq.value;  // and from there without a gap
  const std::int64_t known = std::max<std::int64_t>(after.value + 1 - first, 0);
  const auto skipped = std::min(known, static_cast<std::int64_t>(kept.size()));
  return std::vector(kept.begin() + skipped, kept.end());
}

void RecentLines::event(const EventPtr& event) {
  std::deque<EventPtr>& kept = rooms_[event->room];
  // A room's events come in order and each once; after a gap the older ones are of no use.
  if (!kept.empty() && event->room_seq.value != kept.back()->room_seq.value + 1) return;
  kept.push_back(event);
  lines_.push_back({event->room, memory_of(*event)});
  bytes_ += lines_.back().bytes;
  while (bytes_ > most_ && lines_.size() > 1) drop_oldest();
}

void RecentLines::drop_oldest() {
  const Line& oldest = lines_.front();
  bytes_ -= oldest.bytes;
  const auto room = rooms_.find(oldest.room);
  room->second.pop_front();
  if (room->second.empty()) rooms_.erase(room);
  lines_.pop_front();
}

}  // namespace fm
