// World: an engine on a disk that can fail, with toy effects whose outside is a ledger.
//
// Everything is decided by the seed: the order of ready work, how long effects take, what a crash
// leaves on the disk. crash() is the end of a process and the start of the next; the ledger, the
// disk and the person outside live on. Between the two nothing runs: whatever the dying process
// still had queued is destroyed.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/log/sqlite_journal.h"
#include "engine/runtime/engine.h"
#include "test/support/fault_vfs.h"
#include "test/support/skew_loop.h"

namespace fm::testing {

struct Options {
  std::uint64_t seed = 1;
  EngineOptions::Evict evict = EngineOptions::Evict::kWhenDeferred;
  // None: one event where rooms are dropped, and never where they are not, so that half of all
  // tests come back from kept folds whenever that can be.
  std::optional<std::int64_t> keep_fold_after = {};
};

// What an effect did outside.
struct Performance {
  int process;  // which life of the world did it
  std::string key;
  std::string kind;
  std::string place;
  int attempt;
};

// The room as its messages and the number of events.
struct ToyView final : Fold {
  int events = 0;
  std::vector<std::string> texts;
  void apply(const Event& event) override;
  FoldPtr copy() const override { return std::make_shared<const ToyView>(*this); }
  int kept_version() const override { return 1; }
  Json encode() const override;
  bool decode(const Json& kept) override;
};

enum class EffectPoint { kBefore, kAfter };

class World {
 public:
  explicit World(Options options = {}, std::map<std::string, FlowDefinition> flows = {});
  ~World();
  World(const World&) = delete;

  const RoomId room{"toys"};
  const FlowId flow{"f-toy"};

  // Opens the store. Fails only when the disk does; the disk's crash then is the process's.
  Result<void> open();
  bool is_open() const { return engine_ != nullptr; }

  // One life to the next. The disk crashes with it.
  void crash(CrashMode mode = CrashMode::kCrash);
  void close();  // in good order: leave(), flush(), and everything is destroyed
  bool crashed() const { return disk.crashed() || stopped_; }
  // Called when a process has ended by crash() and the disk is still as it left it.
  std::function<void()> at_end;

  // The process ends at the `nth` (from 1) point of an effect: before or after it was done.
  void crash_at_effect(int nth, EffectPoint point);
  int effect_points() const { return effects_begun_; }

  // Runs until nothing is ready and no timer waits, or until the process has died.
  void run_until_idle();
  void run_for(Millis span);
  bool step();

  void start(JsonObject args = {}, std::string name = "toy");
  void resume_all();

  // A person says `text`, under `id` as client id; again if it was not acknowledged.
  void say(const std::string& id, const std::string& text);
  bool heard(const std::string& id) const { return heard_.contains(id); }
  Result<EventPtr> answer(const std::string& gate, const std::string& with,
                          const std::string& digest = {});
  Result<EventPtr> cancel(const FlowId& which);

  std::vector<EventPtr> events();  // of the room, from the store
  std::vector<OpenRow> gates();
  std::optional<Json> result();  // of the flow, once it has finished
  std::string completion();
  std::string story();  // the room's events, one a line, for a test that failed

  Engine& engine() { return *engine_; }
  SqliteJournal& journal() { return *journal_; }
  SkewLoop& loop() { return *loop_; }

  FaultDisk disk;
  std::map<std::string, FlowDefinition> flows;
  Performers more;  // beside the toy ones, from the next open() on
  std::vector<Performance> ledger;
  std::map<RoomId, std::vector<std::string>> published;  // lines that were told to the bus
  std::vector<Error> lost;                               // what the lost handler was told
  int process = 1;
  int quarantine_after = 3;
  bool engine_idle = false;

  // For the toy performers.
  bool effect_point(EffectPoint point);  // true: the process dies here
  bool merged(const std::string& key) const { return merged_.contains(key); }
  void merge(const std::string& key) { merged_.insert(key); }

 private:
  class Ears;
  void destroy();

  const Options options_;
  UtcMs wall_{1'700'000'000'000};
  std::vector<std::unique_ptr<Performer>> performers_;
  Performers by_kind_;
  std::set<std::string> merged_;
  std::set<std::string> heard_;
  bool stopped_ = false;
  int effects_begun_ = 0;
  int effects_done_ = 0;
  int crash_effect_ = 0;
  EffectPoint crash_point_ = EffectPoint::kBefore;

  std::unique_ptr<SkewLoop> loop_;
  std::unique_ptr<SqliteJournal> journal_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<Ears> ears_;
};

// Requests of the toy effects: `name` says which, `ms` how long it takes; -1 is until cancelled.
EffectRequest toy_effect(std::string kind, std::string name, std::int64_t ms = 0);
std::string text_of(const Outcome& outcome);

}  // namespace fm::testing
