#include "cli/terminal/output.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace fm::cli {
namespace {

constexpr Millis kLastMoment{250};

// Writes all of it; else what the system said when it would not take more.
int write_fully(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {  // another program made it non-blocking
      pollfd wanted{.fd = fd, .events = POLLOUT, .revents = 0};
      ::poll(&wanted, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

}  // namespace

// Shared with the thread, which may outlive the Output while it hangs in a write.
struct Output::State {
  std::mutex mutex;
  std::condition_variable changed;
  std::string queue;
  std::size_t writing = 0;  // bytes that the thread holds
  bool ending = false;
  bool gone = false;
  int failure = 0;        // of a write that was refused although somebody reads
  bool finished = false;  // the thread touches nothing any more

  // Kept apart by a mutex of their own, so that they are dropped only between two calls.
  std::mutex listener;
  Executor* executor = nullptr;
  std::shared_ptr<std::function<void()>> on_drained;
  std::shared_ptr<std::function<void()>> on_gone;

  std::size_t pending() const { return gone ? 0 : queue.size() + writing; }

  void tell(std::shared_ptr<std::function<void()>> State::* whom) {
    const std::lock_guard lock(listener);
    if (executor == nullptr || !(this->*whom)) return;
    // Whoever stopped listening meanwhile is not told.
    executor->post([weak = std::weak_ptr(this->*whom)] {
      if (const auto alive = weak.lock(); alive && *alive) (*alive)();
    });
  }

  void run(int fd) {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return ending || (!gone && !queue.empty()); });
      if (gone || queue.empty()) break;  // ending
      const std::string bytes = std::exchange(queue, {});
      writing = bytes.size();
      lock.unlock();
      const int refused = write_fully(fd, bytes);
      const bool written = refused == 0;
      lock.lock();
      if (refused != EPIPE) failure = refused;
      writing = 0;
      if (!written) {
        gone = true;
        queue.clear();
      }
      const bool drained = queue.empty();
      changed.notify_all();
      lock.unlock();
      if (!written) tell(&State::on_gone);
      if (drained) tell(&State::on_drained);
      lock.lock();
    }
    finished = true;
    changed.notify_all();
  }
};

Output::Output(int fd) : state_(std::make_shared<State>()) {
  std::thread([state = state_, fd] { state->run(fd); }).detach();
}

Output::~Output() {
  {
    const std::lock_guard lock(state_->listener);
    state_->executor = nullptr;
    state_->on_drained.reset();
    state_->on_gone.reset();
  }
  std::unique_lock lock(state_->mutex);
  state_->ending = true;
  state_->changed.notify_all();
  state_->changed.wait_for(lock, kLastMoment, [this] { return state_->finished; });
}

void Output::write(std::string bytes) {
  if (bytes.empty()) return;
  const std::lock_guard lock(state_->mutex);
  if (state_->gone) return;
  state_->queue += bytes;
  state_->changed.notify_all();
}

bool Output::write_all(std::string bytes) {
  write(std::move(bytes));
  std::unique_lock lock(state_->mutex);
  state_->changed.wait(lock, [this] { return state_->pending() <= kBound; });
  return !state_->gone;
}

bool Output::congested() const {
  const std::lock_guard lock(state_->mutex);
  return state_->pending() > kBound;
}

bool Output::empty() const {
  const std::lock_guard lock(state_->mutex);
  return state_->pending() == 0;
}

bool Output::closed() const {
  const std::lock_guard lock(state_->mutex);
  return state_->gone;
}

int Output::failure() const {
  const std::lock_guard lock(state_->mutex);
  return state_->failure;
}

void Output::listen(Executor& executor, std::function<void()> drained, std::function<void()> gone) {
  const std::lock_guard lock(state_->listener);
  state_->executor = &executor;
  state_->on_drained = std::make_shared<std::function<void()>>(std::move(drained));
  state_->on_gone = std::make_shared<std::function<void()>>(std::move(gone));
}

bool Output::flush(std::optional<Millis> limit) {
  std::unique_lock lock(state_->mutex);
  const auto written = [this] { return state_->pending() == 0; };
  if (limit)
    state_->changed.wait_for(lock, *limit, written);
  else
    state_->changed.wait(lock, written);
  return written() && !state_->gone;
}

void Output::abandon() {
  const std::lock_guard lock(state_->mutex);
  state_->gone = true;
  state_->queue.clear();
  state_->changed.notify_all();
}

}  // namespace fm::cli
