// Task<T>: an asynchronous piece of I/O inside a performer.
//
// Lazy: it starts when awaited, or when start() hands it to the loop. It is awaited where it is
// made, or owned by whoever started it until its callback ran; never detached. It runs on the loop
// thread only and its frame dies with the Task. Parameters of a task are taken by value, or are
// references to objects that an awaiting ancestor owns. Cancellation is a CancelToken passed along
// and a value in the result; a task that nobody waits for any more may simply be destroyed while
// suspended. Flows do not use Task: they await effects only (engine/flow/flow.h).
#pragma once

#include <algorithm>
#include <coroutine>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/result.h"

namespace fm {

template <class T>
class Task;

namespace detail {

struct TaskPromiseBase {
  std::coroutine_handle<> continuation;
  std::exception_ptr failure;

  std::suspend_always initial_suspend() noexcept { return {}; }

  struct Final {
    bool await_ready() noexcept { return false; }
    template <class P>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<P> done) noexcept {
      auto next = done.promise().continuation;
      return next ? next : std::noop_coroutine();
    }
    void await_resume() noexcept {}
  };
  Final final_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { failure = std::current_exception(); }
};

template <class T>
struct TaskPromise : TaskPromiseBase {
  std::optional<T> value;
  Task<T> get_return_object() noexcept;
  template <class U>
  void return_value(U&& result) {
    value.emplace(std::forward<U>(result));
  }
  T take() { return std::move(*value); }
};

template <>
struct TaskPromise<void> : TaskPromiseBase {
  Task<void> get_return_object() noexcept;
  void return_void() noexcept {}
  void take() {}
};

}  // namespace detail

template <class T>
class [[nodiscard]] Task {
 public:
  using promise_type = detail::TaskPromise<T>;
  using Handle = std::coroutine_handle<promise_type>;

  explicit Task(Handle handle) : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Task& operator=(Task&& other) noexcept {
    if (this != &other) {
      if (handle_) handle_.destroy();
      handle_ = std::exchange(other.handle_, {});
    }
    return *this;
  }
  ~Task() {
    if (handle_) handle_.destroy();
  }

  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiting) noexcept {
    handle_.promise().continuation = awaiting;
    return handle_;
  }
  T await_resume() {
    if (handle_.promise().failure) std::rethrow_exception(handle_.promise().failure);
    return handle_.promise().take();
  }

 private:
  Handle handle_;
};

namespace detail {
template <class T>
Task<T> TaskPromise<T>::get_return_object() noexcept {
  return Task<T>(std::coroutine_handle<TaskPromise<T>>::from_promise(*this));
}
inline Task<void> TaskPromise<void>::get_return_object() noexcept {
  return Task<void>(std::coroutine_handle<TaskPromise<void>>::from_promise(*this));
}
}  // namespace detail

// A root task that somebody owns. Destroying it while the task is suspended ends the task there.
class [[nodiscard]] RunningTask {
 public:
  struct promise_type {
    RunningTask get_return_object() noexcept {
      return RunningTask(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() noexcept {}
    void unhandled_exception() noexcept { std::terminate(); }  // start() catches before this
  };

  RunningTask() = default;
  explicit RunningTask(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  RunningTask(RunningTask&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  RunningTask& operator=(RunningTask&& other) noexcept {
    if (this != &other) {
      reset();
      handle_ = std::exchange(other.handle_, {});
    }
    return *this;
  }
  ~RunningTask() { reset(); }

  void reset() {
    if (auto handle = std::exchange(handle_, {})) handle.destroy();
  }
  bool done() const { return !handle_ || handle_.done(); }

 private:
  std::coroutine_handle<promise_type> handle_;
};

// Starts `task` now, on the caller's (loop) thread. `done` gets its value, or the exception that
// left it. `done` must not destroy the RunningTask; post that.
template <class T, class Done>
RunningTask start(Task<T> task, Done done) {
  std::expected<T, std::exception_ptr> outcome = std::unexpected(std::exception_ptr());
  try {
    if constexpr (std::is_void_v<T>) {
      co_await task;
      outcome = {};
    } else {
      outcome = co_await task;
    }
  } catch (...) {  // handed on as a value: the owner decides what it means
    outcome = std::unexpected(std::current_exception());
  }
  done(std::move(outcome));
}

// One value that arrives later: the bridge from callbacks to Task. The setter may run before or
// after the await; both on the loop. resolve() twice keeps the first.
template <class T>
class Later {
 public:
  Later() : state_(std::make_shared<State>()) {}

  void resolve(T value) const {
    if (state_->value || state_->taken) return;
    state_->value.emplace(std::move(value));
    if (auto waiting = std::exchange(state_->waiting, {})) waiting.resume();
  }

  bool is_resolved() const { return state_->value.has_value(); }

  // Awaitable once.
  auto operator co_await() const {
    struct Awaiter {
      std::shared_ptr<State> state;
      bool await_ready() const noexcept { return state->value.has_value(); }
      void await_suspend(std::coroutine_handle<> handle) noexcept { state->waiting = handle; }
      T await_resume() {
        state->taken = true;
        T value = std::move(*state->value);
        state->value.reset();
        return value;
      }
      ~Awaiter() { state->waiting = {}; }
    };
    return Awaiter{state_};
  }

 private:
  struct State {
    std::optional<T> value;
    std::coroutine_handle<> waiting;
    bool taken = false;
  };
  std::shared_ptr<State> state_;
};

// Tells a task that its result is no longer wanted. Copies share one state. Callbacks run once, on
// the loop, inside cancel(), in the order they were added.
class CancelToken {
 public:
  CancelToken() : state_(std::make_shared<State>()) {}

  bool cancelled() const { return state_->cancelled; }
  void cancel() const {
    if (std::exchange(state_->cancelled, true)) return;
    for (const auto& entry : std::exchange(state_->guards, {}))
      if (const auto alive = entry.lock()) alive->callback();
  }

  // Keeps a callback registered as long as it lives.
  using Registration = std::shared_ptr<std::move_only_function<void()>>;
  [[nodiscard]] Registration on_cancel(std::move_only_function<void()> callback) const {
    auto owner = std::make_shared<Guard>(std::move(callback));
    Registration handle(owner, &owner->callback);
    if (state_->cancelled) {
      owner->callback();
    } else {
      state_->add(owner);
    }
    return handle;
  }

 private:
  struct Guard {
    explicit Guard(std::move_only_function<void()> c) : callback(std::move(c)) {}
    std::move_only_function<void()> callback;
  };
  struct State {
    bool cancelled = false;
    std::vector<std::weak_ptr<Guard>> guards;
    std::size_t sweep_at = 16;

    // A token may live as long as its flow, registrations only as long as a call: those that are
    // gone are swept out whenever the list has doubled.
    void add(const std::shared_ptr<Guard>& guard) {
      if (guards.size() >= sweep_at) {
        std::erase_if(guards, [](const auto& entry) { return entry.expired(); });
        sweep_at = std::max<std::size_t>(16, 2 * guards.size());
      }
      guards.push_back(guard);
    }
  };
  std::shared_ptr<State> state_;
};

}  // namespace fm
