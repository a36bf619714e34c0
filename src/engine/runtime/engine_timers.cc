// The engine's timers: absolute, fired once, paced, and safe from a clock that is set (R35 to R37).

#include <algorithm>

#include "engine/runtime/engine.h"
#include "engine/runtime/room_runtime.h"

namespace fm {
namespace {

constexpr int kTimersAtOnce = 100;           // a storm of due timers is paced (R37)
constexpr std::size_t kLoadingAtOnce = 100;  // and so are the rooms that it brings back
constexpr Millis kClockLook{60'000};         // how late a clock that was set forward is noticed
constexpr Millis kClockSlack{1'000};

}  // namespace

void Engine::arm(UtcMs due, const RoomId& room, const FlowId& flow, const StepPath& place) {
  if (armed_.contains({room, flow, place})) return;
  const Millis at = loop_.clock().steady() + std::max(due - now(), Millis(0));
  armed_[{room, flow, place}] = at;
  timers_[{at, room, flow, place}] = due;
  set_timer();
}

void Engine::disarm(const RoomId& room, const FlowId& flow, const StepPath& place) {
  auto armed = armed_.extract({room, flow, place});
  if (!armed) return;
  timers_.erase({armed.mapped(), room, flow, place});
  set_timer();
}

void Engine::set_timer() {
  timer_.reset();
  if (timers_.empty()) return;
  const Millis wait = timers_.begin()->first.due - loop_.clock().steady();
  if (wait <= Millis(0) && loading_.size() >= kLoadingAtOnce) return;  // load() comes back here
  timer_ = loop_.after(std::clamp(wait, Millis(0), kClockLook), [this] { fire_timers(); });
}

// A wall clock that was set forward makes timers due that the steady clock knows nothing of.
void Engine::follow_clock() {
  const Millis offset = Millis(now().value) - loop_.clock().steady();
  const bool forward = offset > offset_ + kClockSlack;
  offset_ = offset;
  if (!forward) return;
  const Millis steady = loop_.clock().steady();
  for (const auto& [key, due] : std::exchange(timers_, {})) {
    TimerKey moved = key;
    moved.due = std::min(key.due, steady + std::max(due - now(), Millis(0)));
    armed_[{key.room, key.flow, key.place}] = moved.due;
    timers_[moved] = due;
  }
}

void Engine::fire_timers() {
  follow_clock();
  for (int fired = 0; fired < kTimersAtOnce && !timers_.empty(); ++fired) {
    const TimerKey key = timers_.begin()->first;
    if (key.due > loop_.clock().steady() || loading_.size() >= kLoadingAtOnce) break;
    timers_.erase(timers_.begin());
    armed_.erase({key.room, key.flow, key.place});
    activate(key.room, Anyway::kNo, [key](Result<RoomRuntime*> active) {
      if (active) (*active)->timer_due(key.flow, key.place);
    });
  }
  set_timer();
}

}  // namespace fm
