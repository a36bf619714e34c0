#include "work/git/plumbing/git_locks.h"

#include <algorithm>
#include <utility>

namespace fm {
namespace {

// One who holds a lock or waits for it. Whoever is first in the line holds it.
struct Turn {
  const Later<bool> come;
};

using Line = std::deque<std::shared_ptr<Turn>>;

}  // namespace

struct GitLocks::State {
  explicit State(Loop& l) : loop(l) {}

  void leave(const std::string& name, const std::shared_ptr<Turn>& turn) {
    const auto at = lines.find(name);
    if (at == lines.end()) return;
    Line& line = at->second;
    const bool held = line.front() == turn;
    std::erase(line, turn);
    if (line.empty()) {
      lines.erase(at);
    } else if (held) {
      // At top level: this may run inside a task that is being destroyed.
      loop.post([next = line.front()] { next->come.resolve(true); });
    }
  }

  Loop& loop;
  std::map<std::string, Line> lines;
};

GitLocks::GitLocks(Loop& loop) : state_(std::make_shared<State>(loop)) {}

Task<GitLocks::Hold> GitLocks::take(std::string name) {
  const auto turn = std::make_shared<Turn>();
  Line& line = state_->lines[name];
  const bool is_free = line.empty();
  line.push_back(turn);
  Hold hold;
  // Leaves the line when the hold dies, also while it still waits.
  hold.turn_ = std::shared_ptr<void>(
      nullptr, [state = state_, name, turn](void*) { state->leave(name, turn); });
  if (!is_free) co_await turn->come;
  co_return hold;
}

}  // namespace fm
