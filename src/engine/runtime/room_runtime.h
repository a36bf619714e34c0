// RoomRuntime: one room in memory, while something goes on in it.
//
// It stands between the flows of the room and the journal: journals what they ask, starts the
// performers, commits what comes back, and delivers it after the commit, in the order of the log.
// All that happens at one moment (a Step) leaves as one append. What a pure effect gives in the
// very moment in which it is asked for is the one exception: its flow goes on at once, and nothing
// that rests on it is done outside before the append is durable (room_known.cc). It holds no
// events, only the room's one fold (room_state.h) and what people said that no flow has read. Owned
// by the engine, which drops it when it is parked(). All on the loop thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/flow/carried.h"
#include "engine/flow/flow_run.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/room_past.h"

namespace fm {

class RoomRuntime final : public FlowHost {
 public:
  RoomRuntime(Engine& engine, RoomId room, RoomPast past, bool marked);
  ~RoomRuntime() override;

  void run_all();  // replays every unfinished flow and lets it go on

  // What stands paused is tried anew, with what the log holds of it.
  void retry_paused(RoomPast past);
  bool has_paused() const { return !paused_.empty(); }

  // Begins anew what stands paused (room_anew.cc).
  void begin_anew(const By& by, std::move_only_function<void(Result<void>)> done);

  // What was committed, whoever appended it.
  void committed(const std::vector<EventPtr>& events);

  // A person's words, the first event of `append`, are about to be appended: where a flow waits for
  // them, that it takes them goes along. What is given back goes to input_done() afterwards.
  struct Taking {
    std::vector<std::pair<FlowId, StepPath>> leaves;
  };
  Taking take_along(Append& append);
  enum class Taken { kNo, kYes };
  void input_done(const Taking& taking, Taken taken);

  void timer_due(const FlowId& flow, const StepPath& place);
  void answer(const Engine::Gate& about, NewEvent answered, Engine::Acknowledge done);
  void answered(const EventPtr& event);  // by somebody who does not own the room; it is committed
  int interrupt();
  void hold() { ++held_; }  // keeps it in memory across a step
  void release();
  bool parked() const { return pending_ == 0 && inputs_on_their_way_ == 0 && all_wait(); }
  bool marked() const { return marked_; }
  void tell_rest_again();  // to whoever comes to a room that rests already
  bool works() const;      // an effect is under way
  const RoomState& state() const { return state_; }

  // FlowHost
  const RoomId& room() const override { return room_; }
  RoomSeq head() const override { return state_.head(); }
  RoomSnapshot snapshot(RoomSeq at) override;
  void flow_asked(FlowRun& run, Leaf& leaf) override;
  void flow_cancels(FlowRun& run, Leaf& leaf) override;
  void flow_withdraws(FlowRun& run, const StepPath& place, const std::string& kind) override;
  void flow_skips(FlowRun& run, Leaf& leaf) override;
  void flow_warns(FlowRun& run, Error warning) override;
  std::optional<Followed> flow_follows(FlowRun& run, Leaf& leaf) override;

 private:
  using Then = std::move_only_function<void(const Appended&)>;
  using Told = std::move_only_function<void(const Result<Appended>&)>;

  // One moment in which flows run. What they append meanwhile leaves together when the outermost
  // step ends.
  class Step {
   public:
    explicit Step(RoomRuntime& room) : room_(room) { room_.begin_step(); }
    ~Step() { room_.end_step(); }
    Step(const Step&) = delete;

   private:
    RoomRuntime& room_;
  };
  struct Outbox {
    Append append;
    std::vector<Then> then;
    std::vector<Told> told;  // whatever becomes of it, and of the room
    bool used = false;
    bool tells = false;  // a flow of something, when it is committed
    bool known = false;  // a result that its flow has seen already
  };

  void note(const EventPtr& event);
  void make_run(const FlowId& flow, History history);
  void begin(const FlowId& flow);  // its flow.started was committed just now
  void deliver(const EventPtr& event);
  void settle(const FlowId& flow);
  void pause(const FlowId& flow, const Error& fault);
  void end(const FlowStart& start, FlowEnd end, RoomSeq read);
  void end_cancelled(const FlowId& flow);
  void next_run(FlowRun& run, JsonObject args);
  void check_idle();
  bool is_fold_due(std::int64_t spans) const;  // of EngineOptions::keep_fold_after
  void keep_fold();
  void begin_step();
  void end_step();
  void flush();
  bool all_wait() const { return held_ == 0 && busy_.empty(); }
  bool waits_for_person() const;
  void touch(const FlowId& flow) { touched_.insert(flow); }
  void look_at_touched();
  void forget_inputs();

  // Runs that cannot go on, and those that take their place (room_anew.cc).
  struct Following {  // of a run that was begun anew: the one that it follows
    Carried carried;
    std::map<RoomSeq, RoomSnapshot> views;  // the room where that one had stood
    std::set<StepPath> owed;                // asked for, their results not handed over yet
    StepPath in_hand;                       // whose result is on its way
  };
  void ask_anew(Append& append, const FlowId& flow, const Error& fault);
  bool is_renewed(const FlowId& flow, const Error& fault) const;
  void renew(const FlowId& flow);
  void withdraw_anew(Append& append, const FlowId& flow);
  std::set<std::string> close_anew_gates(Append& append, const FlowId& flow);
  void answer_anew(const Engine::Gate& about, NewEvent answered, Engine::Acknowledge done);
  void begin_anew(const FlowId& flow, const By& by, std::vector<NewEvent> first, RoomPast& left);
  void follow(std::map<FlowId, Carried>& carried, const RoomState& state,
              const std::set<FlowId>& flows);
  void know_inputs(const std::vector<EventPtr>& inputs);
  void take_up(const FlowStart& start, const History& history);
  void forget_followed(const FlowStart& start, Append& append);
  bool is_orphan(const FlowStart& start) const;
  FlowId child_of(const FlowRun& run, const Leaf& leaf) const;
  bool take_over(FlowRun& run, Leaf& leaf);
  bool adopt_child(FlowRun& run, Leaf& leaf);
  bool give_back(FlowRun& run, Leaf& leaf);
  void hand_over(FlowRun& run);

  // The built-in effects.
  void ask_post(FlowRun& run, Leaf& leaf);
  void ask_sleep(FlowRun& run, Leaf& leaf);
  void ask_gate(FlowRun& run, Leaf& leaf);
  void take_answer(FlowRun& run, Leaf& leaf);
  void ask_input(FlowRun& run, Leaf& leaf);
  void ask_child(FlowRun& run, Leaf& leaf);
  void cancel_flow(const FlowId& flow, const FlowId& with);
  void take_input(FlowRun& run, Leaf& leaf);
  const EventPtr* next_input(FlowRun& run) const;

  // Effects with a performer.
  void ask_performer(FlowRun& run, Leaf& leaf, Performer& performer);
  void recover(FlowRun& run, Leaf& leaf, Performer& performer);
  void start_attempt(FlowRun& run, Leaf& leaf, Performer& performer);
  void append_attempt(Append append, const FlowRun& run, const Leaf& leaf, Performer& performer);
  void perform(const FlowId& flow, const StepPath& place, Performer& performer);
  void probe(FlowRun& run, Leaf& leaf, Performer& performer);
  void performed(const FlowId& flow, const StepPath& place, int attempt,
                 std::expected<Performed, std::exception_ptr> done);
  bool finish_in_its_row(const FlowRun& run, Leaf& leaf, const Performed& done);

  // What is known at once (room_known.cc).
  bool may_be_known() const;
  void know(const FlowId& flow, const StepPath& place, Outcome outcome);
  void tell_known();
  bool was_known(const Event& event);
  void ask_about_unknown(FlowRun& run, Leaf& leaf);
  EffectCall call_of(const FlowRun& run, const Leaf& leaf);
  static Task<bool> record_if(std::weak_ptr<int> alive, RoomRuntime* room, FlowId flow,
                              StepPath place, int attempt, JsonObject left);
  void watch(Leaf& leaf, const FlowId& flow, const EffectDeadline& deadline);
  void set_deadline(Leaf& leaf, const FlowId& flow);
  void beat(const FlowId& flow, const StepPath& place, int attempt);
  void look_at_deadline(const FlowId& flow, const StepPath& place, int attempt);

  NewEvent event(std::string kind, JsonObject body, const FlowId& flow,
                 const StepPath& place) const;
  NewEvent scheduled(FlowRun& run, const Leaf& leaf, EffectClass effect_class) const;
  NewEvent finished(const FlowRun& run, const Leaf& leaf, const Outcome& outcome) const;
  void finish(FlowRun& run, Leaf& leaf, Outcome outcome, std::vector<NewEvent> before = {},
              std::vector<std::pair<OpenKind, std::string>> closed = {},
              const std::string& prompt_hash = {});
  void append(Append append, Then then = {});
  // What this step appends is told when it is durable, or why it is not.
  void tell_outcome(Told told);

  FlowRun* find_run(const FlowId& flow);
  Leaf* find_leaf(const FlowId& flow, const StepPath& place);

  Engine& engine_;
  const RoomId room_;
  RoomState state_;
  RoomSeq kept_;                        // where its fold was kept last
  std::map<FlowId, History> replays_;   // of flows that have no run yet
  std::map<FlowId, FlowStart> starts_;  // of all unfinished flows
  std::vector<FlowId> order_;           // in which run_all() begins
  std::vector<FlowId> unfinished_;      // in the order in which they were started first
  std::vector<EventPtr> inputs_;        // what people said that some run has not read
  std::map<FlowId, std::unique_ptr<FlowRun>> runs_;
  std::set<FlowId> paused_;     // unfinished, but cannot go on: they have no run
  std::set<FlowId> beginning_;  // of these, whose next run is on its way to the log
  std::map<FlowId, Following> following_;
  std::map<FlowId, std::string> anew_gates_;  // opened by this runtime
  std::set<FlowId> busy_;     // runs that can go on without a person, a timer or a child
  std::set<FlowId> touched_;  // runs that may have become busy, or stopped being so

  Outbox outbox_;
  std::vector<std::move_only_function<void()>> to_perform_;  // when the outbox has left
  int depth_ = 0;                                            // of steps
  std::uint64_t step_ = 0;
  struct Known {
    FlowId flow;
    StepPath place;
    Outcome outcome;
  };
  std::vector<Known> known_;                          // in this step, in the order of the log
  std::set<std::pair<FlowId, StepPath>> known_rows_;  // on their way, and seen already
  int pending_ = 0;                                   // appends on their way
  int inputs_on_their_way_ = 0;
  int held_ = 0;
  bool marked_;          // the activation is held against the room until it makes progress
  std::string written_;  // the state that was written last; empty: whatever the store has
  bool idle_told_ = false;
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace fm
