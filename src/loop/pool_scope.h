// PoolScope: the blocking work that one object gives to the loop's pool, none of which outlives it.
//
// Work in the pool uses what its owner uses: a store, a file writer. So whoever gives work to the
// pool has a scope, as a member after all that the work uses, and closes it (or is destroyed)
// before any of that dies. Closing waits for the work that runs, drops what has not begun, and
// calls no `done` any more; all of it is destroyed before close() returns. Loop thread only.
#pragma once

#include <cstddef>
#include <memory>

#include "loop/loop.h"

namespace fm {

class PoolScope {
 public:
  explicit PoolScope(Loop& loop);  // which outlives it
  ~PoolScope();
  PoolScope(const PoolScope&) = delete;
  PoolScope& operator=(const PoolScope&) = delete;

  // Runs `blocking` on a pool thread, then `done` on the loop. After close() neither is run. `done`
  // may destroy the scope.
  void run(Work blocking, Work done);

  void close();
  std::size_t under_way() const;  // given, and its `done` not called yet

 private:
  struct State;
  Loop& loop_;
  const std::shared_ptr<State> state_;  // shared with what lies in the pool's queue
};

}  // namespace fm
