// Who may decide: people, and never a process that an agent started (P-63).
//
// Every door asks here before it does anything for another process: the owner's socket by the
// process at its other end, the HTTP door by whoever holds the connection as far as the kernel
// tells, and a program that is run by what it was started with. Looking is free. Blocking, for the
// pool. All errors are agent_cannot_decide.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "work/process/agent_process.h"

namespace fm {

// Of the process at the other end of a socket. `store`: its folder.
std::optional<Error> refuse_agent(pid_t pid, const std::string& store);

// Of whoever holds the other end of a connection. Nobody is refused where that is not known.
std::optional<Error> refuse_agent(const TcpEnds& ends, const std::string& store);

// Of this process, by its environment and folder.
std::optional<Error> refuse_agent_here(const std::string& store);

// The folder in which the worktrees of a store's agents lie.
std::string lanes_of_store(const std::string& store);

}  // namespace fm
