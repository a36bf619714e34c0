// NodeWorld: several nodes with an engine each, on one shared store and one clock, all of it
// decided by the seed. A node can stand still, be thought dead, end, and join again.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/runtime/engine.h"
#include "test/support/shared_store.h"
#include "test/support/world.h"

namespace fm::testing {

class NodeWorld {
 public:
  NodeWorld(std::uint64_t seed, std::map<std::string, FlowDefinition> flows, int nodes = 2);
  ~NodeWorld();
  NodeWorld(const NodeWorld&) = delete;

  const RoomId room{"shared"};
  const FlowId flow{"f-shared"};

  Engine& engine(int node);
  Journal& journal(int node);
  NodeLoop& loop(int node);

  // The node's process ends: nothing of it runs any more, and it gives nothing up.
  void kill(int node);
  void join(int node);  // a process of its own: another number towards the store
  int number(int node) const;

  void start(int node, std::string name);
  // A person says it at the node. The same id may be said again, at any node.
  void say(int node, const std::string& id, const std::string& text);
  // The same by the journal alone, as a bridge without an engine does.
  void post(int node, const std::string& id, const std::string& text);
  bool heard(const std::string& id) const { return heard_.contains(id); }

  void run_for(Millis span) { sim.run_for(span); }
  // Runs until it holds; false when it does not within ten minutes of the clock.
  bool run_until(const std::function<bool()>& holds);

  std::vector<EventPtr> events() const { return store.events(room); }
  std::optional<Json> result() const;  // of the flow
  std::size_t count(std::string_view kind) const;
  std::string story() const;

  SimLoop sim;
  SharedStore store;
  std::vector<Performance> ledger;               // `process` is the node's number
  std::map<int, std::vector<EventPtr>> told;     // by node: to its bus
  std::map<int, std::vector<std::string>> lost;  // by node: codes

 private:
  class Ears;
  struct Process {
    std::unique_ptr<NodeLoop> loop;
    std::unique_ptr<Journal> journal;
    std::vector<std::unique_ptr<Performer>> toys;
    Performers performers;
    std::unique_ptr<Engine> engine;
    std::unique_ptr<Ears> ears;
    int number = 0;
  };
  NewEvent message(const std::string& id, const std::string& text) const;

  const std::map<std::string, FlowDefinition> flows_;
  std::map<int, Process> nodes_;
  std::set<std::string> heard_;
  int last_number_ = 0;
};

}  // namespace fm::testing
