#include "work/process/agent_process.h"

#include <arpa/inet.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <set>
#include <sstream>

#include "base/text.h"
#include "work/process/control_group.h"
#include "work/process/proc_file.h"
#include "work/process/process_mark.h"
#include "work/process/process_table.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestFile = 4 << 20;
constexpr std::size_t kMostParents = 512;

std::string proc(pid_t pid, std::string_view file) {
  return "/proc/" + std::to_string(pid) + "/" + std::string(file);
}

// The name in the environment that the process was started with.
std::string name_in(pid_t pid) {
  const std::string text = '\0' + read_proc_file(proc(pid, "environ"), kLongestFile);
  const std::string wanted = '\0' + std::string(kCommandVariable) + "=";
  const std::size_t at = text.find(wanted);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + wanted.size();
  return text.substr(begin, text.find('\0', begin) - begin);
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

// What a link of /proc leads to; empty: it cannot be told.
fs::path leads_to(pid_t pid, std::string_view link) {
  std::error_code error;
  fs::path target = fs::read_symlink(proc(pid, link), error);
  return error ? fs::path() : target;
}

std::string group_of(pid_t pid) {
  return command_group_in(read_proc_file(proc(pid, "cgroup"), 65536));
}

// The process and all that it comes from, the nearest first.
std::vector<pid_t> line_of(pid_t pid) {
  std::vector<pid_t> line;
  while (pid > 1 && line.size() < kMostParents && std::ranges::find(line, pid) == line.end()) {
    line.push_back(pid);
    const auto entry = read_process(pid);
    pid = entry ? entry->parent : 0;
  }
  return line;
}

class Look {
 public:
  explicit Look(const std::string& lanes) {
    for (const pid_t ours : line_of(::getpid())) {
      own_names_.insert(name_in(ours));
      own_groups_.insert(group_of(ours));
    }
    own_names_.insert("");
    own_groups_.insert("");
    std::error_code error;
    if (!lanes.empty() && !is_in_lanes(lanes)) lanes_ = fs::weakly_canonical(lanes, error);
  }

  std::optional<AgentSign> at(pid_t pid, std::string_view who) const {
    if (const std::string name = name_in(pid); !own_names_.contains(name))
      return AgentSign{name, std::string(who) + " a command of an agent"};
    if (!own_groups_.contains(group_of(pid)))
      return AgentSign{{}, std::string(who) + " a process that is held with an agent's command"};
    if (lanes_.empty()) return std::nullopt;
    for (const char* link : {"cwd", "root", "exe"})
      if (const fs::path place = leads_to(pid, link); !place.empty() && lies_in(place, lanes_))
        return AgentSign{{}, std::string(who) + " a process that works in an agent's worktree"};
    return std::nullopt;
  }

 private:
  std::set<std::string> own_names_;  // of all that this process comes from
  std::set<std::string> own_groups_;
  fs::path lanes_;
};

// As /proc/net/tcp writes it: the bytes of each 32 bits in the order of this machine.
std::string hex_address(const std::string& address, int family) {
  std::array<unsigned char, 16> bytes{};
  if (::inet_pton(family, address.c_str(), bytes.data()) != 1) return {};
  std::string out;
  const std::size_t size = family == AF_INET ? 4 : 16;
  for (std::size_t i = 0; i < size; i += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + i, 4);
    std::array<char, 9> text{};
    std::snprintf(text.data(), text.size(), "%08X", word);
    out += text.data();
  }
  return out;
}

std::string hex_port(std::uint16_t port) {
  std::array<char, 5> text{};
  std::snprintf(text.data(), text.size(), "%04X", port);
  return text.data();
}

// The inode of the socket at the other side; empty: none is told.
std::string inode_in(const std::string& table, const std::string& theirs, const std::string& ours) {
  for (const std::string_view line : split_lines(table)) {
    std::istringstream fields{std::string(line)};
    std::string number, local, remote, skipped, inode;
    fields >> number >> local >> remote;
    for (int field = 3; field < 9; ++field) fields >> skipped;
    fields >> inode;
    if (fields && local == theirs && remote.ends_with(":" + ours) && inode != "0") return inode;
  }
  return {};
}

bool holds(pid_t pid, const std::string& socket) {
  std::error_code error;
  for (fs::directory_iterator at(proc(pid, "fd"), error), end; !error && at != end;
       at.increment(error)) {
    std::error_code gone;
    if (fs::read_symlink(at->path(), gone) == socket) return true;
  }
  return false;
}

}  // namespace

std::optional<AgentSign> agent_sign(pid_t pid, const std::string& lanes) {
  const auto first = read_process(pid);
  if (!first || first->has_ended)
    return AgentSign{{}, "the process that asked is gone, so nobody can tell whose it was"};
  const Look look(lanes);
  for (const pid_t one : line_of(pid)) {
    if (one == ::getpid()) break;  // what we start for the person, such as an editor
    if (auto sign = look.at(one, one == pid ? "it is" : "it was started by")) return sign;
  }
  for (const pid_t other : {first->session, first->group})
    if (other > 1 && other != ::getpid())
      if (auto sign = look.at(other, "it is in the session of")) return sign;
  return std::nullopt;
}

bool is_in_lanes(const std::string& lanes) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  const fs::path folder = fs::weakly_canonical(lanes, error);
  return !error && !folder.empty() && lies_in(here, folder);
}

std::vector<pid_t> holders_of(const TcpEnds& ends) {
  const std::string port = hex_port(ends.our_port);
  const std::string theirs = ":" + hex_port(ends.their_port);
  const std::string as_four = hex_address(ends.their_address, AF_INET);
  std::string inode;
  if (!as_four.empty()) {
    inode = inode_in(read_proc_file("/proc/net/tcp", kLongestFile), as_four + theirs, port);
    if (inode.empty())
      inode = inode_in(read_proc_file("/proc/net/tcp6", kLongestFile),
                       hex_address("::ffff:" + ends.their_address, AF_INET6) + theirs, port);
  } else {
    inode = inode_in(read_proc_file("/proc/net/tcp6", kLongestFile),
                     hex_address(ends.their_address, AF_INET6) + theirs, port);
  }
  std::vector<pid_t> holders;
  if (inode.empty()) return holders;
  const std::string socket = "socket:[" + inode + "]";
  std::error_code error;
  for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename();
    pid_t pid = 0;
    const auto [rest, bad] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (bad != std::errc{} || rest != name.data() + name.size()) continue;
    if (holds(pid, socket)) holders.push_back(pid);
  }
  return holders;
}

}  // namespace fm
