// OwnerDoor: where clients of other processes come in to the owner of a store (G-44).
//
// Listens on the socket beside the store and keeps a session for each client. Owned by the
// OwnerSeat; the owner's service outlives it. Loop thread; nothing of it lasts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/owner_service.h"
#include "loop/loop.h"
#include "loop/pool_scope.h"
#include "server/link/local_socket.h"
#include "server/owner/client_session.h"

namespace fm::server {

// More clients at once are not let in.
inline constexpr std::size_t kMostClients = 256;

class OwnerDoor {
 public:
  // Why the process at the other end may decide nothing; nothing: it may. Called in the pool.
  using Refuse = std::function<std::optional<Error>(pid_t)>;

  OwnerDoor(Loop& loop, OwnersGreeting greeting, ClientSession::Admit admit, Refuse refuse = {})
      : loop_(loop),
        greeting_(std::move(greeting)),
        admit_(std::move(admit)),
        refuse_(std::move(refuse)),
        pool_(loop) {}
  OwnerDoor(const OwnerDoor&) = delete;

  // Errors: those of ListeningSocket.
  Result<void> listen(const std::string& path);
  // `refused`: what it is told whatever it wants done.
  void add(std::unique_ptr<Link> link, std::optional<Error> refused = {});
  // This process itself, which is a client that has become the owner.
  void add_own(std::unique_ptr<Link> link);

  // Whoever is here or comes from now on is told to wait for the next owner.
  void say_leaving();

  // Clients of other processes, and whether one of them watches a room.
  std::size_t others() const { return sessions_.size() - sessions_.count(own_); }
  bool is_watched(const RoomId& room) const;

 private:
  void came(std::unique_ptr<Link> link, pid_t peer);
  std::int64_t begin(std::unique_ptr<Link> link, std::optional<Error> refused);

  Loop& loop_;
  const OwnersGreeting greeting_;
  const ClientSession::Admit admit_;
  const Refuse refuse_;
  std::unique_ptr<ListeningSocket> socket_;
  bool is_leaving_ = false;
  std::int64_t last_ = 0;
  std::int64_t own_ = 0;  // session of this process; 0: none
  std::map<std::int64_t, std::unique_ptr<ClientSession>> sessions_;
  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
  PoolScope pool_;  // the last: what it runs uses all of the above
};

}  // namespace fm::server
