// SharedStore: a store that several nodes write into, as a database server is, in memory.
//
// It is the contract of the journal (engine/log/journal.h) in its plainest form, and what can go
// wrong with it on demand: a commit whose outcome a node never learns, applied at once, later or
// never; a node whose requests are slow; one that is thought dead while it only stands still; hints
// that get lost. Everything is decided by the seed. Each node has a loop of its own on the common
// clock.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/log/journal.h"
#include "loop/sim_loop.h"

namespace fm::testing {

// A node's loop. While it is paused nothing of the node runs; what has become ready runs
// afterwards.
class NodeLoop final : public Loop {
 public:
  explicit NodeLoop(SimLoop& sim) : sim_(sim) {}
  void post(Work work) override;
  [[nodiscard]] std::unique_ptr<Timer> after(Millis span, Work work) override;
  [[nodiscard]] std::unique_ptr<FdWatch> watch(
      int fd, FdEvents events, std::move_only_function<void(FdEvents)> ready) override {
    return sim_.watch(fd, events, std::move(ready));
  }
  void in_pool(Work blocking, Work done) override;
  void run() override { sim_.run(); }
  void stop() override { sim_.stop(); }
  const Clock& clock() const override { return sim_.clock(); }

  void pause() { is_paused_ = true; }
  void go_on();
  bool is_paused() const { return is_paused_; }

 private:
  void run_or_wait(Work work);

  SimLoop& sim_;
  bool is_paused_ = false;
  std::vector<Work> waiting_;
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

enum class CommitFate { kApplied, kNever, kLate };

class SharedStore {
 public:
  SharedStore(SimLoop& sim, std::uint64_t seed) : sim_(sim), random_(seed) {}

  // The journal of a node; a number is used once. It must not outlive the store or the loop.
  std::unique_ptr<Journal> join(int node, Loop& loop);

  // Others may claim what it owns, as if its lease were over.
  void think_dead(int node) { dead_.insert(node); }
  void think_alive(int node) { dead_.erase(node); }

  // The next append of the node with events ends unknown to it, in this way.
  void break_next(int node, CommitFate fate) { breaks_[node] = fate; }

  int unknown_percent = 0;  // of all requests that write
  int lost_hints_percent = 0;
  Millis most_delay{3};              // of one request
  std::map<int, Millis> more_delay;  // of a node's

  std::vector<EventPtr> events(const RoomId& room) const;
  Epoch epoch(const RoomId& room) const;
  int owner(const RoomId& room) const;  // 0: none
  std::vector<OpenRow> open(const RoomId& room) const;
  // What no store may ever hold, in words; empty: all is well.
  std::string faults() const;

  std::map<std::string, int> refused;  // how often, by code
  int commits = 0;
  int late_refused = 0;  // commits that came late and found another claim

 private:
  class Node;
  struct Stored {
    EventPtr event;
    Epoch epoch;  // zero: posted
  };
  struct Room {
    RoomRow row;
    Epoch epoch;
    int owner = 0;
    std::vector<Stored> log;
    std::map<std::pair<OpenKind, std::string>, OpenRow> open;
  };
  Result<Appended> commit(int node, const Append& append);
  Result<Appended> commit(const Post& post);
  Result<Epoch> claim(int node, Room& room);
  Result<Room*> find(const RoomId& room);
  EventPtr store(Room& room, const NewEvent& event, Epoch epoch);
  void hint(const RoomId& room, int writer);
  int percent() { return static_cast<int>(random_() % 100); }

  SimLoop& sim_;
  std::mt19937_64 random_;
  std::map<RoomId, Room> rooms_;
  std::map<std::string, EventPtr> once_;
  std::map<std::string, std::string> blobs_;
  std::map<int, Node*> nodes_;
  std::set<int> dead_;
  std::map<int, CommitFate> breaks_;
  std::vector<std::unique_ptr<Timer>> late_;
  std::int64_t seq_ = 0;
};

}  // namespace fm::testing
