#include "cli/terminal/signals.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

namespace fm::cli {
namespace {

constexpr std::array<std::pair<int, Signal>, 7> kWatched{{
    {SIGINT, Signal::kInterrupt},
    {SIGTERM, Signal::kLeave},
    {SIGQUIT, Signal::kLeave},
    {SIGHUP, Signal::kHangUp},
    {SIGWINCH, Signal::kResize},
    {SIGTSTP, Signal::kSuspend},
    {SIGCONT, Signal::kContinue},
}};

// A handler has no other way to find its pipe.
std::atomic<int> pipe_for_handler{-1};

extern "C" void write_signal(int number) {
  const int saved = errno;
  const auto byte = static_cast<unsigned char>(number);
  const int fd = pipe_for_handler.load();
  if (fd >= 0) [[maybe_unused]]
    const ssize_t count = ::write(fd, &byte, 1);
  errno = saved;
}

class PipeSignals final : public Signals {
 public:
  PipeSignals(int read_end, int write_end, std::function<void(Signal)> on_signal)
      : read_end_(read_end), write_end_(write_end), on_signal_(std::move(on_signal)) {}

  ~PipeSignals() override {
    for (std::size_t i = 0; i < installed_; ++i) sigaction(kWatched[i].first, &former_[i], nullptr);
    pipe_for_handler = -1;
    watch_.reset();
    ::close(read_end_);
    ::close(write_end_);
  }

  bool install(Loop& loop) {
    pipe_for_handler = write_end_;
    struct sigaction action{};
    action.sa_handler = write_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (const auto& [number, meaning] : kWatched) {
      struct sigaction& former = former_[installed_];
      if (sigaction(number, &action, &former) != 0) return false;
      ++installed_;
      // What whoever started us chose to ignore (nohup) stays ignored.
      if (former.sa_handler == SIG_IGN && number != SIGWINCH) sigaction(number, &former, nullptr);
    }
    watch_ = loop.watch(read_end_, FdEvents::kRead, [this](FdEvents) { read(); });
    return true;
  }

  void suspend() override {
    // Not SIGTSTP again: it would only come back through the pipe.
    ::raise(SIGSTOP);
  }

 private:
  void read() {
    std::array<unsigned char, 64> bytes{};
    const ssize_t count = ::read(read_end_, bytes.data(), bytes.size());
    for (ssize_t i = 0; i < count; ++i)
      for (const auto& [number, meaning] : kWatched)
        if (bytes[static_cast<std::size_t>(i)] == number) on_signal_(meaning);
  }

  int read_end_;
  int write_end_;
  std::function<void(Signal)> on_signal_;
  std::unique_ptr<FdWatch> watch_;
  std::array<struct sigaction, kWatched.size()> former_{};
  std::size_t installed_ = 0;
};

}  // namespace

Result<std::unique_ptr<Signals>> Signals::open(Loop& loop, std::function<void(Signal)> on_signal) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
    return fail("signals_failed", "Ctrl-C and window changes cannot be watched.",
                std::strerror(errno), "Close other programs and try again.");
  auto signals = std::make_unique<PipeSignals>(ends[0], ends[1], std::move(on_signal));
  if (!signals->install(loop))
    return fail("signals_failed", "Ctrl-C and window changes cannot be watched.",
                std::strerror(errno), "Close other programs and try again.");
  return signals;
}

}  // namespace fm::cli
