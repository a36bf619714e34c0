// An engine on the real disk with a loop of its own, for what is measured below the service: its
// flows, performers that answer at once, and a heart that beats on the loop.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "bench/promises/measure.h"
#include "engine/log/sqlite_journal.h"
#include "engine/runtime/engine.h"

namespace fm::bench {

// A performer whose work is done as soon as it is asked for.
class AtOnce final : public Performer {
 public:
  explicit AtOnce(EffectClass effect_class) : class_(effect_class) {}
  EffectClass effect_class() const override { return class_; }
  std::vector<NewEvent> announce(const EffectCall&) override { return {}; }
  Task<Performed> begin(EffectCall call, const Fold& view) override;

 private:
  EffectClass class_;
};

struct Workplace {
  // `fold`: what each flow sees of its room; nothing, where that is not given.
  explicit Workplace(const std::string& folder, FoldFactory fold = {});

  // Starts the flow "f-<number>" in the room "room-<number>": a new one, or one that was filled.
  enum class In { kNewRoom, kFilledRoom };
  void start(int number, const std::string& flow, JsonObject args = {}, In in = In::kNewRoom);
  void run_until_idle(int rooms);
  double heap_a_room(std::size_t rooms) const;

  SystemClock clock;
  std::unique_ptr<Loop> loop;
  std::unique_ptr<SqliteJournal> journal;
  std::map<std::string, FlowDefinition> flows;
  AtOnce step{EffectClass::kRepeatable};  // effect "step"
  AtOnce once{EffectClass::kOnce};        // effect "once"
  Performers performers;
  std::int64_t heap_before = 0;
  std::optional<Engine> engine;
};

// Fills "room-<number>" of the store in `folder` with messages until it has `events` of them.
void fill_room(const std::string& folder, int number, int events);
std::int64_t events_in_room(Workplace& place, int number);

// Beats each millisecond on the loop: what keeps it from beating keeps everybody waiting.
class Heartbeat {
 public:
  explicit Heartbeat(Loop& loop) : loop_(loop), last_(now_us()) { beat(); }
  double longest() const { return longest_; }  // that it came too late, in microseconds

 private:
  void beat();

  Loop& loop_;
  double last_;
  double longest_ = 0;
  std::unique_ptr<Timer> timer_;
};

}  // namespace fm::bench
