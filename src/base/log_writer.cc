#include "base/log_writer.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <string>
#include <thread>

#include "base/result.h"

namespace fm {

struct LogWriter::State {
  State(int duplicate, std::size_t limit) : fd(duplicate), queue_bytes(limit) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (fd >= 0) ::close(fd);
  }

  void run();

  const int fd;  // -1 when the descriptor could not be duplicated: then all is dropped in silence
  const std::size_t queue_bytes;
  std::mutex mutex;
  std::condition_variable changed;
  std::string queued;
  std::size_t in_flight = 0;  // bytes taken from the queue and not yet written
  bool closing = false;
  bool done = false;
  std::thread thread;  // touched by the owner only
};

namespace {

// A reader that is gone is no error: there is nobody left to tell.
void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // another process made the shared descriptor non-blocking
      pollfd writable{fd, POLLOUT, 0};
      ::poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      return;
    }
  }
}

// Signals are for the loop's thread; SIGPIPE for a reader that is gone is for nobody.
template <class Start>
void with_signals_blocked(Start start) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  start();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

void LogWriter::State::run() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return closing || !queued.empty(); });
    if (queued.empty()) break;
    const std::string batch = std::exchange(queued, {});
    in_flight = batch.size();
    lock.unlock();
    write_all(fd, batch);
    lock.lock();
    in_flight = 0;
  }
  done = true;
  changed.notify_all();
}

LogWriter::LogWriter(int fd, std::size_t queue_bytes)
    : state_(std::make_shared<State>(::fcntl(fd, F_DUPFD_CLOEXEC, 3), queue_bytes)) {
  with_signals_blocked([&] { state_->thread = std::thread([state = state_] { state->run(); }); });
}

LogWriter::~LogWriter() {
  FM_CHECK_FATAL(!state_->thread.joinable(), "a log's writer is closed before it ends");
}

bool LogWriter::put(std::string_view line) {
  const std::lock_guard lock(state_->mutex);
  if (state_->queued.size() + state_->in_flight + line.size() > state_->queue_bytes) return false;
  state_->queued += line;
  state_->changed.notify_all();
  return true;
}

void LogWriter::close(std::string_view last, Millis limit) {
  std::unique_lock lock(state_->mutex);
  state_->queued += last;
  state_->closing = true;
  state_->changed.notify_all();
  const bool done = state_->changed.wait_for(lock, limit, [&] { return state_->done; });
  lock.unlock();
  if (done) {
    state_->thread.join();
  } else {
    state_->thread.detach();
  }
}

}  // namespace fm
