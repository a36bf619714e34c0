// TaskScope: the tasks that one object has begun, none of which outlives it.
//
// A task ends where it stands when its scope dies, and its `done` is not called then. Tasks of the
// same line run one after the other, in the order in which they were given; all others side by
// side. A bug in a task is answered as internal_error. Loop thread; `done` must not destroy the
// scope.
#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "base/result.h"
#include "engine/flow/task.h"
#include "loop/loop.h"
#include "loop/pool_scope.h"

namespace fm {

class TaskScope {
 public:
  explicit TaskScope(Loop& loop) : loop_(loop) {}
  TaskScope(const TaskScope&) = delete;
  TaskScope& operator=(const TaskScope&) = delete;

  template <class T, class F>
  void run(Task<Result<T>> task, F done) {
    const std::uint64_t number = ++last_;
    RunningTask& running = running_[number];
    running = start(std::move(task), [this, number, done = std::move(done)](auto outcome) mutable {
      // Its own frame cannot be destroyed from inside it.
      loop_.post([this, number, alive = std::weak_ptr(alive_)] {
        if (alive.lock()) running_.erase(number);
      });
      if (outcome)
        done(std::move(*outcome));
      else
        done(Result<T>(std::unexpected(internal_error(outcome.error()))));
    });
  }

  template <class T, class F>
  void run_in_line(const std::string& line, Task<Result<T>> task, F done) {
    Work begin = [this, line, task = std::move(task), done = std::move(done)]() mutable {
      run(std::move(task), [this, line, done = std::move(done)](Result<T> value) mutable {
        done(std::move(value));
        next(line);
      });
    };
    const auto [at, is_first] = lines_.try_emplace(line);
    if (is_first)
      begin();
    else
      at->second.push_back(std::move(begin));
  }

 private:
  static Error internal_error(const std::exception_ptr& failure) {
    try {
      std::rethrow_exception(failure);
    } catch (const std::exception& error) {
      return {"internal_error", "Something went wrong inside the program.", error.what(), ""};
    }
  }

  void next(const std::string& line) {
    const auto at = lines_.find(line);
    if (at->second.empty()) {
      lines_.erase(at);
      return;
    }
    Work begin = std::move(at->second.front());
    at->second.pop_front();
    begin();
  }

  Loop& loop_;
  std::uint64_t last_ = 0;
  std::map<std::string, std::deque<Work>> lines_;  // those in which a task runs, and what waits
  std::map<std::uint64_t, RunningTask> running_;
  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

// For a task: does `work` in the pool and goes on with what it returned.
template <class F>
Task<std::invoke_result_t<F&>> in_pool(PoolScope& pool, F work) {
  using Value = std::invoke_result_t<F&>;
  const auto value = std::make_shared<std::optional<Value>>();
  const Later<bool> done;
  pool.run([value, work = std::move(work)]() mutable { value->emplace(work()); },
           [done] { done.resolve(true); });
  co_await done;
  co_return std::move(**value);
}

}  // namespace fm
