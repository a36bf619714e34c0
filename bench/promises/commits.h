// Counting what a process makes durable: each sync of a store's write-ahead log is one commit that
// somebody waited for, and they come one after another.
#pragma once

#include <cstdint>

namespace fm::bench {

void count_commits();  // from now on, for every store that is opened; once in a process
std::int64_t commits();

}  // namespace fm::bench
