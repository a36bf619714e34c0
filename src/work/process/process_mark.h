// ProcessMark: which process it was, for one who may come back after a crash.
//
// A process's number alone is given to another one later, so its start counts too, and the boot
// that the start is counted from. What it started, and what those started, is found by the name in
// its environment (kCommandVariable), also when its parents are gone and it has a session of its
// own. A caller keeps the mark where it survives a crash (EffectCall::record). Blocking, but short:
// /proc is read.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"

namespace fm {

// In the environment of each command: the name of its mark. Whoever has it was started by us.
inline constexpr std::string_view kCommandVariable = "FOLKMOOT_COMMAND";

struct ProcessMark {
  pid_t pid = 0;
  std::int64_t start_ticks = 0;  // of the kernel's clock, since the boot
  std::string boot;              // the kernel's id of it
  std::string name;              // value of kCommandVariable

  bool operator==(const ProcessMark&) const = default;
};

std::string this_boot();  // empty where the kernel does not tell

// Of a process that runs, or has ended and is not waited for yet; none: there is no such process.
std::optional<ProcessMark> mark_of(pid_t pid, std::string name);

// Whether the very process runs; one that has ended and is only not waited for does not.
bool is_alive(const ProcessMark& mark);

JsonObject to_json(const ProcessMark& mark);
std::optional<ProcessMark> mark_from_json(ObjectRef object);  // none: no mark

}  // namespace fm
