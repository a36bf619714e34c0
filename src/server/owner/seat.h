// OwnerSeat: a store that this process owns, with its door open to other processes.
//
// Owned by SharedStore. It ends in good order: those who are here are told to wait, what runs in
// their rooms is finished, and then one of them takes the store. Loop thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/owner_service.h"
#include "loop/loop.h"
#include "server/owner/owner_door.h"

namespace fm::server {

struct SeatOptions {
  std::string store;           // its folder
  std::string runtime_folder;  // $XDG_RUNTIME_DIR, or empty
  std::string command;         // shown to others
  // Takes the store's lock. Errors: store_in_use where another process has it, and others.
  std::function<Result<std::unique_ptr<OwnerService>>()> open;
  // What a client that greets so works with.
  std::function<Result<ClientOptions>(const ClientsGreeting&)> settings;
  OwnerDoor::Refuse refuse = {};  // who may decide nothing (app/deciding.h)
};

class OwnerSeat {
 public:
  // Errors: those of `open`. A socket that cannot be made stops nobody: then others are refused,
  // and trouble() says why.
  static Result<std::unique_ptr<OwnerSeat>> take(Loop& loop, const SeatOptions& options);
  OwnerSeat(const OwnerSeat&) = delete;

  OwnerService& service() { return *service_; }
  OwnerDoor& door() { return *door_; }

  // Whether it is to be waited for: clients of other processes are here.
  bool is_used() const { return door_->others() > 0; }
  // Why its door is shut to others, if it is.
  const std::optional<Error>& trouble() const { return trouble_; }
  // `done` when nothing is under way any more in rooms that others watch, or after `longest`.
  void finish(Millis longest, std::function<void()> done);

 private:
  OwnerSeat(Loop& loop, std::unique_ptr<OwnerService> service)
      : loop_(loop), service_(std::move(service)) {}

  Loop& loop_;
  std::unique_ptr<OwnerService> service_;
  std::unique_ptr<OwnerDoor> door_;  // its sessions end before the service
  std::optional<Error> trouble_;
  std::unique_ptr<Timer> patience_;
};

}  // namespace fm::server
