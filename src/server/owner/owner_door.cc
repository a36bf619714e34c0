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
  sessions_.emplace_back();
  const auto at = std::prev(sessions_.end());
  // A session is not destroyed from inside of what it hears.
  *at = std::make_unique<ClientSession>(std::move(link), greeting_, admit_,
                                        [this, at, alive = std::weak_ptr(alive_)] {
                                          loop_.post([this, at, alive] {
                                            if (!alive.expired()) sessions_.erase(at);
                                          });
                                        });
}

void OwnerDoor::say_leaving() {
  socket_.reset();
  for (const auto& session : sessions_) session->say_leaving();
}

}  // namespace fm::server
