#include "bench/promises/workplace.h"

#include <malloc.h>

#include <algorithm>

namespace fm::bench {
namespace {

constexpr int kSteps = 900;
constexpr std::size_t kTextBytes = 200;

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

Flow<int> branch_of(FlowHandle flow, std::int64_t effects) {
  int done = 0;
  for (int i = 1; i <= effects; ++i) {
    EffectRequest request{"once", {{"number", i}}};
    Outcome outcome = co_await flow.perform("once-" + std::to_string(i), request);
    done += outcome.ok() ? 1 : 0;
  }
  co_return done;
}

// `branches` side by side, each with `effects` one after another.
Flow<FlowEnd> branches(FlowHandle flow, JsonObject args) {
  const std::int64_t effects = int_at(args, "effects");
  std::vector<Flow<int>> parts;
  for (int i = 1; i <= int_at(args, "branches"); ++i)
    parts.push_back(branch_of(flow.branch("part", i), effects));
  std::vector<int> done = co_await flow.all(std::move(parts));
  std::int64_t sum = 0;
  for (const int one : done) sum += one;
  co_return FlowEnd::success(Json(sum));
}

Flow<FlowEnd> child_flow(FlowHandle flow, JsonObject) {
  EffectRequest request{"step", {{"number", 1}}};
  Outcome done = co_await flow.perform("step", request);
  co_return FlowEnd::success(done.value);
}

Flow<int> child_of(FlowHandle flow, int number) {
  JsonObject args{{"number", number}};
  Outcome done = co_await flow.child("child", "child", args);
  co_return done.ok() ? 1 : 0;
}

Flow<FlowEnd> children(FlowHandle flow, JsonObject args) {
  std::vector<Flow<int>> parts;
  for (int i = 1; i <= int_at(args, "children"); ++i)
    parts.push_back(child_of(flow.branch("part", i), i));
  std::vector<int> done = co_await flow.all(std::move(parts));
  std::int64_t sum = 0;
  for (const int one : done) sum += one;
  co_return FlowEnd::success(Json(sum));
}

Task<Performed> at_once() {
  Performed performed;
  performed.outcome.value = {{"text", std::string(kTextBytes, 'x')}};
  co_return performed;
}

class Idle final : public Listener {
 public:
  Idle(Loop& loop, int count) : loop_(loop), left_(count) {}
  void event(const EventPtr& event) override {
    if (event->kind == "flow.paused") give_up("a flow paused: " + canonical(event->body));
  }
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {
    if (--left_ == 0) loop_.post([this] { loop_.post([this] { loop_.stop(); }); });
  }

 private:
  Loop& loop_;
  int left_;
};

std::unique_ptr<SqliteJournal> open_journal(const std::string& folder, Loop& loop) {
  SqliteOptions options;
  options.path = folder + "/parked.db";
  auto opened = SqliteJournal::open(std::move(options), loop);
  if (!opened) give_up(opened.error().message);
  return std::move(*opened);
}

RoomId room_of(int number) { return {"room-" + std::to_string(number)}; }

}  // namespace

Task<Performed> AtOnce::begin(EffectCall, const Fold&) { return at_once(); }

Workplace::Workplace(const std::string& folder, FoldFactory fold) : loop(make_loop(clock)) {
  journal = open_journal(folder, *loop);
  flows["asks"] = {"asks", 1, asks};
  flows["works"] = {"works", 1, works_then_asks};
  flows["branches"] = {"branches", 1, branches};
  flows["children"] = {"children", 1, children};
  flows["child"] = {"child", 1, child_flow};
  performers = {{"step", &step}, {"once", &once}};
  heap_before = heap_bytes();
  if (!fold) fold = FoldFactory([] { return std::make_unique<Nothingness>(); });
  engine.emplace(*loop, *journal, flows, performers, std::move(fold));
  if (auto ready = engine->open(); !ready) give_up(ready.error().message);
}

void Workplace::start(int number, const std::string& flow, JsonObject args, In in) {
  const RoomId room = room_of(number);
  FlowRequest request;
  request.id = {"f-" + std::to_string(number)};
  request.name = flow;
  request.args = std::move(args);
  request.args["topic"] = "a neighbourhood tool library";
  std::optional<RoomRequest> made;
  if (in == In::kNewRoom) made = RoomRequest{room, "A room", "/home/ana/room", "team"};
  engine->start(room, std::move(made), std::move(request), {Actor::kPerson, "ana"},
                [](const Result<EventPtr>& started) {
                  if (!started) give_up(started.error().message);
                });
}

void Workplace::run_until_idle(int rooms) {
  Idle idle(*loop, rooms);
  const auto handle = engine->bus().subscribe(idle);
  loop->run();
  journal->flush();
}

double Workplace::heap_a_room(std::size_t rooms) const {
  ::malloc_trim(0);
  return static_cast<double>(heap_bytes() - heap_before) / static_cast<double>(rooms);
}

void fill_room(const std::string& folder, int number, int events) {
  const SystemClock clock;
  const auto loop = make_loop(clock);
  const auto journal = open_journal(folder, *loop);
  constexpr int kAtOnce = 250;
  for (int first = 0; first < events; first += kAtOnce) {
    Append append;
    append.room = room_of(number);
    for (int i = first; i < std::min(events, first + kAtOnce); ++i) {
      NewEvent event;
      event.at = clock.now();
      if (i == 0) {
        event.kind = "room.created";
        event.body = {{"title", "A room"}, {"folder", "/home/ana/room"}, {"team", "team"}};
      } else {
        event.kind = "message.posted";
        event.by = {Actor::kAgent, "leader"};
        event.body = {{"id", "m-" + std::to_string(i)},
                      {"from", "leader"},
                      {"to", "team"},
                      {"kind", "ideation"},
                      {"marker", "discussion"},
                      {"text", std::string(kTextBytes, 'x')}};
      }
      append.events.push_back(std::move(event));
    }
    append.done = [](const Result<Appended>& done) {
      if (!done) give_up(done.error().message);
    };
    journal->append(std::move(append));
  }
  journal->flush();
}

std::int64_t events_in_room(Workplace& place, int number) {
  const auto all = read_all(*place.journal, room_of(number));
  if (!all) give_up(all.error().message);
  return static_cast<std::int64_t>(all->size());
}

void Heartbeat::beat() {
  timer_ = loop_.after(Millis(1), [this] {
    const double now = now_us();
    longest_ = std::max(longest_, now - last_ - 1000);
    last_ = now;
    beat();
  });
}

}  // namespace fm::bench
