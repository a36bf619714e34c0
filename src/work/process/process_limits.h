// What a command may use up, with all that it starts. Zero: no limit.
//
// The first three hold for each process: the kernel keeps them (rlimits), and nothing inside can
// raise them. The last two hold for all of them together: they are counted several times a second,
// and a command that is over one is ended. So that they can be counted at all while processes
// breed, the kernel lets them be no more than twice as many: for root by a control group (the
// kernel counts root's processes in no other way), for others by RLIMIT_NPROC.
#pragma once

#include <cstdint>

namespace fm {

struct ProcessLimits {
  std::int64_t file_bytes = 0;  // of any one file that it writes
  std::int64_t data_bytes = 0;  // of memory that one process may write to
  std::int64_t open_files = 0;
  std::int64_t processes = 0;     // with their threads
  std::int64_t memory_bytes = 0;  // that is really in use, shared memory left out
};

}  // namespace fm
