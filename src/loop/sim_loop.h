// SimLoop: a Loop for tests, where nothing depends on the machine.
//
// It owns a clock that stands still while there is work and jumps to the next timer when there is
// none. Among all work that is ready it picks by a seeded random choice; seed 0 keeps the order in
// which it came, as the real loop does. in_pool() runs as posted work. watch() is a bug: tests with
// sockets use the real loop. One thread only. It may be destroyed with work pending: that work is
// destroyed unrun.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <random>

#include "loop/loop.h"
#include "loop/timer_queue.h"

namespace fm {

class SimLoop final : public Loop {
 public:
  explicit SimLoop(std::uint64_t seed = 0, UtcMs start = {1'700'000'000'000});
  ~SimLoop() override;

  void post(Work work) override;
  [[nodiscard]] std::unique_ptr<Timer> after(Millis span, Work work) override;
  [[nodiscard]] std::unique_ptr<FdWatch> watch(
      int fd, FdEvents events, std::move_only_function<void(FdEvents)> ready) override;
  void in_pool(Work blocking, Work done) override;
  void run() override;  // until stop(); to run out of work before that is a bug
  void stop() override { stopped_ = true; }
  const Clock& clock() const override { return clock_; }

  void run_ready();  // until nothing is ready; the clock stands still
  void run_for(
      Millis span);       // all that becomes ready in this time, then the clock is moved to its end
  void run_until_idle();  // until nothing is ready and no timer waits

  // Runs one piece of work, moving the clock to the next timer if need be; false when idle.
  bool step();
  bool step_before(Millis end);  // the same, unless the clock would pass `end` (steady)

  FakeClock& fake_clock() { return clock_; }

 private:
  std::optional<Work> take_ready();

  FakeClock clock_;
  std::uint64_t seed_;
  std::mt19937_64 random_;
  std::deque<Work> posted_;
  TimerQueue timers_;
  bool stopped_ = false;
  bool closed_ = false;
};

}  // namespace fm
