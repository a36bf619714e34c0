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
      [&service = *seat->service_, settings = options.settings](
          const ClientsGreeting& client) -> Result<std::unique_ptr<OwnerService>> {
        return service.admit(TRY(settings(client)));
      });
  if (const auto path = socket_path(options.store, options.runtime_folder))
    (void)seat->door_->listen(*path);
  return seat;
}

void OwnerSeat::finish(Millis longest, std::function<void()> done) {
  door_->say_leaving();
  const auto once = std::make_shared<std::function<void()>>(std::move(done));
  const auto end = [once] {
    if (const auto call = std::exchange(*once, {})) call();
  };
  patience_ = loop_.after(longest, end);
  service_->finish(end);
}

}  // namespace fm::server
