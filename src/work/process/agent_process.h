// Whether a process was started by an agent: by a command that Folkmoot runs for one (P-63).
//
// Looked for in all that a process cannot easily be rid of: the name in the environment of it, of
// those that it comes from and of its session (process_mark.h), the control group that a command is
// held in, and the folder it works in. What this process shares with it is no sign: we may run in a
// lane ourselves. A process that has left its parents, session, environment, folder and group is
// not known; in a sandbox it cannot leave. Blocking, but short: /proc is read.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fm {

struct AgentSign {
  std::string command;  // name of the command's mark; empty: it is not known which one
  std::string why;      // "it was started by a command of an agent"
};

// `lanes`: the folder of all lanes; empty: none is looked for. A process that is not there any more
// is taken for an agent's: whoever asks for something waits for the answer.
std::optional<AgentSign> agent_sign(pid_t pid, const std::string& lanes);

// Whether this process's own folder lies there.
bool is_in_lanes(const std::string& lanes);

// The ends of a TCP connection on this machine, as "127.0.0.1" and a port.
struct TcpEnds {
  std::string their_address;
  std::uint16_t their_port = 0;
  std::uint16_t our_port = 0;
};

// Who holds the other end, as far as the kernel tells: of our user's processes. Empty: nobody that
// is known, as where it is on another machine.
std::vector<pid_t> holders_of(const TcpEnds& ends);

}  // namespace fm
