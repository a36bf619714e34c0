#include "test/support/world.h"

#include <doctest/doctest.h>

namespace fm::testing {
namespace {

JsonObject result_of(const EffectCall& call) {
  return {{"did", text_at(call.request, "name")}, {"attempt", 0}};
}

Task<Performed> toy_work(World& world, EffectCall call, std::string kind) {
  Later<bool> woken;
  if (world.effect_point(EffectPoint::kBefore)) (void)co_await woken;  // the process is dead
  world.ledger.push_back({world.process, call.key, kind, call.place.value, call.attempt});
  if (kind == "merge") world.merge(call.key);
  if (world.effect_point(EffectPoint::kAfter)) (void)co_await woken;
  Performed performed;
  performed.outcome.value = result_of(call);
  const std::int64_t ms = int_at(call.request, "ms");
  if (kind == "think") co_return performed;
  const auto cancelled = call.cancel.on_cancel([woken] { woken.resolve(false); });
  std::unique_ptr<Timer> timer;
  if (ms >= 0) timer = world.loop().after(Millis(ms), [woken] { woken.resolve(true); });
  const bool done = co_await woken;
  performed.outcome.interrupted = !done;
  co_return performed;
}

class Toy final : public Performer {
 public:
  Toy(World& world, std::string kind, EffectClass effect_class)
      : world_(world), kind_(std::move(kind)), class_(effect_class) {}
  EffectClass effect_class() const override { return class_; }
  std::vector<NewEvent> announce(const EffectCall& call) override {
    if (kind_ != "turn") return {};
    NewEvent started;
    started.kind = "turn.started";
    started.body["turn"] = derived_id('t', call.flow->id, call.place.value);
    return {started};
  }
  Task<Performed> begin(EffectCall call, const Fold& view) override {
    // What a performer may read is the room up to the effect's cursor, and nothing later.
    CHECK(static_cast<const ToyView&>(view).events == call.cursor.value);
    return toy_work(world_, std::move(call), kind_);
  }
  Task<Probe> probe(EffectCall call, Performed& performed) override {
    return look(world_, std::move(call), performed);
  }

 private:
  static Task<Probe> look(World& world, EffectCall call, Performed& performed) {
    if (!world.merged(call.key)) co_return Probe::kDidNotHappen;
    performed.outcome.value = result_of(call);
    co_return Probe::kHappened;
  }
  World& world_;
  std::string kind_;
  EffectClass class_;
};

}  // namespace

class World::Ears final : public Listener {
 public:
  explicit Ears(World& world) : world_(world), handle_(world.engine().bus().subscribe(*this)) {}
  void event(const EventPtr& event) override {
    world_.published[event->room].push_back(encode(*event));
  }
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override { world_.engine_idle = true; }

 private:
  World& world_;
  std::shared_ptr<void> handle_;
};

World::World(Options options, std::map<std::string, FlowDefinition> definitions)
    : disk(options.seed), flows(std::move(definitions)), options_(options) {
  const auto add = [&](const char* kind, EffectClass effect_class) {
    performers_.push_back(std::make_unique<Toy>(*this, kind, effect_class));
    by_kind_[kind] = performers_.back().get();
  };
  add("turn", EffectClass::kRepeatable);
  add("think", EffectClass::kPure);
  add("merge", EffectClass::kCheckable);
  add("shell", EffectClass::kOnce);
}

World::~World() {
  disk.crash();  // nothing is written any more
  destroy();
}

Result<void> World::open() {
  loop_ = std::make_unique<SkewLoop>(
      options_.seed == 0 ? 0 : options_.seed * 1000 + static_cast<std::uint64_t>(process), wall_);
  SqliteOptions sqlite;
  sqlite.path = "/store.db";
  sqlite.vfs = disk.vfs();
  sqlite.writing = Writing::kInline;
  sqlite.lost = [this](const Error& error) { lost.push_back(error); };
  auto journal = SqliteJournal::open(std::move(sqlite), *loop_);
  if (!journal) return std::unexpected(std::move(journal.error()));
  journal_ = std::move(*journal);
  for (const auto& [kind, performer] : more) by_kind_[kind] = performer;
  EngineOptions engine;
  engine.evict = options_.evict;
  const bool drops = options_.evict == EngineOptions::Evict::kWhenDeferred;
  engine.keep_fold_after = options_.keep_fold_after.value_or(drops ? 1 : 0);
  engine.quarantine_after = quarantine_after;
  engine_ = std::make_unique<Engine>(
      *loop_, *journal_, flows, by_kind_, [] { return std::make_unique<ToyView>(); }, engine);
  ears_ = std::make_unique<Ears>(*this);
  return engine_->open();
}

void World::destroy() {
  ears_.reset();
  engine_.reset();
  journal_.reset();
  if (loop_) wall_ = loop_->clock().now();
  loop_.reset();
}

void World::crash(CrashMode mode) {
  disk.crash();
  destroy();
  if (at_end) at_end();
  disk.restart(mode);
  stopped_ = false;
  crash_effect_ = 0;
  ++process;
}

void World::close() {
  engine_->leave();
  journal_->flush();
  destroy();
  ++process;
}

void World::crash_at_effect(int nth, EffectPoint point) {
  crash_effect_ = nth;
  crash_point_ = point;
}

bool World::effect_point(EffectPoint point) {
  const int now = point == EffectPoint::kBefore ? ++effects_begun_ : ++effects_done_;
  if (now == crash_effect_ && point == crash_point_) stopped_ = true;
  return stopped_;
}

bool World::step() { return !crashed() && loop_->sim().step(); }

void World::run_until_idle() {
  for (int steps = 0; step(); ++steps) REQUIRE(steps < 1'000'000);
}

void World::run_for(Millis span) {
  const Millis end = loop_->clock().steady() + span;
  bool over = false;
  const auto timer = loop_->after(span, [&] { over = true; });
  while (!over && step()) {
  }
  CHECK((crashed() || loop_->clock().steady() == end));
}

void World::start(JsonObject args, std::string name) {
  FlowRequest request;
  request.id = flow;
  request.name = std::move(name);
  request.args = std::move(args);
  engine_->start(room, RoomRequest{room, "Toys", "/toys", "toy"}, std::move(request), By{},
                 [](const Result<EventPtr>&) {});
}

void World::resume_all() {
  for (const RoomId& unfinished : engine_->unfinished())
    engine_->resume(unfinished, Anyway::kNo, [](Result<void>) {});
}

void World::say(const std::string& id, const std::string& text) {
  if (heard_.contains(id)) return;
  NewEvent message;
  message.kind = "message.posted";
  message.by = {Actor::kPerson, "ana"};
  message.client_id = id;
  message.at = loop_->clock().now();
  message.body = {{"id", id}, {"text", text}, {"client_id", id}};
  engine_->input(room, std::move(message), [this, id](Result<EventPtr> said) {
    if (said) heard_.insert(id);
  });
}

namespace {
// Runs the world until `outcome` is there or the process has died.
Result<EventPtr> wait(World& world, const std::shared_ptr<std::optional<Result<EventPtr>>>& out) {
  while (!*out && world.step()) {
  }
  if (!*out) return fail("no_answer", "The process ended first.");
  return **out;
}
}  // namespace

Result<EventPtr> World::answer(const std::string& gate, const std::string& with,
                               const std::string& digest) {
  auto out = std::make_shared<std::optional<Result<EventPtr>>>();
  engine_->answer(room, {gate, digest, with, ""}, {Actor::kPerson, "ana"},
                  [out](Result<EventPtr> answered) { *out = std::move(answered); });
  return wait(*this, out);
}

Result<EventPtr> World::cancel(const FlowId& which) {
  auto out = std::make_shared<std::optional<Result<EventPtr>>>();
  engine_->cancel(room, which, "enough", {Actor::kPerson, "ana"},
                  [out](Result<EventPtr> cancelled) { *out = std::move(cancelled); });
  return wait(*this, out);
}

std::vector<EventPtr> World::events() {
  auto all = read_all(*journal_, room);
  if (!all && all.error().code == "room_unknown") return {};
  if (!all) FAIL(all.error().message << " " << all.error().cause);
  return *all;
}

std::vector<OpenRow> World::gates() {
  std::vector<OpenRow> gates;
  for (OpenRow& row : *journal_->open_rows())
    if (row.kind == OpenKind::kGate) gates.push_back(std::move(row));
  return gates;
}

std::optional<Json> World::result() {
  for (const EventPtr& event : events())
    if (event->kind == "flow.finished" && event->flow == flow)
      return event->body.contains("result") ? event->body.at("result") : Json();
  return std::nullopt;
}

std::string World::completion() {
  for (const EventPtr& event : events())
    if (event->kind == "flow.finished" && event->flow == flow)
      return std::string(event->text("completion"));
  return {};
}

std::string World::story() {
  std::string story;
  for (const EventPtr& event : events())
    story += std::to_string(event->room_seq.value) + " " + event->kind + " " + event->flow.value +
             " " + event->place.value + " " + canonical(event->body).substr(0, 160) + "\n";
  return story;
}

}  // namespace fm::testing
