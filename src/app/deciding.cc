#include "app/deciding.h"

#include <unistd.h>

#include <cstdlib>

#include "work/process/process_mark.h"

namespace fm {
namespace {

Error cannot_decide(const std::string& why) {
  return {
      "agent_cannot_decide", "An agent's command may look, and decides nothing. It was refused.",
      "Whoever asked: " + why + ".",
      "If it was you, ask again from a terminal of your own, in a folder that is no worktree of "
      "an agent."};
}

}  // namespace

std::string lanes_of_store(const std::string& store) { return store + "-lanes"; }

std::optional<Error> refuse_agent(pid_t pid, const std::string& store) {
  const auto sign = agent_sign(pid, lanes_of_store(store));
  if (!sign) return std::nullopt;
  return cannot_decide(sign->why);
}

std::optional<Error> refuse_agent(const TcpEnds& ends, const std::string& store) {
  for (const pid_t pid : holders_of(ends)) {
    if (pid == ::getpid()) continue;
    if (auto refused = refuse_agent(pid, store)) return refused;
  }
  return std::nullopt;
}

std::optional<Error> refuse_agent_here(const std::string& store) {
  if (const char* const name = std::getenv(std::string(kCommandVariable).c_str());
      name != nullptr && *name != 0)
    return cannot_decide("it was started by a command of an agent, as its variable " +
                         std::string(kCommandVariable) + " says");
  if (is_in_lanes(lanes_of_store(store)))
    return cannot_decide("it is at work in a worktree of an agent");
  return std::nullopt;
}

}  // namespace fm
