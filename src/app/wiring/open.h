// Opening a service: everything that main decides, as values.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "app/config/config.h"
#include "app/owner_service.h"
#include "base/result.h"
#include "loop/loop.h"
#include "team/pack/embedded.h"

namespace fm {

struct ServiceOptions {
  std::string store;        // the folder, absolute
  std::string user_folder;  // of the user's configuration, or empty
  std::string command;      // shown to others who want the store
  std::span<const EmbeddedFile> packs;
  std::function<std::uint32_t()> random;  // for names of rooms; empty: the system's
  // The person's environment, of which commands in lanes, and coding agents, get what they need
  // (S-22). Empty: the least that commands run with.
  std::map<std::string, std::string> environment = {};
  std::size_t resting_bytes = std::size_t{32} << 20;  // of rooms that rest, kept in memory
  std::size_t recent_bytes = std::size_t{8} << 20;    // of newest lines, kept for who follows
};

// For doing; `own` is what this process itself works with. The loop must outlive the service.
// Errors: store_in_use, store_unreadable, store_damaged, store_too_new, net_failed.
Result<std::unique_ptr<OwnerService>> open_service(ServiceOptions options, ClientOptions own,
                                                   Loop& loop);

// For looking, beside whoever owns the store: every command is refused. Errors: store_empty,
// store_unreadable, store_damaged, store_too_new.
Result<std::unique_ptr<Service>> open_for_looking(const std::string& store, Loop& loop);

}  // namespace fm
