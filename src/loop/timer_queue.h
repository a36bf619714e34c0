// Timers by when they are due; ties by when they were made. Both loops run theirs from it.
//
// Not a thread of its own: the loop asks for what is due and runs it. A handle may outlive the
// queue and may be destroyed anywhere, inside its own work too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "loop/loop.h"

namespace fm {

class TimerQueue {
 public:
  TimerQueue();

  [[nodiscard]] std::unique_ptr<Timer> add(Millis due, Work work);

  std::optional<Millis> next_due() const;
  std::size_t due_count(Millis now) const;  // linear in the result

  // Takes out the `index`th of the timers due by `now`; nothing when there is none.
  std::optional<Work> take_due(Millis now, std::size_t index = 0);

  // The same for timers made before `mark`, so that a timer due at once cannot starve the rest.
  using Mark = std::uint64_t;
  Mark mark() const;
  std::optional<Work> take_due_before(Millis now, Mark mark);

  void clear();  // destroys all work unrun; that may add or cancel timers

 private:
  using Key = std::pair<Millis, std::uint64_t>;
  struct State {
    std::map<Key, Work> timers;
    std::uint64_t made = 0;
  };
  class Handle;
  std::optional<Work> take(std::map<Key, Work>::iterator at);

  std::shared_ptr<State> state_;
};

}  // namespace fm
