#include "loop/timer_queue.h"

#include <iterator>

namespace fm {

class TimerQueue::Handle final : public Timer {
 public:
  Handle(std::weak_ptr<State> state, Key key) : state_(std::move(state)), key_(key) {}
  ~Handle() override {
    // The work is destroyed after the map is whole again: it may own other timers.
    if (const auto state = state_.lock()) auto cancelled = state->timers.extract(key_);
  }

 private:
  std::weak_ptr<State> state_;
  Key key_;
};

TimerQueue::TimerQueue() : state_(std::make_shared<State>()) {}

std::unique_ptr<Timer> TimerQueue::add(Millis due, Work work) {
  const Key key{due, state_->made++};
  state_->timers.emplace(key, std::move(work));
  return std::make_unique<Handle>(state_, key);
}

std::optional<Millis> TimerQueue::next_due() const {
  if (state_->timers.empty()) return std::nullopt;
  return state_->timers.begin()->first.first;
}

std::size_t TimerQueue::due_count(Millis now) const {
  std::size_t count = 0;
  for (auto at = state_->timers.begin(); at != state_->timers.end() && at->first.first <= now; ++at)
    ++count;
  return count;
}

std::optional<Work> TimerQueue::take(std::map<Key, Work>::iterator at) {
  return std::move(state_->timers.extract(at).mapped());
}

std::optional<Work> TimerQueue::take_due(Millis now, std::size_t index) {
  if (index >= due_count(now)) return std::nullopt;
  return take(std::next(state_->timers.begin(), static_cast<std::ptrdiff_t>(index)));
}

TimerQueue::Mark TimerQueue::mark() const { return state_->made; }

std::optional<Work> TimerQueue::take_due_before(Millis now, Mark mark) {
  const auto first = state_->timers.begin();
  if (first == state_->timers.end() || first->first.first > now || first->first.second >= mark)
    return std::nullopt;
  return take(first);
}

void TimerQueue::clear() {
  while (!state_->timers.empty()) const auto dropped = take(state_->timers.begin());
}

}  // namespace fm
