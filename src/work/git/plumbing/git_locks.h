// GitLocks: one writer at a time for each common folder of repositories, inside this process.
//
// Parallel `git worktree add` and `git commit` fail on each other's lock files; here they
// wait in the order in which they came. A lock is let go when its hold is destroyed, also by a task
// that ends where it stands; one that waits may be destroyed. Loop thread only. A task that holds a
// lock must not ask for the same one again.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>

#include "engine/flow/task.h"
#include "loop/loop.h"

namespace fm {

class GitLocks {
 public:
  explicit GitLocks(Loop& loop);

  class Hold {
   public:
    Hold() = default;
    Hold(Hold&&) noexcept = default;
    Hold& operator=(Hold&&) noexcept = default;

   private:
    friend class GitLocks;
    std::shared_ptr<void> turn_;
  };

  Task<Hold> take(std::string name);

 private:
  struct State;
  const std::shared_ptr<State> state_;
};

}  // namespace fm
