// The moment between two programs: a new process that becomes another program, or does not.
//
// Not posix_spawn(), which sets no limits and does not ask the kernel to end the child with us.
// Like it, the child uses our memory until it is the other program, and this thread waits for that:
// so it calls the kernel and nothing else, and why it failed is simply written down.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "work/process/process_limits.h"

namespace fm {

struct StartRequest {
  std::string path;
  std::vector<std::string> argv;
  std::vector<std::string> environment;  // NAME=value
  std::string folder;
  std::array<int, 3> streams;  // become 0, 1 and 2; themselves above
  ProcessLimits limits;
  std::int64_t user_processes = 0;  // of this user all together, these included; zero: no limit
  int group = -1;                   // a control group to join: its cgroup.procs, for writing
};

enum class StartStep { kProcess, kStreams, kLimits, kFolder, kProgram };

struct StartFailure {
  StartStep step = StartStep::kProcess;
  int reason = 0;  // errno
};

struct StartedProgram {
  pid_t pid = 0;
  int descriptor = -1;  // of the process (pidfd), closed on exec; the caller's
};

std::expected<StartedProgram, StartFailure> start_program(const StartRequest& request);

}  // namespace fm
