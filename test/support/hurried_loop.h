// HurriedLoop: a real loop on which nobody waits. A timer fires at once, and the clock is ahead by
// what it would have taken: what must wait can be tested with real sockets.
//
// Only for what waits: whoever owns the sockets keeps the real loop, and its timeouts are real.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "loop/loop.h"

namespace fm::testing {

class HurriedLoop final : public Loop {
 public:
  explicit HurriedLoop(Loop& real) : real_(real), clock_(real.clock()) {}

  void post(Work work) override { real_.post(std::move(work)); }
  [[nodiscard]] std::unique_ptr<Timer> after(Millis span, Work work) override {
    waits.push_back(span);
    clock_.ahead += span;
    return real_.after(Millis(0), std::move(work));
  }
  [[nodiscard]] std::unique_ptr<FdWatch> watch(
      int fd, FdEvents events, std::move_only_function<void(FdEvents)> ready) override {
    return real_.watch(fd, events, std::move(ready));
  }
  void in_pool(Work blocking, Work done) override {
    real_.in_pool(std::move(blocking), std::move(done));
  }
  void run() override { real_.run(); }
  void stop() override { real_.stop(); }
  const Clock& clock() const override { return clock_; }

  std::vector<Millis> waits;  // that were asked for

 private:
  struct Ahead final : Clock {
    explicit Ahead(const Clock& from) : real(from) {}
    UtcMs now() const override { return real.now() + ahead; }
    Millis steady() const override { return real.steady() + ahead; }
    const Clock& real;
    Millis ahead{0};
  };
  Loop& real_;
  Ahead clock_;
};

}  // namespace fm::testing
