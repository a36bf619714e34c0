// Rooms that wait for a person, at the level of the engine; and a long flow that is replayed.
#include <malloc.h>

#include <cstdlib>

#include "bench/promises/promises.h"
#include "engine/log/sqlite_journal.h"
#include "engine/runtime/engine.h"

namespace fm::bench {
namespace {

constexpr int kSteps = 900;

struct Nothingness final : Fold {
  void apply(const Event&) override {}
  FoldPtr copy() const override { return std::make_shared<const Nothingness>(); }
};

Flow<FlowEnd> asks(FlowHandle flow, JsonObject) {
  GateRequest gate;
  gate.type = "bench";
  gate.question = "Shall it go on?";
  gate.options = {"continue", "stop"};
  Outcome answer = co_await flow.ask("ask", gate);
  co_return FlowEnd::success(answer.value);
}

Flow<FlowEnd> works_then_asks(FlowHandle flow, JsonObject args) {
  for (int i = 1; i <= kSteps; ++i) {
    EffectRequest request{"step", {{"number", i}}};
    Outcome done = co_await flow.perform("step-" + std::to_string(i), request);
    if (!done.ok()) co_return FlowEnd::failed(*done.error);
  }
  Flow<FlowEnd> rest = asks(flow, args);
  co_return co_await std::move(rest);
}

Task<Performed> at_once() {
  Performed performed;
  performed.outcome.value = {{"text", std::string(200, 'x')}};
  co_return performed;
}

class Step final : public Performer {
 public:
  EffectClass effect_class() const override { return EffectClass::kRepeatable; }
  std::vector<NewEvent> announce(const EffectCall&) override { return {}; }
  Task<Performed> begin(EffectCall, const Fold&) override { return at_once(); }
};

class Idle final : public Listener {
 public:
  Idle(Loop& loop, int count) : loop_(loop), left_(count) {}
  void event(const EventPtr&) override {}
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {
    if (--left_ == 0) loop_.post([this] { loop_.post([this] { loop_.stop(); }); });
  }

 private:
  Loop& loop_;
  int left_;
};

// An engine on the real disk, with its own loop.
struct Workplace {
  explicit Workplace(const std::string& folder) : loop(make_loop(clock)) {
    SqliteOptions options;
    options.path = folder + "/parked.db";
    auto opened = SqliteJournal::open(std::move(options), *loop);
    if (!opened) give_up(opened.error().message);
    journal = std::move(*opened);
    flows["asks"] = {"asks", 1, asks};
    flows["works"] = {"works", 1, works_then_asks};
    performers = {{"step", &step}};
    heap_before = heap_bytes();
    engine.emplace(*loop, *journal, flows, performers,
                   [] { return std::make_unique<Nothingness>(); });
    if (auto ready = engine->open(); !ready) give_up(ready.error().message);
  }

  void start(int number, const std::string& flow) {
    const RoomId room{"room-" + std::to_string(number)};
    FlowRequest request;
    request.id = {"f-" + std::to_string(number)};
    request.name = flow;
    request.args = {{"topic", "a neighbourhood tool library"}};
    engine->start(room, RoomRequest{room, "A room", "/home/ana/room", "team"}, std::move(request),
                  {Actor::kPerson, "ana"}, [](const Result<EventPtr>& started) {
                    if (!started) give_up(started.error().message);
                  });
  }
  void run_until_idle(int rooms) {
    Idle idle(*loop, rooms);
    const auto handle = engine->bus().subscribe(idle);
    loop->run();
    journal->flush();
  }
  double heap_a_room(std::size_t rooms) const {
    ::malloc_trim(0);
    return static_cast<double>(heap_bytes() - heap_before) / static_cast<double>(rooms);
  }

  SystemClock clock;
  std::unique_ptr<Loop> loop;
  std::unique_ptr<SqliteJournal> journal;
  std::map<std::string, FlowDefinition> flows;
  Step step;
  Performers performers;
  std::int64_t heap_before = 0;
  std::optional<Engine> engine;
};

}  // namespace

Figures parked(const Arguments& arguments) {
  Workplace place(arguments.at(0));
  const int count = std::atoi(arguments.at(1).c_str());
  constexpr int kAtOnce = 500;
  for (int first = 0; first < count; first += kAtOnce) {
    const int batch = std::min(kAtOnce, count - first);
    place.loop->post([&place, first, batch] {
      for (int i = first; i < first + batch; ++i) place.start(i, "asks");
    });
    place.run_until_idle(batch);
  }
  return {{"room", place.heap_a_room(static_cast<std::size_t>(count))},
          {"in_memory", static_cast<double>(place.engine->rooms_in_memory())}};
}

Figures parked_again(const Arguments& arguments) {
  Workplace place(arguments.at(0));
  return {{"room", place.heap_a_room(place.engine->unfinished().size())}};
}

// The same place twice: first the flow works, then it is rebuilt from what is in the journal.
Figures replay(const Arguments& arguments) {
  {
    Workplace place(arguments.at(0));
    place.loop->post([&place] { place.start(1, "works"); });
    place.run_until_idle(1);
  }
  std::vector<double> rates;
  double events = 0;
  for (int i = 0; i < 3; ++i) {
    Workplace place(arguments.at(0));
    const RoomId room{"room-1"};
    const auto all = read_all(*place.journal, room);
    if (!all) give_up(all.error().message);
    events = static_cast<double>(all->size());
    const double began = now_us();
    place.loop->post([&place, room] { place.engine->resume(room, Anyway::kYes, [](auto) {}); });
    place.run_until_idle(1);
    rates.push_back(events / (now_us() - began) * 1e6);
    place.engine->leave();
  }
  return {{"events", events}, {"rate", median(rates)}};
}

}  // namespace fm::bench
