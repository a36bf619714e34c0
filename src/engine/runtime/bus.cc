#include "engine/runtime/bus.h"

#include <algorithm>

namespace fm {

std::shared_ptr<void> Bus::subscribe(Listener& listener, const RoomId& room) {
  if (entries_.size() >= sweep_at_) sweep();
  auto entry = std::make_shared<Entry>(&listener);
  entries_[room].push_back(entry);
  return entry;
}

// Rooms that nobody listens to any more.
void Bus::sweep() {
  for (auto room = entries_.begin(); room != entries_.end();) {
    std::erase_if(room->second, [](const auto& weak) { return weak.expired(); });
    room = room->second.empty() ? entries_.erase(room) : std::next(room);
  }
  sweep_at_ = std::max<std::size_t>(64, 2 * entries_.size());
}

template <class Call>
void Bus::each(const RoomId& room, Call call) {
  Entries heard;  // a copy: who is called may subscribe or unsubscribe
  const auto add = [&heard](Entries& entries) {
    std::erase_if(entries, [](const auto& weak) { return weak.expired(); });
    heard.insert(heard.end(), entries.begin(), entries.end());
  };
  if (room.empty()) {
    for (auto& [of, entries] : entries_) add(entries);
  } else {
    for (const RoomId& of : {RoomId(), room})
      if (auto found = entries_.find(of); found != entries_.end()) add(found->second);
  }
  for (const auto& weak : heard)
    if (auto entry = weak.lock()) call(*entry->listener);
}

void Bus::hold(const TurnDelta& delta) {
  TurnDelta& words = growing_[delta.room][delta.turn];
  if (delta.attempt < words.attempt && !words.turn.empty()) return;
  if (words.turn.empty() || delta.attempt > words.attempt) {
    words = {delta.room, delta.turn, delta.attempt, 0, {}};
  }
  words.text.resize(delta.offset, ' ');
  words.text += delta.text;
}

std::vector<TurnDelta> Bus::words_so_far(const RoomId& room) const {
  std::vector<TurnDelta> all;
  const auto turns = growing_.find(room);
  if (turns == growing_.end()) return all;
  for (const auto& [turn, words] : turns->second) all.push_back(words);
  return all;
}

void Bus::event(const EventPtr& event) {
  if (event->kind == "turn.finished" || event->kind == "turn.failed") {
    const auto turns = growing_.find(event->room);
    if (turns != growing_.end()) turns->second.erase(std::string(event->text("turn")));
    if (turns != growing_.end() && turns->second.empty()) growing_.erase(turns);
  }
  each(event->room, [&](Listener& listener) { listener.event(event); });
}
void Bus::delta(const TurnDelta& delta) {
  hold(delta);
  each(delta.room, [&](Listener& listener) { listener.delta(delta); });
}
void Bus::notice(const TurnNotice& notice) {
  each(notice.room, [&](Listener& listener) { listener.notice(notice); });
}
void Bus::lost(const RoomId& room, const Error& why) {
  each(room, [&](Listener& listener) { listener.lost(room, why); });
}
void Bus::idle(const RoomId& room) {
  if (room.empty()) growing_.clear();
  growing_.erase(room);
  each(room, [&](Listener& listener) { listener.idle(room); });
}

}  // namespace fm
