#include "work/process/command.h"

#include <csignal>
#include <cstring>
#include <list>
#include <set>
#include <utility>

#include "base/figures.h"
#include "engine/flow/task_scope.h"
#include "loop/pool_scope.h"
#include "work/process/child.h"
#include "work/process/command_run.h"
#include "work/process/control_group.h"
#include "work/process/process_tree.h"

namespace fm {
namespace {

constexpr Millis kGrace{2000};
constexpr Millis kKillPatience{3000};  // then the kernel itself holds it, and waiting is no use
constexpr Millis kBetweenLooks{20};
constexpr Millis kGroupPause{5};
constexpr int kGroupTries = 20;

Task<bool> pause(Loop& loop, Millis span) {
  const Later<bool> later;
  const auto timer = loop.after(span, [later] { later.resolve(true); });
  co_return co_await later;
}

// Whose are left, and whether the control group went with the last of them.
struct Looked {
  std::vector<pid_t> left;
  bool group_is_gone = false;
};

Task<Looked> look(PoolScope& pool, std::shared_ptr<ProcessTree> tree, int signal) {
  return in_pool(pool, [tree, signal] {
    if (signal == SIGKILL) ControlGroup::close(tree->mark().name);
    Looked looked{.left = signal == SIGTERM ? tree->terminate() : tree->kill()};
    if (looked.left.empty()) looked.group_is_gone = ControlGroup::remove(tree->mark().name);
    return looked;
  });
}

// Gives those that are there even so.
Task<std::vector<pid_t>> end_processes(Loop& loop, PoolScope& pool,
                                       std::shared_ptr<ProcessTree> tree, Millis grace) {
  const Millis began = loop.clock().steady();
  int empty_looks = 0;
  for (;;) {
    const Millis spent = loop.clock().steady() - began;
    auto [left, group_is_gone] = co_await look(pool, tree, spent < grace ? SIGTERM : SIGKILL);
    if (left.empty() && (group_is_gone || ++empty_looks == kGroupTries)) co_return left;
    if (!left.empty() && spent >= grace + kKillPatience) co_return left;
    co_await pause(loop, left.empty() ? kGroupPause : kBetweenLooks);
  }
}

}  // namespace

Task<bool> CommandListener::on_start(ProcessMark) { co_return true; }
void CommandListener::on_output(std::string_view) {}

std::string describe(const CommandEnd& end, const CommandSpec& spec) {
  switch (end.ending) {
    case CommandEnding::kExited:
      return "It ended with exit status " + std::to_string(end.status) + ".";
    case CommandEnding::kSignal:
      return "It was ended by signal " + std::to_string(end.status) + " (" +
             ::strsignal(end.status) + ").";
    case CommandEnding::kTimedOut:
      return "It was ended: it had not finished after " + duration_text(spec.time_limit) + ".";
    case CommandEnding::kQuiet:
      return "It was ended: it had written nothing for " + duration_text(spec.quiet_limit) + ".";
    case CommandEnding::kOverLimits:
      return "It was ended: it went over its limits. " + end.why;
    case CommandEnding::kCancelled:
      return "It was cancelled.";
  }
  return {};
}

class CommandRunner::Impl {
 public:
  explicit Impl(Loop& loop) : loop_(loop), pool_(loop) {}

  // Whoever waited is gone, or this is: nobody can wait for the processes to tidy up.
  ~Impl() {
    ending_.clear();
    pool_.close();
    for (const auto& run : runs_) run->tree()->kill();
  }

  // A run that is destroyed by whoever waited for it is ended all the same.
  class Held {
   public:
    Held(Impl& impl, std::shared_ptr<CommandRun> run) : impl_(impl), run_(std::move(run)) {
      impl_.runs_.insert(run_);
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
      if (!run_) return;
      run_->let_go();
      impl_.end_later(std::move(run_));
    }
    void release() {
      impl_.runs_.erase(run_);
      run_.reset();
    }

   private:
    Impl& impl_;
    std::shared_ptr<CommandRun> run_;
  };

  Task<Result<CommandEnd>> run(CommandSpec spec, CancelToken cancel, CommandListener* listener) {
    if (cancel.cancelled()) co_return CommandEnd{.ending = CommandEnding::kCancelled};
    // In a box of its own: it is moved through the pool's queue, and must be destroyed once.
    const auto shared = std::make_shared<const CommandSpec>(std::move(spec));
    Child child = CO_TRY(co_await in_pool(pool_, [shared] { return Child::start(*shared); }));
    const auto run =
        std::make_shared<CommandRun>(loop_, pool_, *shared, std::move(child), listener);
    Held held(*this, run);
    run->begin(cancel);
    if (listener && !co_await listener->on_start(run->mark())) run->stop(CommandEnding::kCancelled);
    co_await run->over();
    const Millis grace = run->ending() == CommandEnding::kOverLimits ? Millis(0) : kGrace;
    auto left = co_await end_processes(loop_, pool_, run->tree(), grace);
    CommandEnd end = run->finish();
    end.unended = std::move(left);
    held.release();
    co_return end;
  }

  Task<std::vector<pid_t>> end_tree(ProcessMark mark, Millis grace) {
    co_return co_await end_processes(loop_, pool_, std::make_shared<ProcessTree>(std::move(mark)),
                                     grace);
  }

  std::size_t running() const { return runs_.size(); }

 private:
  void end_later(std::shared_ptr<CommandRun> run) {
    const auto at = ending_.emplace(ending_.end());
    *at = start(end_processes(loop_, pool_, run->tree(), kGrace), [this, at, run](auto) {
      loop_.post([this, at, run, alive = std::weak_ptr(alive_)] {
        if (!alive.lock()) return;
        run->finish();
        runs_.erase(run);
        ending_.erase(at);
      });
    });
  }

  Loop& loop_;
  std::set<std::shared_ptr<CommandRun>> runs_;
  std::list<RunningTask> ending_;
  PoolScope pool_;
  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

CommandRunner::CommandRunner(Loop& loop) : impl_(std::make_unique<Impl>(loop)) {
  std::signal(SIGPIPE, SIG_IGN);  // a program may end before it has read its input
}

CommandRunner::~CommandRunner() = default;

Task<Result<CommandEnd>> CommandRunner::run(CommandSpec spec, CancelToken cancel,
                                            CommandListener* listener) {
  return impl_->run(std::move(spec), std::move(cancel), listener);
}

Task<std::vector<pid_t>> CommandRunner::end_tree(ProcessMark mark, Millis grace) {
  return impl_->end_tree(std::move(mark), grace);
}

std::size_t CommandRunner::running() const { return impl_->running(); }

}  // namespace fm
