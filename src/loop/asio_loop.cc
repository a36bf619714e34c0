// The production loop on Boost.Asio: one thread in an io_context, one timerfd for all timers, a
// pool that is started when it is first needed.
//
// The timerfd counts on CLOCK_BOOTTIME, so a laptop that slept through a deadline acts when it
// wakes. Asio's epoll is edge-triggered; each wait here re-arms, which makes a watch fire as long
// as its condition holds.
#include <fcntl.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "loop/loop.h"
#include "loop/timer_queue.h"

namespace fm {
namespace {

namespace asio = boost::asio;

constexpr std::size_t kPoolThreads = 2;

// Calls `last` when the scope is left, by an exception too.
template <class F>
struct Finally {
  F last;
  ~Finally() { last(); }
};
template <class F>
Finally(F) -> Finally<F>;

// One watched descriptor. Waits hold it by shared_ptr, so it may be given up inside its own call.
class Watched : public std::enable_shared_from_this<Watched> {
 public:
  Watched(asio::io_context& io, int fd, std::move_only_function<void(FdEvents)> ready)
      : fd_(fd), flags_(::fcntl(fd, F_GETFL)), descriptor_(io, fd), ready_(std::move(ready)) {}

  void wait(FdEvents events) {
    using Descriptor = asio::posix::stream_descriptor;
    if (events != FdEvents::kWrite) wait(Descriptor::wait_read, FdEvents::kRead);
    if (events != FdEvents::kRead) wait(Descriptor::wait_write, FdEvents::kWrite);
  }

  void give_up() {
    dead_ = true;
    descriptor_.release();
    if (!calling_) ready_ = nullptr;
  }

 private:
  void wait(asio::posix::stream_descriptor::wait_type type, FdEvents event) {
    descriptor_.async_wait(type, [self = shared_from_this(), type, event](const auto& failure) {
      // A descriptor that cannot be polled (a regular file) is always ready, as with poll().
      if (!self->dead_ && failure != asio::error::operation_aborted) self->call(type, event);
    });
    // Asio makes what it waits for non-blocking. A terminal is shared with the shell and with
    // whatever it starts next, and they must find it as it was, after a kill too.
    if (!std::exchange(waited_, true) && flags_ >= 0) ::fcntl(fd_, F_SETFL, flags_);
  }

  void call(asio::posix::stream_descriptor::wait_type type, FdEvents event) {
    const bool outer = std::exchange(calling_, true);
    const Finally after{[&] {
      calling_ = outer;
      if (!dead_) {
        wait(type, event);
      } else if (!calling_) {
        ready_ = nullptr;
      }
    }};
    ready_(event);
  }

  const int fd_;
  const int flags_;  // as they were
  bool waited_ = false;
  asio::posix::stream_descriptor descriptor_;
  std::move_only_function<void(FdEvents)> ready_;
  bool calling_ = false;
  bool dead_ = false;
};

class WatchHandle final : public FdWatch {
 public:
  explicit WatchHandle(std::shared_ptr<Watched> watched) : watched_(std::move(watched)) {}
  ~WatchHandle() override { watched_->give_up(); }

 private:
  std::shared_ptr<Watched> watched_;
};

class AsioLoop final : public Loop {
 public:
  explicit AsioLoop(const Clock& clock)
      : clock_(clock),
        io_(std::in_place, 1),
        busy_(io_->get_executor()),
        alarm_(std::in_place, *io_, ::timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC)) {
    wait_for_alarm();
  }

  // Work that never ran is destroyed while the rest of the loop still exists: what it owns may
  // post, cancel timers or end watches.
  ~AsioLoop() override {
    pool_.reset();  // lets running work end, drops what has not begun
    closed_ = true;
    timers_.clear();
    alarm_.reset();
    busy_.reset();
    io_.reset();
  }

  void post(Work work) override {
    if (!closed_) asio::post(*io_, std::move(work));
  }

  std::unique_ptr<Timer> after(Millis span, Work work) override {
    auto timer = timers_.add(clock_.steady() + std::max(span, Millis(0)), std::move(work));
    arm();
    return timer;
  }

  std::unique_ptr<FdWatch> watch(int fd, FdEvents events,
                                 std::move_only_function<void(FdEvents)> ready) override {
    auto watched = std::make_shared<Watched>(*io_, fd, std::move(ready));
    watched->wait(events);
    return std::make_unique<WatchHandle>(std::move(watched));
  }

  void in_pool(Work blocking, Work done) override {
    if (!pool_) pool_.emplace(kPoolThreads);
    asio::post(*pool_, [this, blocking = std::move(blocking), done = std::move(done)]() mutable {
      try {
        blocking();
      } catch (...) {
        done = [failure = std::current_exception()] { std::rethrow_exception(failure); };
      }
      post(std::move(done));
    });
  }

  void run() override {
    io_->run();
    io_->restart();  // here and not before run(), so that an early stop() is not lost
  }

  void stop() override { io_->stop(); }
  const Clock& clock() const override { return clock_; }

 private:
  void wait_for_alarm() {
    alarm_->async_wait(asio::posix::stream_descriptor::wait_read, [this](const auto& failure) {
      if (failure) return;
      std::uint64_t rings = 0;
      [[maybe_unused]] const auto read = ::read(alarm_->native_handle(), &rings, sizeof rings);
      armed_.reset();
      wait_for_alarm();
      run_timers();
    });
  }

  void run_timers() {
    const Finally after{[this] { arm(); }};
    const Millis now = clock_.steady();
    const TimerQueue::Mark mark = timers_.mark();
    while (auto work = timers_.take_due_before(now, mark)) (*work)();
  }

  // Sets the alarm for the first timer, unless it is set for no later than that.
  void arm() {
    const auto due = timers_.next_due();
    if (!due || closed_ || (armed_ && *armed_ <= *due)) return;
    armed_ = due;
    const Millis left = std::max(*due - clock_.steady(), Millis(0));
    itimerspec alarm{};
    alarm.it_value.tv_sec = left.count() / 1000;
    alarm.it_value.tv_nsec = left.count() % 1000 * 1'000'000;
    if (left == Millis(0)) alarm.it_value.tv_nsec = 1;  // zero would disarm
    ::timerfd_settime(alarm_->native_handle(), 0, &alarm, nullptr);
  }

  const Clock& clock_;
  TimerQueue timers_;
  std::optional<asio::io_context> io_;
  asio::executor_work_guard<asio::io_context::executor_type> busy_;
  std::optional<asio::posix::stream_descriptor> alarm_;
  std::optional<Millis> armed_;
  std::optional<asio::thread_pool> pool_;
  bool closed_ = false;
};

}  // namespace

std::unique_ptr<Loop> make_loop(const Clock& clock) { return std::make_unique<AsioLoop>(clock); }

}  // namespace fm
