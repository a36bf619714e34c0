#include "server/owner/owner_door.h"

#include <algorithm>
#include <utility>

namespace fm::server {

Result<void> OwnerDoor::listen(const std::string& path) {
  socket_ = TRY(ListeningSocket::open(
      loop_, path, [this](std::unique_ptr<Link> link) { add(std::move(link)); }));
  return {};
}

void OwnerDoor::add(std::unique_ptr<Link> link) {
  if (sessions_.size() >= kMostClients) {
    link->send(refusal({"clients_many", "Too many commands use the store at once.", "",
                        "Wait until some are done."}));
    return;
  }
  begin(std::move(link));
}

void OwnerDoor::add_own(std::unique_ptr<Link> link) { own_ = begin(std::move(link)); }

std::int64_t OwnerDoor::begin(std::unique_ptr<Link> link) {
  const std::int64_t number = ++last_;
  // A session is not destroyed from inside of what it hears.
  sessions_[number] = std::make_unique<ClientSession>(
      std::move(link), greeting_, admit_, [this, number, alive = std::weak_ptr(alive_)] {
        loop_.post([this, number, alive] {
          if (!alive.expired()) sessions_.erase(number);
        });
      });
  if (is_leaving_) sessions_[number]->say_leaving();
  return number;
}

bool OwnerDoor::is_watched(const RoomId& room) const {
  return std::ranges::any_of(
      sessions_, [&](const auto& one) { return one.first != own_ && one.second->watches(room); });
}

void OwnerDoor::say_leaving() {
  is_leaving_ = true;
  for (const auto& [number, session] : sessions_) session->say_leaving();
}

}  // namespace fm::server
