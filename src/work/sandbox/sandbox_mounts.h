// What a sandbox's file system is put together of, as arguments of bubblewrap. Blocking: it looks
// at what is there, and at who listens. A socket that is bound later, in a place that is seen, is
// not hidden from a command that runs already.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "work/sandbox/sandbox_plan.h"

namespace fm {

// Errors: sandbox_unusable (the lane is no folder, is a whole file system, or its .git is a link).
Result<std::vector<std::string>> sandbox_mounts(const SandboxPlan& plan);

// The paths of sockets that are bound on this machine, of what /proc/net/unix says.
std::vector<std::string> bound_sockets(std::string_view net_unix);

}  // namespace fm
