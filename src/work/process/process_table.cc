#include "work/process/process_table.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <charconv>
#include <deque>
#include <filesystem>
#include <sstream>

#include "work/process/proc_file.h"

namespace fm {
namespace {

constexpr std::size_t kLongestEnvironment = 4 << 20;

std::string proc_path(pid_t pid, const char* file) {
  return "/proc/" + std::to_string(pid) + "/" + file;
}

bool has_name(pid_t pid, const std::string& name) {
  if (name.empty()) return false;
  const std::string text = '\0' + read_proc_file(proc_path(pid, "environ"), kLongestEnvironment);
  return text.contains('\0' + std::string(kCommandVariable) + "=" + name + '\0');
}

}  // namespace

std::optional<ProcessEntry> read_process(pid_t pid) {
  const std::string text = read_proc_file(proc_path(pid, "stat"), 4096);
  // "pid (name) state ppid ...": the name may hold anything, brackets and spaces too.
  const std::size_t open = text.find('(');
  const std::size_t close = text.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return {};
  ProcessEntry entry{.pid = pid, .program = text.substr(open + 1, close - open - 1)};
  std::istringstream fields(text.substr(close + 1));
  std::string state;
  std::string skipped;
  fields >> state >> entry.parent >> entry.group >> entry.session;
  for (int field = 7; field < 20; ++field) fields >> skipped;
  fields >> entry.threads >> skipped >> entry.start_ticks;
  if (!fields) return {};
  entry.has_ended = state == "Z" || state == "X";
  struct stat owner{};
  if (::stat(("/proc/" + std::to_string(pid)).c_str(), &owner) == 0) entry.user = owner.st_uid;
  std::istringstream sizes(read_proc_file(proc_path(pid, "statm"), 4096));
  std::int64_t resident = 0;
  std::int64_t shared = 0;
  if (sizes >> skipped >> resident >> shared)
    entry.memory_bytes = (resident - shared) * ::sysconf(_SC_PAGESIZE);
  return entry;
}

ProcessTable ProcessTable::read() {
  ProcessTable table;
  std::error_code error;
  for (std::filesystem::directory_iterator at("/proc", error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename();
    pid_t pid = 0;
    const auto [rest, bad] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (bad != std::errc{} || rest != name.data() + name.size()) continue;
    if (auto entry = read_process(pid)) table.entries_.emplace(pid, std::move(*entry));
  }
  return table;
}

std::int64_t ProcessTable::threads_of(uid_t user) const {
  std::int64_t threads = 0;
  for (const auto& [pid, entry] : entries_)
    if (entry.user == user) threads += entry.threads;
  return threads;
}

std::vector<ProcessEntry> ProcessTable::members(const ProcessMark& mark,
                                                const std::set<ProcessIdentity>& known) const {
  if (mark.boot != this_boot()) return {};
  const auto leader = entries_.find(mark.pid);
  // A session's number is not given away while its leader is there; without it, the same number may
  // be that of somebody else's session.
  const bool is_there = leader != entries_.end() && leader->second.start_ticks == mark.start_ticks;
  std::multimap<pid_t, const ProcessEntry*> children;
  std::deque<const ProcessEntry*> waiting;
  for (const auto& [pid, entry] : entries_) {
    children.emplace(entry.parent, &entry);
    if (entry.start_ticks < mark.start_ticks) continue;
    const bool is_leader = is_there && pid == mark.pid;
    const bool is_beside = is_there && (entry.session == mark.pid || entry.group == mark.pid);
    if (is_leader || is_beside || known.contains({pid, entry.start_ticks}))
      waiting.push_back(&entry);
  }
  // No recursion here or below: whoever is to be ended decides how deep its tree is.
  std::set<pid_t> ours;
  const auto visit_all = [&](const auto& visit) {
    for (; !waiting.empty(); waiting.pop_front()) {
      if (!visit(*waiting.front())) continue;
      const auto [from, to] = children.equal_range(waiting.front()->pid);
      for (auto child = from; child != to; ++child) waiting.push_back(child->second);
    }
  };
  const auto take = [&](const ProcessEntry& entry) {
    return entry.pid != ::getpid() && ours.insert(entry.pid).second;
  };
  visit_all(take);
  // An environment is long to read: only of those who are not known to belong to it.
  for (const auto& [pid, entry] : entries_)
    if (entry.start_ticks >= mark.start_ticks && !ours.contains(pid) && has_name(pid, mark.name))
      waiting.push_back(&entry);
  visit_all(take);
  for (const pid_t pid : ours)
    if (!ours.contains(entries_.at(pid).parent)) waiting.push_back(&entries_.at(pid));
  std::vector<ProcessEntry> members;
  visit_all([&](const ProcessEntry& entry) {
    if (!ours.contains(entry.pid)) return false;
    if (!entry.has_ended) members.push_back(entry);
    return true;
  });
  return members;
}

bool send_signal(const ProcessEntry& process, int signal) {
  // The descriptor stands for the process that has the number now, for good. If that is still the
  // one that was seen, the signal cannot reach another.
  const auto descriptor = static_cast<int>(::syscall(SYS_pidfd_open, process.pid, 0));
  if (descriptor < 0) return false;
  const auto now = read_process(process.pid);
  const bool is_same = now && now->start_ticks == process.start_ticks && !now->has_ended;
  const bool sent =
      is_same && ::syscall(SYS_pidfd_send_signal, descriptor, signal, nullptr, 0) == 0;
  ::close(descriptor);
  return sent;
}

}  // namespace fm
