#include "server/owner/seat.h"

#include <unistd.h>

#include <utility>

#include "base/version.h"

namespace fm::server {

Result<std::unique_ptr<OwnerSeat>> OwnerSeat::take(Loop& loop, const SeatOptions& options) {
  std::unique_ptr<OwnerSeat> seat(new OwnerSeat(loop, TRY(options.open())));
  const OwnersGreeting greeting{.program = kVersion,
                                .pid = static_cast<std::int64_t>(::getpid()),
                                .command = options.command};
  seat->door_ = std::make_unique<OwnerDoor>(
      loop, greeting,
      [&service = *seat->service_, settings = options.settings](const ClientsGreeting& client)
          -> Result<std::unique_ptr<OwnerService>> { return service.admit(TRY(settings(client))); },
      options.refuse);
  const auto path = socket_path(options.store, options.runtime_folder);
  const auto listens = path ? seat->door_->listen(*path) : std::unexpected(path.error());
  if (!listens) seat->trouble_ = listens.error();
  return seat;
}

void OwnerSeat::finish(Millis longest, std::function<void()> done) {
  door_->say_leaving();
  const auto once = std::make_shared<std::function<void()>>(std::move(done));
  const auto end = [once] {
    if (const auto call = std::exchange(*once, {})) call();
  };
  patience_ = loop_.after(longest, end);
  service_->finish([this](const RoomId& room) { return door_->is_watched(room); }, end);
}

}  // namespace fm::server
