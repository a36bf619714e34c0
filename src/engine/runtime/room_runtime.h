// RoomRuntime: one room in memory, while something goes on in it.
//
// It stands between the flows of the room and the journal: journals what they ask, starts the
// performers, commits what comes back, and delivers it after the commit, in the order of the log.
// Owned by the engine, which drops it when it is parked(). All on the loop thread.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/flow/carried.h"
#include "engine/flow/flow_run.h"
#include "engine/runtime/engine.h"

namespace fm {

class RoomRuntime final : public FlowHost {
 public:
  // `events` is the whole room as committed.
  RoomRuntime(Engine& engine, RoomId room, std::vector<EventPtr> events, bool marked);
  ~RoomRuntime() override;

  void run_all();  // replays every unfinished flow and lets it go on

  void retry_paused();  // what stands paused is tried anew

  void begin(const FlowId& flow);  // a flow whose flow.started was committed just now

  // What was committed, whoever appended it.
  void committed(const std::vector<EventPtr>& events);

  void timer_due(const FlowId& flow, const Place& place);
  void answer(const std::string& gate, const Engine::Gate& about, GateReply answer, By by,
              Engine::Acknowledge done);
  // Begins anew what stands paused; false: nothing does.
  bool begin_anew(const By& by);
  int interrupt();
  void hold() { ++held_; }  // keeps it in memory across a step
  void release();
  bool parked() const;
  bool waits_for_person() const;
  bool marked() const { return marked_; }

  // FlowHost
  const RoomId& room() const override { return room_; }
  RoomSeq head() const override { return head_; }
  std::optional<UtcMs> fold_events(RoomSeq after, RoomSeq upto, Fold& fold) override;
  void flow_asked(FlowRun& run, Leaf& leaf) override;
  void flow_noted(FlowRun& run, Leaf& leaf, Json result) override;
  void flow_cancels(FlowRun& run, Leaf& leaf) override;
  void flow_skips(FlowRun& run, Leaf& leaf) override;
  void flow_warns(FlowRun& run, Error warning) override;
  std::optional<Followed> flow_follows(FlowRun& run, Leaf& leaf) override;

 private:
  using Then = std::move_only_function<void(const Appended&)>;

  void make_run(const FlowId& flow);
  void deliver(const EventPtr& event);
  void settle(const FlowId& flow);
  void pause(const FlowId& flow, const Error& fault);
  void end(const FlowStart& start, FlowEnd end, RoomSeq read);
  void end_cancelled(const FlowId& flow);
  void next_run(FlowRun& run, JsonObject args);
  void check_idle();
  void forget_old_events();

  // Runs that cannot go on, and those that take their place (room_anew.cc).
  void ask_anew(Append& append, const FlowId& flow, const Error& fault);
  void withdraw_anew(Append& append, const FlowId& flow);
  void close_anew_gates(Append& append, const FlowId& flow);
  void answer_anew(const std::string& gate, const Engine::Gate& about, NewEvent answered,
                   Engine::Acknowledge done);
  void begin_anew(const FlowId& flow, const By& by, std::vector<NewEvent> first,
                  Engine::Acknowledge done);
  void follow(const FlowStart& start, const std::vector<EventPtr>& room);
  void forget_followed(const FlowStart& start, Append& append);
  FlowId child_of(const FlowRun& run, const Leaf& leaf) const;
  bool take_over(FlowRun& run, Leaf& leaf);
  std::optional<FlowStart> former_run(const FlowId& flow);
  void adopt_child(FlowRun& run, Leaf& leaf, const FlowStart& former);
  bool give_back(FlowRun& run, Leaf& leaf);
  void hand_over(FlowRun& run);
  void note_followed(const Event& finished);

  // The built-in effects.
  void ask_post(FlowRun& run, Leaf& leaf);
  void ask_sleep(FlowRun& run, Leaf& leaf);
  void ask_gate(FlowRun& run, Leaf& leaf);
  void ask_input(FlowRun& run, Leaf& leaf);
  void ask_child(FlowRun& run, Leaf& leaf);
  void cancel_flow(const FlowId& flow, const FlowId& with);

  // Effects with a performer.
  void ask_performer(FlowRun& run, Leaf& leaf, Performer& performer);
  void recover(FlowRun& run, Leaf& leaf, Performer& performer);
  void start_attempt(FlowRun& run, Leaf& leaf, Performer& performer,
                     std::vector<NewEvent> first = {});
  void perform(const FlowId& flow, const Place& place, Performer& performer);
  void probe(FlowRun& run, Leaf& leaf, Performer& performer);
  void performed(const FlowId& flow, const Place& place, int attempt,
                 std::expected<Performed, std::exception_ptr> done);
  void ask_about_unknown(FlowRun& run, Leaf& leaf);
  EffectCall call_of(const FlowRun& run, const Leaf& leaf) const;

  NewEvent event(std::string kind, JsonObject body, const FlowId& flow, const Place& place) const;
  NewEvent scheduled(const FlowRun& run, const Leaf& leaf, EffectClass effect_class) const;
  NewEvent finished(const FlowRun& run, const Leaf& leaf, const Outcome& outcome) const;
  void finish(FlowRun& run, Leaf& leaf, Outcome outcome, std::vector<NewEvent> before = {},
              std::vector<std::pair<OpenKind, std::string>> closed = {},
              const std::string& prompt_hash = {});
  void take_input(FlowRun& run, Leaf& leaf);
  void append(Append append, Then then = {});

  FlowRun* find_run(const FlowId& flow);
  Leaf* find_leaf(const FlowId& flow, const Place& place);

  Engine& engine_;
  const RoomId room_;
  RoomSeq head_;
  std::deque<EventPtr> events_;   // those that some run's cursor has not passed
  std::vector<EventPtr> inputs_;  // what people said, all of it
  std::map<FlowId, std::unique_ptr<FlowRun>> runs_;
  std::map<FlowId, FlowSeen> seen_;  // of runs that have ended, until the flow's next one begins
  std::set<FlowId> paused_;          // unfinished, but cannot go on: they have no run
  struct Following {                 // a run that was begun anew, and the one that it follows
    Carried carried;
    std::set<Place> owed;  // asked for, their results not handed over yet
    Place in_hand;         // whose result is on its way
  };
  std::map<FlowId, Following> following_;
  std::map<FlowId, std::string> anew_gates_;  // opened by this runtime
  int pending_ = 0;                           // appends on their way
  int held_ = 0;
  bool marked_;        // the activation is held against the room until it makes progress
  std::string state_;  // that was written last; empty: whatever the store has
  bool idle_told_ = false;
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace fm
