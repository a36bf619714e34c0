// ReplayHost: runs a flow through a given log without an engine, and keeps what it asks anew.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/flow/flow_run.h"
#include "engine/runtime/room_state.h"

namespace fm::testing {

class ReplayHost final : public FlowHost {
 public:
  // `make` gives the fold; `definition` must outlive this.
  ReplayHost(const std::vector<EventPtr>& log, const FlowDefinition& definition, const FlowId& flow,
             std::unique_ptr<Fold> fold)
      : log_(log), room_(log.front()->room), state_(std::move(fold)) {
    for (const EventPtr& event : log) {
      state_.apply(*event);
      state_.keep();
    }
    auto history = History::of(log, flow);
    if (history) run_ = std::make_unique<FlowRun>(*this, definition, std::move(*history));
  }

  void replay() { run_->replay(); }
  FlowRun& run() { return *run_; }
  const std::vector<std::string>& asked() const { return asked_; }  // "place kind", in order

  const RoomId& room() const override { return room_; }
  RoomSeq head() const override { return log_.back()->room_seq; }
  RoomSnapshot snapshot(RoomSeq at) override { return *state_.at(at); }
  void flow_asked(FlowRun&, Leaf& leaf) override { note(leaf); }
  void flow_cancels(FlowRun&, Leaf& leaf) override { note(leaf); }
  void flow_withdraws(FlowRun&, const StepPath&, const std::string&) override {}
  void flow_skips(FlowRun&, Leaf& leaf) override { note(leaf); }
  void flow_warns(FlowRun&, Error) override {}

 private:
  void note(const Leaf& leaf) { asked_.push_back(leaf.place.value + " " + leaf.request.kind); }

  const std::vector<EventPtr>& log_;
  RoomId room_;
  RoomState state_;
  std::vector<std::string> asked_;
  std::unique_ptr<FlowRun> run_;  // last: it ends before what it may call
};

}  // namespace fm::testing
