#include "test/support/node_world.h"

#include <doctest/doctest.h>

#include <utility>

namespace fm::testing {
namespace {

constexpr Millis kLongest{600'000};

Task<Performed> turn(NodeWorld& world, int number, Loop& loop, EffectCall call) {
  world.ledger.push_back({number, call.key, "turn", call.place.value, call.attempt});
  const Later<bool> woken;
  const auto cancelled = call.cancel.on_cancel([woken] { woken.resolve(false); });
  const auto timer =
      loop.after(Millis(int_at(call.request, "ms")), [woken] { woken.resolve(true); });
  Performed performed;
  performed.outcome.value = JsonObject{{"did", text_at(call.request, "name")}};
  performed.outcome.interrupted = !co_await woken;
  co_return performed;
}

Task<Performed> think(EffectCall call) {
  Performed performed;
  performed.outcome.value = JsonObject{{"did", text_at(call.request, "name")}};
  co_return performed;
}

// "turn" takes its time, "think" is known at once.
class Toy final : public Performer {
 public:
  Toy(NodeWorld& world, int number, Loop& loop, EffectClass effect_class)
      : world_(world), number_(number), loop_(loop), class_(effect_class) {}
  EffectClass effect_class() const override { return class_; }
  std::vector<NewEvent> announce(const EffectCall&) override { return {}; }
  Task<Performed> begin(EffectCall call, const Fold& view) override {
    CHECK(static_cast<const ToyView&>(view).events == call.cursor.value);
    if (class_ == EffectClass::kPure) return think(std::move(call));
    return turn(world_, number_, loop_, std::move(call));
  }

 private:
  NodeWorld& world_;
  const int number_;
  Loop& loop_;
  const EffectClass class_;
};

}  // namespace

class NodeWorld::Ears final : public Listener {
 public:
  Ears(NodeWorld& world, int node)
      : world_(world), node_(node), handle_(world.engine(node).bus().subscribe(*this)) {}
  void event(const EventPtr& event) override { world_.told[node_].push_back(event); }
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {}
  void lost(const RoomId&, const Error& why) override { world_.lost[node_].push_back(why.code); }

 private:
  NodeWorld& world_;
  const int node_;
  std::shared_ptr<void> handle_;
};

NodeWorld::NodeWorld(std::uint64_t seed, std::map<std::string, FlowDefinition> flows, int nodes)
    : sim(seed), store(sim, seed), flows_(std::move(flows)) {
  for (int node = 1; node <= nodes; ++node) join(node);
}

NodeWorld::~NodeWorld() {
  while (!nodes_.empty()) kill(nodes_.begin()->first);
}

Engine& NodeWorld::engine(int node) { return *nodes_.at(node).engine; }
Journal& NodeWorld::journal(int node) { return *nodes_.at(node).journal; }
NodeLoop& NodeWorld::loop(int node) { return *nodes_.at(node).loop; }
int NodeWorld::number(int node) const { return nodes_.at(node).number; }

void NodeWorld::kill(int node) {
  Process& process = nodes_.at(node);
  process.ears.reset();
  process.engine.reset();
  process.journal.reset();
  store.think_dead(process.number);
  nodes_.erase(node);
}

void NodeWorld::join(int node) {
  Process& process = nodes_[node];
  process.number = ++last_number_;
  process.loop = std::make_unique<NodeLoop>(sim);
  process.journal = store.join(process.number, *process.loop);
  for (const auto& [kind, effect_class] :
       {std::pair("turn", EffectClass::kRepeatable), {"think", EffectClass::kPure}})
    process.performers[kind] =
        process.toys
            .emplace_back(std::make_unique<Toy>(*this, process.number, *process.loop, effect_class))
            .get();
  process.engine =
      std::make_unique<Engine>(*process.loop, *process.journal, flows_, process.performers,
                               [] { return std::make_unique<ToyView>(); });
  process.ears = std::make_unique<Ears>(*this, node);
  REQUIRE(process.engine->open().has_value());
}

void NodeWorld::start(int node, std::string name) {
  FlowRequest request;
  request.id = flow;
  request.name = std::move(name);
  engine(node).start(room, RoomRequest{room, "Shared", "/shared", "toy"}, std::move(request), By{},
                     [](const Result<EventPtr>&) {});
}

NewEvent NodeWorld::message(const std::string& id, const std::string& text) const {
  NewEvent message;
  message.kind = "message.posted";
  message.by = {Actor::kPerson, "ana"};
  message.client_id = id;
  message.at = sim.clock().now();
  message.body = {{"id", id}, {"text", text}, {"client_id", id}};
  return message;
}

void NodeWorld::say(int node, const std::string& id, const std::string& text) {
  engine(node).input(room, message(id, text), [this, id](const Result<EventPtr>& said) {
    if (said) heard_.insert(id);
  });
}

void NodeWorld::post(int node, const std::string& id, const std::string& text) {
  Post post{.room = room, .event = message(id, text), .done = {}};
  post.done = [this, id](const Result<Appended>& posted) {
    if (posted) heard_.insert(id);
  };
  journal(node).post_input(std::move(post));
}

bool NodeWorld::run_until(const std::function<bool()>& holds) {
  const Millis end = sim.clock().steady() + kLongest;
  while (!holds())
    if (!sim.step_before(end)) return holds();
  return true;
}

std::optional<Json> NodeWorld::result() const {
  for (const EventPtr& event : events())
    if (event->kind == "flow.finished" && event->flow == flow)
      return event->body.contains("result") ? event->body.at("result") : Json();
  return std::nullopt;
}

std::size_t NodeWorld::count(std::string_view kind) const {
  std::size_t found = 0;
  for (const EventPtr& event : events()) found += event->kind == kind;
  return found;
}

std::string NodeWorld::story() const {
  std::string story;
  for (const EventPtr& event : events())
    story += std::to_string(event->room_seq.value) + " " + event->kind + " " + event->flow.value +
             " " + event->place.value + " " + canonical(event->body).substr(0, 160) + "\n";
  return story;
}

}  // namespace fm::testing
