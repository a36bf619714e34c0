// The one loop thread: posted work, timers, file descriptors, and a pool for blocking work.
//
// Everything in the domain runs on the loop's thread, so nothing there needs a lock. post() may be
// called from any thread; all else only from the loop's own. Handlers run at top level, never from
// inside the call that made them. A handle's destructor cancels: its handler will not run. A handle
// may be destroyed inside its own handler; all of them are destroyed before the loop is.
#pragma once

#include <functional>
#include <memory>

#include "base/clock.h"
#include "base/result.h"

namespace fm {

using Work = std::move_only_function<void()>;

class Executor {
 public:
  virtual ~Executor() = default;
  virtual void post(Work work) = 0;
};

class Timer {
 public:
  virtual ~Timer() = default;
};

enum class FdEvents { kRead = 1, kWrite = 2, kReadWrite = 3 };

class FdWatch {
 public:
  virtual ~FdWatch() = default;
};

class Loop : public Executor {
 public:
  // Runs `work` once after `span` of the steady clock.
  [[nodiscard]] virtual std::unique_ptr<Timer> after(Millis span, Work work) = 0;

  // Calls `ready` each time one of `events` holds, until the handle is destroyed. The descriptor
  // stays the caller's: it is watched, never closed. One watch a descriptor at a time; give it up
  // before closing the descriptor. A regular file is always ready.
  [[nodiscard]] virtual std::unique_ptr<FdWatch> watch(
      int fd, FdEvents events, std::move_only_function<void(FdEvents)> ready) = 0;

  // Runs `blocking` on a pool thread, then `done` on the loop.
  virtual void in_pool(Work blocking, Work done) = 0;

  // Runs until stop(). Exceptions that leave a handler end run() and are rethrown here.
  virtual void run() = 0;
  virtual void stop() = 0;  // from any thread

  virtual const Clock& clock() const = 0;
};

// The production loop, on Asio. `clock` must outlive it.
std::unique_ptr<Loop> make_loop(const Clock& clock);

}  // namespace fm
