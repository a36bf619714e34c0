// Engine: runs the flows of one store, and forgets nothing (P-10 to P-15).
//
// It keeps rooms in memory only while something can go on in them. A room whose flows all wait for
// a person, a timer or a child is dropped and comes back by replay. Everything on the loop thread.
// The journal, performers and definitions are the caller's and outlive it. Destroying it stops all
// work where it is; what was not finished is resumed by the next engine on the same store.
//
// It works in a room only as its owner: it claims it with the first thing that it writes there, and
// gives it up when it drops it. Where another node has taken a room over, the room's runtime is
// dropped and nothing more is written; what people say here is posted to the owner.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "engine/flow/flow.h"
#include "engine/flow/task_scope.h"
#include "engine/log/journal.h"
#include "engine/runtime/bus.h"
#include "engine/runtime/kept_room.h"
#include "engine/runtime/room_logs.h"
#include "engine/runtime/room_past.h"
#include "engine/runtime/stack_mark.h"
#include "loop/loop.h"
#include "loop/pool_scope.h"

namespace fm {

class RoomRuntime;

// What the next run of a flow is pinned to in place of what the last one was.
struct Repinned {
  std::string manifest;
  std::vector<std::string> blobs;  // the manifest's text and those that are new
};

struct EngineOptions {
  enum class Evict { kWhenDeferred, kNever };
  Evict evict = Evict::kWhenDeferred;
  // So many bytes of parked rooms stay in memory before the one that rests longest is dropped:
  // whoever talks in a room does not read all of it anew for each message.
  std::size_t keep_resting_bytes = 0;
  // A room's fold is kept when it has come so many events further than where it was kept last;
  // zero: never. Reading so many takes some tens of milliseconds, which nobody notices who opens a
  // room, while keeping one takes about as long as reading all that is in it.
  std::int64_t keep_fold_after = 2'000;
  int quarantine_after = 3;   // activations that ended the process without progress (R29)
  StackMark* mark = nullptr;  // the caller's; null: a process that ends blames all active rooms
  // Asked where a flow begins its next run: what of its pins has another text in this program.
  // Must be quick; `seen` is the room as the flow has seen it.
  std::function<std::optional<Repinned>(const FlowStart& ended, const Fold& seen)> repin = {};
};

struct RoomRequest {
  RoomId id;
  std::string title;
  std::string folder;
  std::string team;
};

struct FlowRequest {
  FlowId id;
  std::string name;
  JsonObject args;
  std::map<std::string, std::string> pins;       // path -> text; kept as blobs (flow/pins.h)
  std::map<std::string, std::string> endpoints;  // model -> host
  std::vector<NewEvent> before;                  // the person's message that asked for it, warnings
};

struct GateReply {
  std::string gate;
  std::string digest;  // of what was shown; empty: not checked
  std::string answer;  // an option's id, label or number; any words where there are no options
  std::string reason;
};

enum class Anyway { kNo, kYes };

class Engine final : private RoomLogs::Reader {
 public:
  using Acknowledge = std::move_only_function<void(Result<EventPtr>)>;

  Engine(Loop& loop, Journal& journal, const std::map<std::string, FlowDefinition>& flows,
         const Performers& performers, FoldFactory fold, EngineOptions options = {});
  ~Engine() override;
  Engine(const Engine&) = delete;

  // Reads what is open and arms the timers. Rooms are not run before resume() or an input.
  Result<void> open();

  // Makes the room if `room` is given, and starts a flow in it. The same id with the same
  // arguments again is the same run, acknowledged with its flow.started; with others,
  // flow_conflict (R31). If `before` holds an input that was there before, that is acknowledged.
  void start(const RoomId& id, std::optional<RoomRequest> room, FlowRequest flow, By by,
             Acknowledge done);

  // Goes on with what is unfinished in a room. Errors: room_unknown, nothing_to_resume,
  // room_quarantined (unless kYes).
  void resume(const RoomId& room, Anyway anyway, std::move_only_function<void(Result<void>)> done);

  // Another node may have worked in the room: what is open there is read anew, and what is
  // unfinished is gone on with, unless that node still owns it.
  void look_after(const RoomId& room);

  // A person's input: durable, then seen by the room's flows and acknowledged. A client id that
  // was there before acknowledges the former event.
  void input(const RoomId& room, NewEvent message, Acknowledge done);

  // The first answer counts. Errors: gate_unknown, gate_changed, gate_answered, gate_option.
  void answer(const RoomId& room, GateReply answer, By by, Acknowledge done);

  // Ends each run of the room that diverged or failed inside, and begins it anew from what was
  // heard and done (flow/carried.h). Errors: those of resume(), and not_paused.
  void begin_anew(const RoomId& room, By by, std::move_only_function<void(Result<void>)> done);

  // Interrupts the effects that run now; the flows go on with what there is. Returns how many.
  int interrupt(const RoomId& room);

  // Cancels a flow and its children (P-14); itself an event. One that stands paused is ended at
  // once. Errors: flow_not_running.
  void cancel(const RoomId& room, const FlowId& flow, std::string why, By by, Acknowledge done);

  // Begins no effect any more, in no room; `done`, posted, when those under way in rooms that
  // `count` are over. What they led to is scheduled, and done by whoever owns the store next; what
  // is under way elsewhere is done again by that one.
  void finish(std::function<bool(const RoomId&)> counts, std::move_only_function<void()> done);

  // Leaves in good order: nothing is half done on purpose, so the rooms are not held against.
  void leave();

  // The room as it is, shared and immutable; nothing where it is not in memory.
  std::optional<RoomSnapshot> look(const RoomId& room) const;

  bool is_active(const RoomId& room) const { return rooms_.contains(room); }
  std::vector<RoomId> unfinished() const;  // rooms with an open flow
  std::vector<RoomId> quarantined() const;
  std::size_t rooms_in_memory() const { return rooms_.size(); }

  Bus& bus() { return bus_; }
  Loop& loop() { return loop_; }
  Journal& journal() { return journal_; }
  const Performers& performers() const { return performers_; }
  bool is_finishing() const { return finished_ != nullptr; }
  void effect_over();  // one that was under way
  const EngineOptions& options() const { return options_; }
  UtcMs now() const { return loop_.clock().now(); }
  Result<const FlowDefinition*> definition(const std::string& name) const;

  // For RoomRuntime. What is committed is told to the bus and to the room's runtime, then `then`.
  // `when` it comes back: see RoomLogs::append().
  void append(Append append, RoomLogs::Then then, OnReturn when = {});
  // A timer is kept by the steady clock, so that setting the clock back neither stalls it nor
  // makes it fire twice; setting it forward makes what is due fire, once (R36).
  void arm(UtcMs due, const RoomId& room, const FlowId& flow, const StepPath& place);
  void disarm(const RoomId& room, const FlowId& flow, const StepPath& place);
  void drop(const RoomId& room);  // it is parked. Posted: not inside the room's own call
  bool is_appending(const RoomId& room) const { return logs_.is_busy(room); }
  // Leaves what is in memory of the room and reads it from the log again. Posted.
  void start_over(const RoomId& room);
  struct Gate {
    FlowId flow;
    StepPath place;
    std::string digest;
    std::vector<std::string> options;     // labels
    std::vector<std::string> option_ids;  // one for each
    bool unknown = false;                 // asks what became of an effect
    int attempt = 0;                      // the attempt of that effect
    bool anew = false;                    // asks how a flow that cannot go on shall go on
  };
  std::vector<std::string> anew_gates(const RoomId& room, const FlowId& flow) const;
  // Gates and timers of a flow that are open now.
  std::vector<OpenRow> waiting(const RoomId& room, const FlowId& flow) const;
  // What its paused flows have got done, for runs in their place; then the room is held no more.
  void read_left(const RoomId& room, std::move_only_function<void(Result<RoomPast>)> done);
  void try_again(const RoomId& room, std::move_only_function<void(Result<void>)> done);
  void why_closed(const RoomId& room, const std::string& gate, Acknowledge done);  // a late answer
  void keep_fold(const RoomId& room, KeptRoom kept);  // soon, and nobody waits for it
  void clear_mark(const RoomId& room);                // its activation came this far without harm

 private:
  struct TimerKey {
    Millis due;  // of the steady clock
    RoomId room;
    FlowId flow;
    StepPath place;
    auto operator<=>(const TimerKey&) const = default;
  };
  struct OpenRoom {
    std::map<FlowId, JsonObject> flows;
    std::map<std::string, Gate> gates;
  };

  // RoomLogs::Reader
  void committed(const Append& rows, const std::vector<EventPtr>& events) override;
  void came(const RoomId& room, const std::vector<EventPtr>& events) override;
  void lost(const RoomId& room, const Error& why) override;

  struct Loading {
    std::vector<std::move_only_function<void(Result<RoomRuntime*>)>> waiting;
    std::vector<EventPtr> events;  // committed while the room was being read
    int number = 0;
  };
  using Ready = std::move_only_function<void(Result<RoomRuntime*>)>;
  void activate(const RoomId& room, Anyway anyway, Ready ready);
  // The first event that is wanted, or null.
  void find_event(const RoomId& room, std::function<bool(const EventPtr&)> wanted,
                  std::move_only_function<void(Result<EventPtr>)> done);
  void read_past(const RoomId& room, RoomSeq upto,
                 std::move_only_function<void(Result<RoomPast>)> done);
  void give_on(const RoomId& room, const std::vector<EventPtr>& events);
  void note_rows(const Append& append);
  void read_rows(const RoomId& room, std::move_only_function<void(Result<void>)> done);
  void look_now_and_then();
  void read_to_load(const RoomId& room);
  bool is_loading(const RoomId& room, int number) const;
  void is_innocent(const RoomId& room);
  void load(const RoomId& room, RoomPast past, const std::vector<EventPtr>& since = {});
  void not_loaded(const RoomId& room, const Error& error);
  void started_before(const RoomId& room, const FlowId& flow, const JsonObject& args,
                      Acknowledge done);
  void follow_clock();
  void fire_timers();
  void set_timer();
  void note_row(const OpenRow& row);
  std::optional<Gate> gate(const RoomId& room, const std::string& id) const;
  void post_answer(const RoomId& room, NewEvent answered, Acknowledge done);

  Loop& loop_;
  Journal& journal_;
  const std::map<std::string, FlowDefinition>& flows_;
  const Performers& performers_;
  FoldFactory fold_;
  EngineOptions options_;
  Bus bus_;

  std::unordered_map<RoomId, std::unique_ptr<RoomRuntime>> rooms_;
  struct RestingRoom {
    RoomId room;
    std::size_t bytes = 0;
  };
  std::vector<RestingRoom> resting_;  // in memory, the one that rests longest first
  std::unordered_map<RoomId, Loading> loading_;
  int loadings_ = 0;
  std::unordered_map<RoomId, std::shared_ptr<const KeptRoom>> keeping_;  // that are being told
  std::unordered_map<RoomId, OpenRoom> open_;
  std::unordered_map<RoomId, int> activations_;
  // Rooms that may have ended a process before this one. They are tried one at a time, so that the
  // one that does it again is known.
  std::set<RoomId> suspects_;
  std::optional<RoomId> tried_;
  std::vector<std::move_only_function<void()>> to_be_tried_;
  std::map<TimerKey, UtcMs> timers_;
  std::map<std::tuple<RoomId, FlowId, StepPath>, Millis> armed_;
  Millis offset_{0};  // of the wall clock from the steady one, when last looked at
  std::unique_ptr<Timer> timer_;
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);
  std::unique_ptr<Timer> looking_;
  std::move_only_function<void()> finished_;   // finish() was asked for
  std::function<bool(const RoomId&)> counts_;  // for it
  PoolScope pool_;
  RoomLogs logs_;
  TaskScope reading_;  // rooms
};

}  // namespace fm
