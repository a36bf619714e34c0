// Child: a program that was started, and our ends of its streams.
//
// It is the first of a session and a group of its own, has the usual signals, no descriptor but its
// three streams, no core dumps, the limits it is given, and is killed by the kernel when the thread
// that started it ends: one of the loop's pool, which is there as long as the loop. Destroying a
// Child that was not waited for kills it, its group, and waits. Starting blocks: for the pool.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

#include "base/descriptor.h"
#include "base/result.h"
#include "work/process/command.h"
#include "work/process/control_group.h"
#include "work/process/process_mark.h"

namespace fm {

// How a process ended.
struct ExitStatus {
  bool by_signal = false;
  int value = 0;  // its exit status, or the signal
};

struct StartRequest;

class Child {
 public:
  // Errors as CommandRunner::run() names them.
  static Result<Child> start(const CommandSpec& spec);
  Child(Child&& other) noexcept = default;
  Child& operator=(Child&& other) noexcept = delete;
  ~Child();

  // Once it has ended: takes its status, which frees its number. Until then none.
  std::optional<ExitStatus> wait();
  bool has_ended() const;  // and may not be waited for yet

  ProcessMark mark;
  Descriptor process;  // readable when it has ended
  Descriptor input;    // not open: it has none
  Descriptor output;   // of both, where they are merged
  Descriptor errors;   // not open: merged

 private:
  Child() = default;
  void limit_processes(std::int64_t count, const std::string& name, StartRequest& request);

  std::optional<ControlGroup> group_;  // goes when all are ended
};

}  // namespace fm
