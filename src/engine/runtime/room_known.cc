// What is known in the moment in which it is asked for: a reading, a look at a table.
//
// Such a result of a pure effect rides in the row of its scheduling, and its flow goes on in the
// same step: what it asks for next leaves in the same append. So a flow that reads three times and
// then asks for a turn costs one commit, and not four (docs/engine.md, "One append a moment").
// Nobody outside can tell: what is done outside begins when that append is durable, and after a
// crash before it the log holds none of it.
//
// A replay hands over results in the order of the log. So a result is known at once only where
// nothing stands before it in the log that the flows have not heard of: no append is on its way,
// and what has gathered in this step tells no flow of anything.

#include "engine/runtime/engine.h"
#include "engine/runtime/room_runtime.h"

namespace fm {

bool RoomRuntime::may_be_known() const { return !engine_.is_appending(room_) && !outbox_.tells; }

void RoomRuntime::know(const FlowId& flow, const StepPath& place, Outcome outcome) {
  outbox_.known = true;
  known_rows_.emplace(flow, place);
  known_.push_back({flow, place, std::move(outcome)});
}

// At the end of a step, not from inside the flow that asked.
void RoomRuntime::tell_known() {
  while (!known_.empty()) {
    for (Known& one : std::exchange(known_, {})) {
      FlowRun* run = find_run(one.flow);
      if (run == nullptr || !run->live() || find_leaf(one.flow, one.place) == nullptr) continue;
      run->deliver({Completion::What::kFinished, {}, one.place, std::move(one.outcome)});
      settle(one.flow);
    }
  }
}

bool RoomRuntime::was_known(const Event& event) {
  return event.kind == "effect.scheduled" && known_rows_.erase({event.flow, event.place}) > 0;
}

}  // namespace fm
