// HighWater: the newest event that was acknowledged, kept in a file beside the store (P-3).
//
// A store can be emptied, cut or put back from a backup while the program is not looking; by itself
// it does not show that. So after each commit its last event's number and hash are noted here. The
// note is not synced: it may lie behind the store, which is normal, and never lies ahead of it. A
// store that has less than the note says is damaged. A note that is missing or cannot be read
// proves nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/sha256.h"
#include "engine/log/sqlite.h"

namespace fm {

struct HighWaterMark {
  std::int64_t seq = 0;  // of the store's log; 0: nothing was written yet
  Sha256 hash{};         // of that event
};

class HighWater {
 public:
  // For writing; makes the file, readable by its owner alone. Errors: store_unreadable.
  static Result<HighWater> open(const std::string& path);
  // What was noted. From any process.
  static std::optional<HighWaterMark> read(const std::string& path);

  HighWater(HighWater&& other) noexcept;
  HighWater& operator=(HighWater&& other) noexcept;
  ~HighWater();

  // After the commit. One that does not reach the file leaves the former one, which is behind.
  void note(const HighWaterMark& mark);

 private:
  explicit HighWater(int file) : file_(file) {}
  int file_ = -1;
};

// The open store has what was noted. Errors: store_damaged.
Result<void> check_high_water(Database& database, const std::optional<HighWaterMark>& mark);

// What the store ends with.
Result<HighWaterMark> newest_event(Database& database);

}  // namespace fm
