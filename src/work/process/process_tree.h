// ProcessTree: a command's processes while they are being ended.
//
// It remembers whom it has seen: when a parent ends, its children belong to somebody else, and may
// have neither its session nor its name. Every call is a new look, so that what was started in
// between is found. Blocking: for the pool, from any of its threads.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <vector>

#include "work/process/process_limits.h"
#include "work/process/process_mark.h"
#include "work/process/process_table.h"

namespace fm {

struct TreeUsage {
  std::int64_t processes = 0;
  std::int64_t memory_bytes = 0;
};

class ProcessTree {
 public:
  explicit ProcessTree(ProcessMark mark) : mark_(std::move(mark)) {}

  const ProcessMark& mark() const { return mark_; }

  TreeUsage usage();

  // TERM to those who have not had it yet, deepest first; gives all that were there.
  std::vector<pid_t> terminate();
  // KILL, again and again until nothing is there or it has been tried often; gives what is left.
  std::vector<pid_t> kill();

 private:
  std::vector<ProcessEntry> look();

  std::mutex one_at_a_time_;
  const ProcessMark mark_;
  std::set<ProcessIdentity> known_;
  std::set<ProcessIdentity> terminated_;
};

}  // namespace fm
