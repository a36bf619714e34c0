#include "engine/flow/flow_signal.h"

#include <utility>

namespace fm {

void FlowSignal::give(const FlowHandle& flow) {
  if (std::exchange(given_, true)) return;
  for (const auto waiting : std::exchange(waiting_, {})) flow.make_ready(waiting);
}

Flow<Nothing> FlowSlots::take() {
  if (free_ > 0) {
    --free_;
    co_return Nothing();
  }
  const auto mine = std::make_shared<FlowSignal>();
  line_.push_back(mine);
  co_await mine->wait();
  co_return Nothing();
}

void FlowSlots::leave(const FlowHandle& flow) {
  if (line_.empty()) {
    ++free_;
    return;
  }
  const auto next = line_.front();
  line_.pop_front();
  next->give(flow);
}

}  // namespace fm
