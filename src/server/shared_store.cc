#include "server/shared_store.h"

#include <optional>
#include <utility>

#include "server/client/remote_service.h"
#include "server/link/local_link.h"

namespace fm::server {
namespace {

constexpr Millis kBeforeSaying{100};       // what is over by then needs no word
constexpr Millis kLongestFinish{120'000};  // a turn, mostly; what lasts longer is done again

// Somebody has the store and cannot be spoken to.
Error unreachable(Error in_use, const Error& why) {
  in_use.cause += " " + why.message + " " + why.cause;
  in_use.cure = why.cure;
  return in_use;
}

}  // namespace

SharedStore::SharedStore(Loop& loop, SharedOptions options)
    : loop_(loop), options_(std::move(options)) {}

SharedStore::~SharedStore() {
  remote_.reset();  // it may speak to the seat
}

Result<std::unique_ptr<SharedStore>> SharedStore::open(Loop& loop, SharedOptions options) {
  std::unique_ptr<SharedStore> store(new SharedStore(loop, std::move(options)));
  const SeatOptions& seat = store->options_.seat;
  // Whoever listens is asked first: that costs nothing where nobody does.
  const auto path = socket_path(seat.store, seat.runtime_folder);
  const auto link = path ? connect_socket(loop, *path) : std::unexpected(path.error());
  if (!link && link.error().code != "owner_foreign") {
    auto taken = OwnerSeat::take(loop, seat);
    if (taken) {
      store->seat_ = std::move(*taken);
      const auto& trouble = store->seat_->trouble();
      if (trouble && trouble->code != "socket_path_long") store->options_.notice(*trouble);
      return store;
    }
    if (taken.error().code != "store_in_use") return std::unexpected(taken.error());
    if (!path) return std::unexpected(unreachable(taken.error(), path.error()));
  }
  TRY(store->come_in());
  return store;
}

Service& SharedStore::service() { return remote_ ? *remote_ : seat_->service(); }

// To whoever owns the store, perhaps from now on this process itself.
Result<std::unique_ptr<Link>> SharedStore::connect() {
  const SeatOptions& seat = options_.seat;
  if (const auto path = socket_path(seat.store, seat.runtime_folder)) {
    auto link = connect_socket(loop_, *path);
    if (link || link.error().code == "owner_foreign") return link;
  }
  if (!seat_) seat_ = TRY(OwnerSeat::take(loop_, seat));
  auto [mine, owners] = make_local_links(loop_);
  seat_->door().add_own(std::move(owners));
  return std::move(mine);
}

Result<void> SharedStore::come_in() {
  auto remote = std::make_unique<RemoteService>(
      loop_, RemoteOptions{.search = {.greeting = options_.greeting,
                                      .connect = [this] { return connect(); },
                                      .who_owns_it = options_.who_owns_it},
                           .look = options_.look});
  std::optional<Result<void>> outcome;
  bool waits = false;
  remote->start([&](Result<void> done) {
    outcome = std::move(done);
    if (waits) loop_.stop();
  });
  waits = true;
  if (!outcome) loop_.run();
  if (!outcome) return fail("left_unfinished", "This was broken off.", "", "Run it again.");
  TRY(*std::move(outcome));
  remote_ = std::move(remote);
  return {};
}

void SharedStore::finish(const std::function<void()>& waits) {
  remote_.reset();
  if (!seat_ || !seat_->is_used()) return;
  const auto slow = loop_.after(kBeforeSaying, [&] { waits(); });
  bool is_over = false;
  bool runs = false;
  seat_->finish(kLongestFinish, [&] {
    is_over = true;
    if (runs) loop_.stop();
  });
  runs = true;
  if (!is_over) loop_.run();
}

}  // namespace fm::server
