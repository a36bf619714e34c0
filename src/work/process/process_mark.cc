#include "work/process/process_mark.h"

#include "base/text.h"
#include "work/process/proc_file.h"
#include "work/process/process_table.h"

namespace fm {

std::string this_boot() {
  return std::string(trim(read_proc_file("/proc/sys/kernel/random/boot_id", 128)));
}

std::optional<ProcessMark> mark_of(pid_t pid, std::string name) {
  const auto entry = read_process(pid);
  if (!entry) return {};
  return ProcessMark{pid, entry->start_ticks, this_boot(), std::move(name)};
}

bool is_alive(const ProcessMark& mark) {
  if (mark.boot != this_boot()) return false;
  const auto entry = read_process(mark.pid);
  return entry && entry->start_ticks == mark.start_ticks && !entry->has_ended;
}

JsonObject to_json(const ProcessMark& mark) {
  return {{"pid", mark.pid},
          {"start_ticks", mark.start_ticks},
          {"boot", mark.boot},
          {"name", mark.name}};
}

std::optional<ProcessMark> mark_from_json(ObjectRef object) {
  ProcessMark mark{.pid = static_cast<pid_t>(int_at(object, "pid")),
                   .start_ticks = int_at(object, "start_ticks"),
                   .boot = std::string(text_at(object, "boot")),
                   .name = std::string(text_at(object, "name"))};
  if (mark.pid <= 1) return {};  // 0 and below are groups to kill(), and 1 is nobody's
  return mark;
}

}  // namespace fm
