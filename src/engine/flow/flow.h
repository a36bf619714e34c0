// Flow<T>: a way of working as straight-line code that survives a crash.
//
//   Flow<FlowEnd> greet(FlowHandle flow, JsonObject args) {
//     Outcome hello = co_await flow.perform("hello", {"turn", {{"agent", "leader"}}});
//     if (!hello.ok()) co_return FlowEnd::failed(*hello.error);
//     std::vector<Flow<int>> parts;
//     for (int i = 1; i <= 3; ++i) parts.push_back(part(flow.branch("part", i), i));
//     std::vector<int> sums = co_await flow.all(std::move(parts));
//     co_return FlowEnd::success();
//   }
//
// A flow awaits effects, other flows, all() and race(), and nothing else. After a crash it runs
// again from its top; what the journal holds is handed to it in the order of the log. So it must
// decide only by its arguments, by outcomes and by view(): no clock, no randomness, no live state.
// Each effect has a place, "/segment(/segment)*", unique in the run: the same place twice is a bug.
//
// Everything runs on the loop thread. A frame is a cache: the engine may drop it while all its
// leaves wait for a person, a timer or a child, and rebuild it by replay. Parameters of a flow are
// taken by value. Cancellation is a value: a cancelled effect's Outcome is `interrupted`, and so is
// at once every further effect of that branch, but for those under shielded().
#pragma once

#include <coroutine>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/flow/effect.h"

namespace fm {

class Carried;
class FlowRun;

template <class T>
class Flow;

namespace detail {

// Printed when a branch of all() or race() is done.
class Join {
 public:
  virtual ~Join() = default;
  virtual void branch_done(std::size_t index) noexcept = 0;
};

struct FlowPromiseBase {
  std::coroutine_handle<> continuation;
  Join* join = nullptr;
  std::size_t index = 0;
  std::exception_ptr failure;

  std::suspend_always initial_suspend() noexcept { return {}; }

  struct Final {
    bool await_ready() noexcept { return false; }
    template <class P>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<P> done) noexcept {
      FlowPromiseBase& promise = done.promise();
      if (promise.join) promise.join->branch_done(promise.index);
      return promise.continuation ? promise.continuation : std::noop_coroutine();
    }
    void await_resume() noexcept {}
  };
  Final final_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { failure = std::current_exception(); }
};

// Cancellation reaches the effects of a branch and of the branches below it.
struct Scope {
  std::shared_ptr<Scope> parent;
  std::string prefix;  // the place of the branch; "" at the top
  bool cancelled = false;
  bool shielded = false;

  bool is_cancelled() const {
    for (const Scope* scope = this; scope; scope = scope->parent.get()) {
      if (scope->cancelled) return true;
      if (scope->shielded) return false;
    }
    return false;
  }
  bool is_below(const Scope& other) const {
    for (const Scope* scope = this; scope; scope = scope->parent.get()) {
      if (scope == &other) return true;
      if (scope->shielded) return false;
    }
    return false;
  }
};

}  // namespace detail

// How a flow ends (C-16). Made by the named makers only.
struct FlowEnd {
  std::string completion;  // success, escalation, cancellation, timeout, error
  std::string reason;
  Json result;
  std::optional<Error> error;
  std::optional<JsonObject> next_args;  // set by continue_as

  static FlowEnd success(Json result = {}, std::string reason = {});
  static FlowEnd cancelled(std::string reason, Json result = {});
  static FlowEnd failed(Error error, Json result = {});
};

// One of a gate's answers: flows compare the id, people read the label.
struct GateOption {
  std::string_view id;
  std::string_view label;
};

// A question that only a person can answer (design idea 6).
struct GateRequest {
  std::string type;
  std::string question;                 // one sentence
  std::vector<std::string> options;     // labels; empty: any words answer
  std::vector<std::string> option_ids;  // one for each label; empty: derived (gate_options.h)
  Json subject;                     // the thing itself, shown with the question; part of the digest
  std::optional<UtcMs> expires_at;  // expiring is recorded; the gate stays answerable

  void offer(GateOption option);
};

class EffectAwait {
 public:
  EffectAwait(FlowRun& run, std::shared_ptr<detail::Scope> scope, StepPath place,
              EffectRequest request);
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> waiting);
  Outcome await_resume() { return std::move(outcome_); }

 private:
  FlowRun& run_;
  std::shared_ptr<detail::Scope> scope_;
  StepPath place_;
  EffectRequest request_;
  Outcome outcome_;
};

template <class T>
class [[nodiscard]] Flow {
 public:
  struct promise_type : detail::FlowPromiseBase {
    std::optional<T> value;

    Flow get_return_object() noexcept {
      return Flow(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    void return_value(T result) { value.emplace(std::move(result)); }

    // Only what the journal can repeat may be awaited.
    template <class A>
      requires requires { typename A::awaited_by_flows; }
    A&& await_transform(A&& awaitable) noexcept {
      return std::forward<A>(awaitable);
    }
    EffectAwait await_transform(EffectAwait&& effect) noexcept { return std::move(effect); }
  };

  using awaited_by_flows = void;
  using Handle = std::coroutine_handle<promise_type>;

  explicit Flow(Handle handle) : handle_(handle) {}
  Flow(Flow&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Flow& operator=(Flow&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Flow() {
    if (handle_) handle_.destroy();
  }

  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiting) noexcept {
    handle_.promise().continuation = awaiting;
    return handle_;
  }
  T await_resume() { return take(); }

  Handle handle() const { return handle_; }
  bool done() const { return handle_.done(); }
  T take() {
    if (handle_.promise().failure) std::rethrow_exception(handle_.promise().failure);
    return std::move(*handle_.promise().value);
  }

 private:
  Handle handle_;
};

// For flows that return nothing of interest.
struct Nothing {};

namespace detail {

void make_ready(FlowRun& run, std::coroutine_handle<> handle);
void cancel_scope(FlowRun& run, Scope& scope);
// Exceptions are bugs: the first one in a branch stops the run, whatever its siblings wait for.
void branch_failed(FlowRun& run, const std::exception_ptr& failure) noexcept;

// Starts all branches in order, in one go, and resumes the flow when the last is done. Cancelling
// the flow cancels every branch.
template <class T>
class AllAwait final : public Join {
 public:
  using awaited_by_flows = void;
  AllAwait(FlowRun& run, std::vector<Flow<T>> branches)
      : run_(run), branches_(std::move(branches)), left_(branches_.size()) {}

  bool await_ready() const noexcept { return branches_.empty(); }
  void await_suspend(std::coroutine_handle<> waiting) noexcept {
    waiting_ = waiting;
    for (std::size_t i = 0; i < branches_.size(); ++i) {
      branches_[i].handle().promise().join = this;
      branches_[i].handle().promise().index = i;
      make_ready(run_, branches_[i].handle());
    }
  }
  std::vector<T> await_resume() {
    std::vector<T> values;
    values.reserve(branches_.size());
    for (auto& branch : branches_) values.push_back(branch.take());
    return values;
  }
  void branch_done(std::size_t index) noexcept override {
    if (auto failure = branches_[index].handle().promise().failure) branch_failed(run_, failure);
    if (--left_ == 0) make_ready(run_, waiting_);
  }

 private:
  FlowRun& run_;
  std::vector<Flow<T>> branches_;
  std::size_t left_;
  std::coroutine_handle<> waiting_;
};

// Starts all branches in order; the first that is done (in the order of the log) wins and the
// others are cancelled. Resumes when the last has ended, so nothing runs on behind the flow.
template <class T>
class RaceAwait final : public Join {
 public:
  using awaited_by_flows = void;
  RaceAwait(FlowRun& run, std::vector<std::shared_ptr<Scope>> scopes, std::vector<Flow<T>> branches)
      : run_(run),
        scopes_(std::move(scopes)),
        branches_(std::move(branches)),
        left_(branches_.size()) {}

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> waiting) noexcept {
    waiting_ = waiting;
    for (std::size_t i = 0; i < branches_.size(); ++i) {
      branches_[i].handle().promise().join = this;
      branches_[i].handle().promise().index = i;
      make_ready(run_, branches_[i].handle());
    }
  }
  std::pair<std::size_t, T> await_resume() { return {*winner_, branches_[*winner_].take()}; }
  void branch_done(std::size_t index) noexcept override {
    if (auto failure = branches_[index].handle().promise().failure) branch_failed(run_, failure);
    if (!winner_) {
      winner_ = index;
      for (std::size_t i = 0; i < scopes_.size(); ++i)
        if (i != index) cancel_scope(run_, *scopes_[i]);
    }
    if (--left_ == 0) make_ready(run_, waiting_);
  }

 private:
  FlowRun& run_;
  std::vector<std::shared_ptr<Scope>> scopes_;
  std::vector<Flow<T>> branches_;
  std::size_t left_;
  std::optional<std::size_t> winner_;
  std::coroutine_handle<> waiting_;
};

}  // namespace detail

// What a flow works through: cheap to copy, valid as long as the flow's frame.
class FlowHandle {
 public:
  FlowHandle(FlowRun& run, std::shared_ptr<detail::Scope> scope, std::string prefix)
      : run_(&run), scope_(std::move(scope)), prefix_(std::move(prefix)) {}

  // A place below this one: at("round", 2) is /round/2.
  FlowHandle at(std::string_view segment) const;
  FlowHandle at(std::string_view segment, int index) const;

  // The same with a scope of cancellation of its own: for branches of all() and race().
  FlowHandle branch(std::string_view segment) const;
  FlowHandle branch(std::string_view segment, int index) const;

  // Effects under it are done even when the branch is cancelled: for cleaning up.
  FlowHandle shielded() const;

  EffectAwait perform(std::string_view segment, EffectRequest request) const;

  // Appends events to the room, with this flow and place in them.
  EffectAwait post(std::string_view segment, std::vector<NewEvent> events) const;

  // Moves the cursor to the newest event, so that view() shows what people have said since.
  EffectAwait catch_up(std::string_view segment) const;

  // The next person's message after the last one taken so, whether or not view() has shown it
  // meanwhile: {room_seq, id, text}. None is passed over, by continue_as() neither. A branch that
  // lost its race takes none.
  EffectAwait next_input(std::string_view segment) const;

  EffectAwait sleep(std::string_view segment, Millis span) const;
  EffectAwait ask(std::string_view segment, GateRequest gate) const;  // {answer (id), reason, by}
  EffectAwait child(std::string_view segment, std::string flow, JsonObject args) const;

  // A marker for a change of this flow: `current` for runs that pass it for the first time,
  // `oldest` for those that had passed this point before the marker was written (P-11).
  EffectAwait version(std::string_view segment, int current, int oldest) const;

  template <class T>
  detail::AllAwait<T> all(std::vector<Flow<T>> branches) const {
    return detail::AllAwait<T>(*run_, std::move(branches));
  }

  // `handles` are those the branches were made with, each from branch(), in the same order.
  template <class T>
  detail::RaceAwait<T> race(const std::vector<FlowHandle>& handles,
                            std::vector<Flow<T>> branches) const {
    FM_CHECK(!branches.empty() && handles.size() == branches.size(), "a race needs its branches");
    std::vector<std::shared_ptr<detail::Scope>> scopes;
    for (const FlowHandle& handle : handles) scopes.push_back(handle.scope_);
    return detail::RaceAwait<T>(*run_, std::move(scopes), std::move(branches));
  }

  // Ends this run and begins the flow anew with `args`; unread input carries over (R18).
  FlowEnd continue_as(JsonObject args) const;

  // The room folded up to the cursor. The type is the room's fold (team/room/room.h).
  template <class View>
  const View& view() const {
    return static_cast<const View&>(fold());
  }

  const FlowStart& start() const;
  UtcMs now() const;  // the time of the newest event at the cursor
  RoomSeq cursor() const;
  bool cancelled() const { return scope_->is_cancelled(); }
  // For what branches wait for among themselves (engine/flow/flow_signal.h).
  void make_ready(std::coroutine_handle<> waiting) const { detail::make_ready(*run_, waiting); }
  std::uint64_t random(std::string_view segment) const;  // fixed by flow and place

  // "m-", "g-", ... from this flow and a place below this one (E-4).
  std::string derived_id(char prefix, std::string_view segment) const;

 private:
  const Fold& fold() const;
  EffectAwait effect(std::string_view segment, EffectRequest request) const;
  std::string below(std::string_view segment) const;

  FlowRun* run_;
  std::shared_ptr<detail::Scope> scope_;
  std::string prefix_;
};

// A flow as the engine knows it. `body` is called anew for each run and each replay.
struct FlowDefinition {
  std::string name;
  int version = 1;
  std::function<Flow<FlowEnd>(FlowHandle flow, JsonObject args)> body;
  // Arguments for a run that cannot follow the one it replaces, from those of that one, what it
  // had got done, and the room: what that run had heard counts as heard. Empty: the same arguments.
  std::function<JsonObject(JsonObject args, const Carried& done, const Fold& room)> afresh = {};
  // A run of an older version that this one cannot follow is begun anew without a question: all
  // that it does outside can be looked up or done again, and nothing that was said is lost by it.
  bool renews = false;
};

}  // namespace fm
