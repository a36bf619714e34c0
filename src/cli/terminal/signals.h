// Signals as events of the loop, while a room is watched.
//
// A handler that does nothing but write one byte into a pipe which the loop watches: unlike a
// blocked mask, a handler does not reach the programs we start. One object at a time; when it goes,
// the former handlers are back. Loop thread.
#pragma once

#include <functional>
#include <memory>

#include "loop/loop.h"

namespace fm::cli {

enum class Signal {
  kInterrupt,  // SIGINT: Ctrl-C
  kLeave,      // SIGTERM, SIGQUIT
  kHangUp,     // SIGHUP: the terminal is gone
  kResize,     // SIGWINCH
  kSuspend,    // SIGTSTP: Ctrl-Z
  kContinue    // SIGCONT
};

class Signals {
 public:
  // Errors: signals_failed.
  static Result<std::unique_ptr<Signals>> open(Loop& loop, std::function<void(Signal)> on_signal);
  virtual ~Signals() = default;

  // Stops the process as Ctrl-Z would have done; returns when it goes on.
  virtual void suspend() = 0;
};

}  // namespace fm::cli
