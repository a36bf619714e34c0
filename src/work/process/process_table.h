// ProcessTable: one look at the processes of this machine, and who of them belongs to a command.
//
// Blocking, a few milliseconds: for the pool. What is found may end, and its number go to another
// process, at any time: signals are sent by send_signal(), which makes sure of that.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "work/process/process_mark.h"

namespace fm {

struct ProcessEntry {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t group = 0;
  pid_t session = 0;
  uid_t user = 0;
  std::int64_t start_ticks = 0;
  std::int64_t threads = 0;
  std::int64_t memory_bytes = 0;  // in use, shared memory left out
  std::string program;            // its short name
  bool has_ended = false;         // and is not waited for
};

std::optional<ProcessEntry> read_process(pid_t pid);

// A process that never is another one: its number and its start.
using ProcessIdentity = std::pair<pid_t, std::int64_t>;

class ProcessTable {
 public:
  static ProcessTable read();

  std::int64_t threads_of(uid_t user) const;

  // What runs of a command, each after its parent: the process of the mark and all that came of it:
  // its descendants, what has its name in the environment, its session and group as long as it is
  // there itself, and what is `known` from before, with descendants. Never this process.
  std::vector<ProcessEntry> members(const ProcessMark& mark,
                                    const std::set<ProcessIdentity>& known) const;

 private:
  std::map<pid_t, ProcessEntry> entries_;
};

// False: it is not there any more, or may not be signalled.
bool send_signal(const ProcessEntry& process, int signal);

}  // namespace fm
