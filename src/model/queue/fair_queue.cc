#include "model/queue/fair_queue.h"

#include <algorithm>
#include <tuple>

namespace fm {

void FairQueue::add(Id id, const Place& place) {
  Turn& turn = turns_[place.room];
  if (turn.waiting++ == 0) turn.last = ++last_turn_;
  std::list<Room>& rooms = models_[place.model].rooms;
  auto room = std::ranges::find(rooms, place.room, &Room::name);
  if (room == rooms.end()) room = rooms.insert(rooms.end(), Room{place.room, &turn, {}});
  const auto before =
      place.in_front ? std::ranges::find(room->calls, false, &Entry::in_front) : room->calls.end();
  room->calls.insert(before, {id, place.in_front});
}

void FairQueue::remove(Id id, const Place& place) {
  const auto model = models_.find(place.model);
  std::list<Room>& rooms = model->second.rooms;
  const auto room = std::ranges::find(rooms, place.room, &Room::name);
  room->calls.erase(std::ranges::find(room->calls, id, &Entry::id));
  if (room->calls.empty()) rooms.erase(room);
  if (rooms.empty()) models_.erase(model);
  const auto turn = turns_.find(place.room);
  if (--turn->second.waiting == 0) turns_.erase(turn);
}

void FairQueue::serve(Id id, const Place& place) {
  OfModel& model = models_[place.model];
  const auto room = std::ranges::find(model.rooms, place.room, &Room::name);
  model.served = room->turn->last = ++last_turn_;
  model.rooms.splice(model.rooms.end(), model.rooms, room);
  remove(id, place);
}

std::vector<FairQueue::Id> FairQueue::heads() const {
  std::vector<std::tuple<std::uint64_t, std::uint64_t, Id>> found;
  for (const auto& [name, model] : models_) {
    std::uint64_t longest_ago = last_turn_;
    if (models_.size() > 1)
      for (const Room& room : model.rooms) longest_ago = std::min(longest_ago, room.turn->last);
    found.emplace_back(longest_ago, model.served, model.rooms.front().calls.front().id);
  }
  std::ranges::sort(found);
  std::vector<Id> heads;
  for (const auto& head : found) heads.push_back(std::get<2>(head));
  return heads;
}

std::vector<FairQueue::Id> FairQueue::in_order(const std::string& model) const {
  std::vector<const Room*> left;
  for (const Room& room : models_.at(model).rooms) left.push_back(&room);
  std::vector<Id> order;
  for (std::size_t depth = 0; !left.empty(); ++depth) {
    std::erase_if(left, [depth](const Room* room) { return room->calls.size() <= depth; });
    for (const Room* room : left) order.push_back(room->calls[depth].id);
  }
  return order;
}

}  // namespace fm
