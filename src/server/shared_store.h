// SharedStore: a store that several processes of one person use at once (G-44).
//
// Whoever comes first owns it and lets the others in; the others are its clients. What open() gives
// is the same interface either way, and stays when the owner is gone: the next one is found, or
// becomes this process. No daemon is needed. Owned by main. Loop thread, which open() and finish()
// run until they are done.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/service.h"
#include "base/result.h"
#include "loop/loop.h"
#include "server/owner/seat.h"
#include "server/wire/greeting.h"

namespace fm::server {

struct SharedOptions {
  SeatOptions seat;
  ClientsGreeting greeting;  // of this process, where another one owns the store
  std::function<Result<std::unique_ptr<Service>>()> look;
  std::function<Error()> who_owns_it;  // store_in_use, with number and command
  // Hears, inside open(), why others are not let in though this process owns the store.
  std::function<void(const Error&)> notice = [](const Error&) {};
};

class SharedStore {
 public:
  // Errors: store_in_use where the owner does not answer, owner_version, owner_foreign, those of
  // opening a store.
  static Result<std::unique_ptr<SharedStore>> open(Loop& loop, SharedOptions options);
  ~SharedStore();
  SharedStore(const SharedStore&) = delete;

  Service& service();

  // This process ends soon. Whatever it does for others just now is finished, and one of them owns
  // the store from then on. `waits` is called where that takes a moment.
  void finish(const std::function<void()>& waits);

 private:
  SharedStore(Loop& loop, SharedOptions options);
  Result<std::unique_ptr<Link>> connect();
  Result<void> come_in();

  Loop& loop_;
  const SharedOptions options_;
  std::unique_ptr<OwnerSeat> seat_;  // where this process owns the store
  std::unique_ptr<Service> remote_;  // where another one does, or did
};

}  // namespace fm::server
