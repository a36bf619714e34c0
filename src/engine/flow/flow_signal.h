// FlowSignal and FlowSlots: how the branches of one run of a flow wait for each other.
//
// Both live in memory that the branches share and are part of the run, not of the log: who waits is
// resumed in the order in which it began to wait, at the moment in which the signal is given, so a
// replay does the same. A branch that waits has nothing outside; whoever gives the signal must do
// so in the end, also when it was cancelled or failed.
//
//   shared->done.give(flow);                  // once
//   co_await shared->done.wait();         // at once, where it was given before
//
//   co_await slots.take();  ...  slots.leave(flow);
#pragma once

#include <coroutine>
#include <deque>
#include <memory>
#include <vector>

#include "engine/flow/flow.h"

namespace fm {

class FlowSignal {
 public:
  bool given() const { return given_; }
  void give(const FlowHandle& flow);

  class Wait {
   public:
    using awaited_by_flows = void;
    explicit Wait(FlowSignal& signal) : signal_(signal) {}
    bool await_ready() const noexcept { return signal_.given_; }
    void await_suspend(std::coroutine_handle<> waiting) { signal_.waiting_.push_back(waiting); }
    void await_resume() const noexcept {}

   private:
    FlowSignal& signal_;
  };
  Wait wait() { return Wait(*this); }

 private:
  bool given_ = false;
  std::vector<std::coroutine_handle<>> waiting_;
};

// So many branches at once; the others wait in line.
class FlowSlots {
 public:
  explicit FlowSlots(int free) : free_(free) {}

  // Resumes when a slot is the caller's. Every slot that is taken is left.
  Flow<Nothing> take();
  void leave(const FlowHandle& flow);

 private:
  int free_;
  std::deque<std::shared_ptr<FlowSignal>> line_;
};

}  // namespace fm
