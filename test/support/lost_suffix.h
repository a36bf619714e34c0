// Lost suffixes: every state in which a cut can leave the store, looked at without going on.
//
// A disk that keeps its writes in order loses, at a cut, the last of those that no sync made
// durable: any number of them. look_at_cuts() opens what each such cut would leave, holds it
// against a check, and says which of them leave different logs, so that a test needs to go on only
// once from each. The disk itself is not changed. Used between the end of a process and restart().
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/log/journal_reader.h"
#include "test/support/fault_vfs.h"

namespace fm::testing {

inline constexpr const char* kStorePath = "/store.db";  // of World and Discussion

using StoredLog = std::map<RoomId, std::vector<std::string>>;  // the lines of each room, in order
using LogCheck = std::function<std::vector<std::string>(const StoredLog&)>;  // gives faults

Result<StoredLog> stored_log(JournalReader& reader);

struct Cuts {
  int tried = 0;
  std::vector<std::int64_t> distinct;  // how many were kept, once for each log that differs
  std::vector<std::string> faults;
};

// `most`: where there are more, so many are tried, spread evenly with both ends.
Cuts look_at_cuts(const FaultDisk& disk, const LogCheck& check, std::int64_t most = 1'000'000);

}  // namespace fm::testing
