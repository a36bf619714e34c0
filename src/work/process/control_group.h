// ControlGroup: the kernel's own count of a command's processes, where we may have one: as root.
//
// Made before the command starts, which joins it before it is another program; removed when its
// last process is gone, which the kernel may take a moment for. What a kill -9 leaves is empty, and
// is removed by whoever ends that command's tree, or by remove_old(). Both versions of control
// groups are known. Blocking, but short.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/descriptor.h"

namespace fm {

class ControlGroup {
 public:
  // Of at most so many processes and threads. None: it cannot be had here.
  static std::optional<ControlGroup> make(std::string_view name, std::int64_t processes);
  // From now on none of its processes starts another one: what breeds can be ended.
  static void close(std::string_view name);
  // False: it is there still, since a process of it is.
  static bool remove(std::string_view name);
  static void remove_old();  // empty ones that nobody is just starting a command in

  ControlGroup(ControlGroup&&) noexcept = default;
  ControlGroup& operator=(ControlGroup&& other) noexcept {
    std::swap(folder_, other.folder_);
    std::swap(entrance_, other.entrance_);
    return *this;
  }
  ~ControlGroup();

  int entrance() const { return entrance_.get(); }  // its cgroup.procs, for writing

 private:
  ControlGroup(std::string folder, Descriptor entrance);

  std::string folder_;
  Descriptor entrance_;  // closed: moved from
};

// Whether the kernel holds back a command's processes: by a group for root, by a limit for others.
bool can_hold_processes();

// The folder in which a group with a count of processes can be made, by what /proc/self/cgroup
// says: below our own group in version 1; beside it in version 2, where a group that has processes
// cannot have groups below it. Empty: in none.
std::string control_group_parent(std::string_view own_groups);

// The group of a command that a process is in, of what its /proc/PID/cgroup says: the name of its
// folder. Empty: in none of ours.
std::string command_group_in(std::string_view groups);

}  // namespace fm
