#include "loop/pool_scope.h"

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

namespace fm {
namespace {

struct Job {
  Work blocking;
  Work done;
};

}  // namespace

// The pool's queue may outlive the scope. What lies there holds this state and a number, and the
// work itself only as long as the scope is open.
struct PoolScope::State {
  std::mutex mutex;
  std::condition_variable ended;
  int running = 0;  // on pool threads
  bool closed = false;
  std::uint64_t last = 0;
  std::map<std::uint64_t, Job> jobs;  // those whose `done` was not called yet

  // What the work holds is destroyed while it still counts as running, so that close() waits for
  // that too. An exception goes on to the loop, as from any work in the pool.
  void run(std::uint64_t number) {
    struct Running {
      State& state;
      Work work;
      ~Running() {
        work = nullptr;
        const std::lock_guard lock(state.mutex);
        --state.running;
        state.ended.notify_all();
      }
    };
    std::unique_lock lock(mutex);
    if (closed) return;
    ++running;
    Running now{*this, std::move(jobs.at(number).blocking)};
    lock.unlock();
    now.work();
  }

  void finish(std::uint64_t number) {
    std::unique_lock lock(mutex);
    auto job = jobs.extract(number);
    lock.unlock();
    if (job) job.mapped().done();
  }
};

PoolScope::PoolScope(Loop& loop) : loop_(loop), state_(std::make_shared<State>()) {}

PoolScope::~PoolScope() { close(); }

void PoolScope::run(Work blocking, Work done) {
  std::unique_lock lock(state_->mutex);
  if (state_->closed) return;
  const std::uint64_t number = ++state_->last;
  state_->jobs.emplace(number, Job{std::move(blocking), std::move(done)});
  lock.unlock();
  loop_.in_pool([state = state_, number] { state->run(number); },
                [state = state_, number] { state->finish(number); });
}

void PoolScope::close() {
  std::map<std::uint64_t, Job> dropped;
  std::unique_lock lock(state_->mutex);
  state_->closed = true;
  state_->ended.wait(lock, [this] { return state_->running == 0; });
  dropped.swap(state_->jobs);
  lock.unlock();  // what is dropped may own anything, and ends without the lock
}

std::size_t PoolScope::under_way() const {
  const std::lock_guard lock(state_->mutex);
  return state_->jobs.size();
}

}  // namespace fm
