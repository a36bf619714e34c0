#include "work/process/process_tree.h"

#include <signal.h>

#include <algorithm>
#include <ranges>

namespace fm {
namespace {

constexpr int kKillRounds = 20;

// The keeper of a sandbox ends by itself with what is inside; ended by TERM, it would take the
// inside along at once, which could not tidy up any more.
bool is_keeper(const ProcessEntry& process) { return process.program == "bwrap"; }

std::vector<pid_t> numbers(const std::vector<ProcessEntry>& processes) {
  std::vector<pid_t> pids;
  for (const ProcessEntry& process : processes) pids.push_back(process.pid);
  return pids;
}

}  // namespace

std::vector<ProcessEntry> ProcessTree::look() {
  auto members = ProcessTable::read().members(mark_, known_);
  for (const ProcessEntry& member : members) known_.emplace(member.pid, member.start_ticks);
  return members;
}

TreeUsage ProcessTree::usage() {
  const std::lock_guard lock(one_at_a_time_);
  TreeUsage usage;
  for (const ProcessEntry& member : look()) {
    usage.processes += member.threads;
    usage.memory_bytes += member.memory_bytes;
  }
  return usage;
}

std::vector<pid_t> ProcessTree::terminate() {
  const std::lock_guard lock(one_at_a_time_);
  const auto members = look();
  std::vector<ProcessEntry> fresh;
  for (const ProcessEntry& member : members)
    if (!is_keeper(member) && terminated_.emplace(member.pid, member.start_ticks).second)
      fresh.push_back(member);
  // All are stopped before the first one ends. Else a shell would see its command end, and go on
  // with the next one before its own TERM comes.
  for (const ProcessEntry& process : fresh) send_signal(process, SIGSTOP);
  for (const ProcessEntry& process : fresh | std::views::reverse) send_signal(process, SIGTERM);
  for (const ProcessEntry& process : fresh) send_signal(process, SIGCONT);
  return numbers(members);
}

std::vector<pid_t> ProcessTree::kill() {
  const std::lock_guard lock(one_at_a_time_);
  std::vector<ProcessEntry> members = look();
  for (int round = 0; round < kKillRounds && !members.empty(); ++round) {
    // With the first process of a sandbox the kernel ends all that is in it, at one stroke.
    for (const ProcessEntry& process : members)
      if (is_keeper(process)) send_signal(process, SIGKILL);
    // Stopped first, those at the top before the others: what is stopped starts nothing new.
    for (const ProcessEntry& process : members) send_signal(process, SIGSTOP);
    for (const ProcessEntry& process : members | std::views::reverse) send_signal(process, SIGKILL);
    members = look();
  }
  return numbers(members);
}

}  // namespace fm
