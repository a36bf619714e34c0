// FlowRun: one run of a flow in memory: its coroutine, its cursor and what its leaves wait for.
//
// It decides nothing about the outside: it tells its host what was asked, and the host tells it
// what came. Resuming happens only in drain(), at top level, from a queue, so that the depth of the
// stack does not grow with the flow. Owned by the room's runtime (engine/runtime/room_runtime.h);
// it may be destroyed whenever drain() is not running, and is rebuilt from the journal.
//
//   state       what may happen
//   kReplaying  asks are matched with the journal; new ones are kept back
//   kLive       asks go to the host
//   kEnded      the flow returned, threw, or diverged; the host removes it
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/flow/flow.h"
#include "engine/flow/replay.h"
#include "engine/flow/room_snapshot.h"
#include "loop/loop.h"

namespace fm {

// One effect that the flow waits for.
struct Leaf {
  StepPath place;
  EffectRequest request;
  std::string digest;
  RoomSeq cursor;
  int attempt = 0;
  UtcMs due;
  RoomSeq taking;                  // of an input: the message it is about to take
  bool late = false;               // see JournaledEffect
  bool expired = false;            // of a gate: its time has passed; it can still be answered
  bool in_doubt = false;           // an attempt was found in flight and not seen to since
  bool journaled = false;          // effect.scheduled is in the log or on its way
  bool unknown = false;            // a gate asks what became of it
  EventPtr answered;               // of a gate: the answer, which came from elsewhere
  bool finishing = false;          // its effect.finished is on its way to the log
  FoldPtr view;                    // the room at `cursor`
  std::optional<std::size_t> row;  // of its scheduling among what `row_step` appends
  std::uint64_t row_step = 0;
  JsonObject progress;  // that its attempts have left behind
  StepPath carried;     // a run before this one had begun it, there (flow/carried.h)
  std::shared_ptr<detail::Scope> scope;
  CancelToken cancel;
  RunningTask task;       // of a performer
  EffectDeadline limits;  // of its attempt
  Millis began{0};        // by the steady clock, as the next one
  Millis beaten{0};       // when it was heard of last
  std::unique_ptr<Timer> deadline;
  std::optional<Error> overdue;  // its attempt was cancelled for this reason
  std::coroutine_handle<> waiting;
  Outcome* outcome = nullptr;  // in the flow's frame
};

class FlowHost {
 public:
  virtual ~FlowHost() = default;
  virtual const RoomId& room() const = 0;
  virtual RoomSeq head() const = 0;  // newest committed event
  // The room as it was there; a cursor of this run, or its newest place.
  virtual RoomSnapshot snapshot(RoomSeq at) = 0;
  virtual void flow_asked(FlowRun& run, Leaf& leaf) = 0;    // live: journal and perform
  virtual void flow_cancels(FlowRun& run, Leaf& leaf) = 0;  // its scope was cancelled
  // What only waits, for a person or a timer, was cancelled and the flow goes on at once: the log
  // is told, and nobody is asked any more. The leaf may be gone already.
  virtual void flow_withdraws(FlowRun& run, const StepPath& place, const std::string& kind) = 0;
  // Live: cancelled before it was journaled. What came of it is journaled all the same, since its
  // branch goes on from there.
  virtual void flow_skips(FlowRun& run, Leaf& leaf) = 0;
  virtual void flow_warns(FlowRun& run, Error warning) = 0;
  // Live, of a run that was begun anew: whether the run before it had asked for this, and where
  // that one stood in the room. The leaf is told where.
  struct Followed {
    RoomSeq cursor;
    std::optional<Json> instant;
  };
  virtual std::optional<Followed> flow_follows(FlowRun&, Leaf&) { return std::nullopt; }
};

class FlowRun {
 public:
  FlowRun(FlowHost& host, const FlowDefinition& definition, History history);
  ~FlowRun();
  FlowRun(const FlowRun&) = delete;

  // Runs the flow from its top through all that the journal holds, then lets it ask anew. Never
  // throws: a divergence or a bug is in fault() afterwards.
  void replay();

  // A completion that was committed just now. Only when live.
  void deliver(const Completion& completion);

  bool live() const { return state_ == State::kLive; }
  bool ended() const { return state_ == State::kEnded; }
  const std::optional<Error>& fault() const { return fault_; }  // why the room must pause
  const std::optional<FlowEnd>& end() const { return end_; }    // what the flow returned

  const std::shared_ptr<const FlowStart>& start() const { return start_; }
  RoomSeq cursor() const { return cursor_; }
  UtcMs cursor_time() const { return cursor_time_; }
  const Fold& fold() const { return *view_; }
  // What was over at once since the last row of this run; rides in its next row.
  std::vector<JournaledEffect> take_noted() { return std::exchange(noted_, {}); }
  std::map<StepPath, std::unique_ptr<Leaf>>& leaves() { return leaves_; }
  RoomSeq input_taken() const { return input_taken_; }
  RoomSeq read_up_to() const;  // what people said after this was not read by the flow
  bool takes_input() const { return takes_input_; }
  bool cancelled() const { return history_.cancelled() || top_->cancelled; }

  // Called by the flow's own awaitables.
  void ask(std::shared_ptr<detail::Scope> scope, const StepPath& place, EffectRequest request,
           Outcome& outcome, std::coroutine_handle<> waiting);
  void make_ready(std::coroutine_handle<> handle) { ready_.push_back(handle); }
  void cancel_scope(detail::Scope& scope);
  void fail(const std::exception_ptr& failure) noexcept;

 private:
  enum class State { kReplaying, kLive, kEnded };

  void replay_journal();
  void settle_late(RoomSeq before);
  void accept(Leaf& leaf, const JournaledEffect& known);
  void drain();
  void begin();
  void note_end();
  void go_live();
  void schedule(Leaf& leaf);
  void move_cursor(RoomSeq to);
  void take(const Completion& completion);
  void match(Leaf& leaf, JournaledEffect& known);
  [[noreturn]] void diverge(const StepPath& place, const JournaledEffect* expected,
                            const EffectRequest* asked);
  void finish(const StepPath& place, Outcome outcome);

  FlowHost& host_;
  const FlowDefinition& definition_;
  History history_;
  std::shared_ptr<const FlowStart> start_;
  FoldPtr view_;
  RoomSeq cursor_;
  UtcMs cursor_time_;
  RoomSeq input_taken_;
  bool takes_input_ = false;
  State state_ = State::kReplaying;

  std::shared_ptr<detail::Scope> top_;
  std::optional<Flow<FlowEnd>> body_;
  std::deque<std::coroutine_handle<>> ready_;
  std::map<StepPath, std::unique_ptr<Leaf>> leaves_;
  std::vector<StepPath> kept_back_;  // asked during the replay, not in the journal
  std::vector<StepPath> late_;       // matched, but to be accepted only where they were scheduled
  std::vector<JournaledEffect> noted_;
  std::map<StepPath, std::string>
      withdrawn_;  // in the replay, and the log does not say so: their kinds
  std::set<StepPath> used_;
  std::optional<FlowEnd> end_;
  std::optional<Error> fault_;
};

}  // namespace fm
