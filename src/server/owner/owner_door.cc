#include "server/owner/owner_door.h"

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
  const std::int64_t number = ++last_;
  // A session is not destroyed from inside of what it hears.
  sessions_[number] = std::make_unique<ClientSession>(
      std::move(link), greeting_, admit_, [this, number, alive = std::weak_ptr(alive_)] {
        loop_.post([this, number, alive] {
          if (!alive.expired()) sessions_.erase(number);
        });
      });
}

void OwnerDoor::say_leaving() {
  socket_.reset();
  // Whoever is not in yet finds the door closed, and looks for the next owner.
  std::erase_if(sessions_, [](const auto& one) { return !one.second->is_admitted(); });
  for (const auto& [number, session] : sessions_) session->say_leaving();
}

}  // namespace fm::server
