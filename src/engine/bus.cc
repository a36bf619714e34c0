#include "engine/bus.h"

#include <vector>

namespace fm {

std::shared_ptr<void> Bus::subscribe(Listener& listener) {
  auto entry = std::make_shared<Entry>(&listener);
  entries_.push_back(entry);
  return entry;
}

template <class Call>
void Bus::each(Call call) {
  std::vector<std::weak_ptr<Entry>> entries(entries_.begin(), entries_.end());
  for (const auto& weak : entries)
    if (auto entry = weak.lock()) call(*entry->listener);
  entries_.remove_if([](const auto& weak) { return weak.expired(); });
}

void Bus::event(const EventPtr& event) {
  each([&](Listener& listener) { listener.event(event); });
}
void Bus::delta(const TurnDelta& delta) {
  each([&](Listener& listener) { listener.delta(delta); });
}
void Bus::notice(const TurnNotice& notice) {
  each([&](Listener& listener) { listener.notice(notice); });
}
void Bus::idle(const RoomId& room) {
  each([&](Listener& listener) { listener.idle(room); });
}

}  // namespace fm
