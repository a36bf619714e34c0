// SandboxPlan: what a command may see, change and use up (P-62).
//
// Everything is seen read-only, but for what is hidden: homes, /run, /tmp, sockets, other lanes,
// the store. Inside of what is hidden, paths of the other lists are there again; where paths lie in
// each other the longer one counts, and where they are the same the stricter: hidden, read-only,
// writable. Paths that do not exist count for nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "work/process/process_limits.h"

namespace fm {

enum class Network {
  kNone,
  kAllowed
};  // with kAllowed, this machine's services can be reached too

// kAllowed: the command may make namespaces of its own, for a sandbox inside of ours. They give it
// nothing that it has not, but reach more of the kernel.
enum class NestedSandbox { kRefused, kAllowed };

inline constexpr ProcessLimits kSandboxLimits{
    .file_bytes = std::int64_t(512) << 20, .processes = 512, .memory_bytes = std::int64_t(4) << 30};

// A folder that is seen elsewhere too, read-only: dependencies, in a lane that has none.
struct PlacedFolder {
  std::string from;
  std::string to;  // in the lane; there must be nothing in it
};

struct SandboxPlan {
  std::string lane;  // the worktree; writable, but for its .git
  std::string home;  // the person's; the command has an empty one, gone when it ends

  // The repository's common git folder, toolchains (sandbox_paths.h), caches that are only read.
  std::vector<std::string> read_only = {};
  std::vector<std::string> writable = {};  // caches
  std::vector<std::string> hidden = {};    // the store, the folder of all lanes, sockets
  std::string part = {};  // of the lane: only that folder of it is writable; empty: all of it
  std::vector<PlacedFolder> placed = {};

  Network network = Network::kNone;
  NestedSandbox nested = NestedSandbox::kRefused;
  // Of each of /tmp, /var/tmp, /dev/shm and the home; they are in memory, beside its limit.
  std::int64_t temporary_bytes = std::int64_t(512) << 20;
  ProcessLimits limits = kSandboxLimits;
  Millis time_limit{600'000};
};

}  // namespace fm
