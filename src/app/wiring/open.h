// Opening a service: everything that main decides, as values.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "app/config/config.h"
#include "app/service.h"
#include "base/result.h"
#include "loop/loop.h"
#include "team/pack/embedded.h"

namespace fm {

enum class Access { kDoing, kLooking };

struct ServiceOptions {
  Access access = Access::kDoing;
  std::string store;        // the folder, absolute
  std::string user_folder;  // of the user's configuration, or empty
  std::string command;      // shown to others who want the store
  int rehearsal_words_per_second = 0;
  std::string record;  // a file that keeps every exchange with models, or empty (P-35)
  std::string replay;  // a file that models are played from, or empty
  std::span<const EmbeddedFile> packs;
  std::function<std::uint32_t()> random;              // for names of rooms; empty: the system's
  std::size_t resting_bytes = std::size_t{32} << 20;  // of rooms that rest, kept in memory
  std::size_t recent_bytes = std::size_t{8} << 20;    // of newest lines, kept for who follows
};

// The loop must outlive the service. Looking uses nothing of the options but the store. Errors:
// store_in_use, store_unreadable, store_damaged, store_too_new, store_empty (looking), net_failed.
Result<std::unique_ptr<Service>> open_service(ServiceOptions options, Config config, Loop& loop);

}  // namespace fm
