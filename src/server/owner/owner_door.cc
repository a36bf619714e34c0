#include "server/owner/owner_door.h"

#include <algorithm>
#include <utility>

namespace fm::server {

Result<void> OwnerDoor::listen(const std::string& path) {
  socket_ = TRY(ListeningSocket::open(loop_, path, [this](std::unique_ptr<Link> link, pid_t peer) {
    came(std::move(link), peer);
  }));
  return {};
}

// Nothing is heard of it before it is known whose it is.
void OwnerDoor::came(std::unique_ptr<Link> link, pid_t peer) {
  if (!refuse_) return add(std::move(link));
  const auto refused = std::make_shared<std::optional<Error>>();
  const auto held = std::make_shared<std::unique_ptr<Link>>(std::move(link));
  pool_.run([refused, peer, refuse = refuse_] { *refused = refuse(peer); },
            [this, refused, held] { add(std::move(*held), *refused); });
}

void OwnerDoor::add(std::unique_ptr<Link> link, std::optional<Error> refused) {
  if (sessions_.size() >= kMostClients) {
    link->send(refusal({"clients_many", "Too many commands use the store at once.", "",
                        "Wait until some are done."}));
    return;
  }
  begin(std::move(link), std::move(refused));
}

void OwnerDoor::add_own(std::unique_ptr<Link> link) { own_ = begin(std::move(link), {}); }

std::int64_t OwnerDoor::begin(std::unique_ptr<Link> link, std::optional<Error> refused) {
  const std::int64_t number = ++last_;
  // A session is not destroyed from inside of what it hears.
  sessions_[number] = std::make_unique<ClientSession>(
      std::move(link), greeting_, admit_,
      [this, number, alive = std::weak_ptr(alive_)] {
        loop_.post([this, number, alive] {
          if (!alive.expired()) sessions_.erase(number);
        });
      },
      std::move(refused));
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
