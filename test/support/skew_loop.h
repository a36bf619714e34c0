// SkewLoop: a SimLoop whose wall clock a test can set while the steady clock goes on.
#pragma once

#include "loop/sim_loop.h"

namespace fm::testing {

class SkewLoop final : public Loop {
 public:
  SkewLoop(std::uint64_t seed, UtcMs start) : sim_(seed, start), clock_(sim_) {}

  void post(Work work) override { sim_.post(std::move(work)); }
  [[nodiscard]] std::unique_ptr<Timer> after(Millis span, Work work) override {
    return sim_.after(span, std::move(work));
  }
  [[nodiscard]] std::unique_ptr<FdWatch> watch(
      int fd, FdEvents events, std::move_only_function<void(FdEvents)> ready) override {
    return sim_.watch(fd, events, std::move(ready));
  }
  void in_pool(Work blocking, Work done) override {
    sim_.in_pool(std::move(blocking), std::move(done));
  }
  void run() override { sim_.run(); }
  void stop() override { sim_.stop(); }
  const Clock& clock() const override { return clock_; }

  SimLoop& sim() { return sim_; }
  void step_wall_clock(Millis span) { clock_.skew += span; }

 private:
  struct Skewed final : Clock {
    explicit Skewed(const SimLoop& from) : sim(from) {}
    UtcMs now() const override { return sim.clock().now() + skew; }
    Millis steady() const override { return sim.clock().steady(); }
    const SimLoop& sim;
    Millis skew{0};
  };
  SimLoop sim_;
  Skewed clock_;
};

}  // namespace fm::testing
