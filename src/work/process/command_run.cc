#include "work/process/command_run.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <limits>
#include <utility>

#include "base/figures.h"

namespace fm {
namespace {

constexpr Millis kDrain{200};
constexpr Millis kBetweenCounts{100};
constexpr std::size_t kReadAtOnce = 64 * 1024;
constexpr std::size_t kReadInOneGo = 1024 * 1024;  // then others have their turn

}  // namespace

CommandRun::CommandRun(Loop& loop, PoolScope& pool, CommandSpec spec, Child child,
                       CommandListener* listener)
    : loop_(loop),
      pool_(pool),
      spec_(std::move(spec)),
      child_(std::move(child)),
      listener_(listener),
      tree_(std::make_shared<ProcessTree>(child_.mark)),
      began_(loop.clock().steady()),
      output_(spec_.output_limit),
      errors_(spec_.output_limit),
      last_output_(began_) {}

void CommandRun::begin(const CancelToken& cancel) {
  exit_watch_ = loop_.watch(child_.process.get(), FdEvents::kRead, [this](FdEvents) { on_exit(); });
  for (Stream* stream : {&out_, &err_})
    if (stream->descriptor.is_open())
      stream->watch = loop_.watch(stream->descriptor.get(), FdEvents::kRead,
                                  [this, stream](FdEvents) { read(*stream, kReadInOneGo); });
  if (child_.input.is_open())
    input_watch_ = loop_.watch(child_.input.get(), FdEvents::kWrite, [this](FdEvents) { write(); });
  if (spec_.time_limit > Millis(0))
    time_ = loop_.after(spec_.time_limit, [this] { stop(CommandEnding::kTimedOut); });
  if (spec_.quiet_limit > Millis(0)) count_quiet();
  if (spec_.limits.processes > 0 || spec_.limits.memory_bytes > 0) count_limits();
  cancelled_ = cancel.on_cancel([this] { stop(CommandEnding::kCancelled); });
}

void CommandRun::write() {
  while (!unwritten_.empty()) {
    const ssize_t put = ::write(child_.input.get(), unwritten_.data(), unwritten_.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0 && errno == EAGAIN) return;
    if (put < 0) break;  // it reads no more, which is its own affair
    unwritten_.remove_prefix(static_cast<std::size_t>(put));
  }
  input_watch_.reset();
  child_.input.close();
}

void CommandRun::read(Stream& stream, std::size_t at_most) {
  std::array<char, kReadAtOnce> part;
  for (std::size_t all = 0; all < at_most;) {
    const ssize_t got = ::read(stream.descriptor.get(), part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
      stream.watch.reset();
      stream.descriptor.close();
      check_over();
      return;
    }
    const std::string_view bytes(part.data(), static_cast<std::size_t>(got));
    all += bytes.size();
    stream.kept.add(bytes);
    last_output_ = loop_.clock().steady();
    if (listener_ == nullptr) continue;
    if (&stream == &err_)
      listener_->on_errors(bytes);
    else
      listener_->on_output(bytes);
  }
}

void CommandRun::on_exit() {
  exit_watch_.reset();
  has_exited_ = true;
  end_.took = loop_.clock().steady() - began_;
  drain_ = loop_.after(kDrain, [this] { over_.resolve(true); });
  check_over();
}

void CommandRun::check_over() {
  if (has_exited_ && !out_.descriptor.is_open() && !err_.descriptor.is_open()) over_.resolve(true);
}

void CommandRun::stop(CommandEnding ending, std::string why) {
  // Once the program has ended by itself, that is what is told.
  if (over_.is_resolved() || has_exited_ || end_.ending != CommandEnding::kExited) return;
  end_.ending = ending;
  end_.why = std::move(why);
  end_.took = loop_.clock().steady() - began_;
  over_.resolve(true);
}

void CommandRun::count_quiet() {
  const Millis silent = loop_.clock().steady() - last_output_;
  if (silent >= spec_.quiet_limit) return stop(CommandEnding::kQuiet);
  quiet_ = loop_.after(spec_.quiet_limit - silent, [this] { count_quiet(); });
}

void CommandRun::count_limits() {
  const auto usage = std::make_shared<TreeUsage>();
  pool_.run([usage, tree = tree_] { *usage = tree->usage(); },
            [this, usage, alive = std::weak_ptr(alive_)] {
              if (alive.lock()) check_limits(*usage);
            });
}

void CommandRun::check_limits(const TreeUsage& usage) {
  if (over_.is_resolved() || has_exited_) return;
  const ProcessLimits& limits = spec_.limits;
  if (limits.processes > 0 && usage.processes > limits.processes)
    return stop(CommandEnding::kOverLimits, "It ran " + thousands(usage.processes) +
                                                " processes at once; " +
                                                thousands(limits.processes) + " are allowed.");
  if (limits.memory_bytes > 0 && usage.memory_bytes > limits.memory_bytes)
    return stop(CommandEnding::kOverLimits,
                "It used " + thousands(usage.memory_bytes >> 20) + " MB of memory; " +
                    thousands(limits.memory_bytes >> 20) + " are allowed.");
  limits_ = loop_.after(kBetweenCounts, [this] { count_limits(); });
}

void CommandRun::let_go() {
  listener_ = nullptr;
  cancelled_.reset();
  time_.reset();
  quiet_.reset();
  limits_.reset();
}

CommandEnd CommandRun::finish() {
  let_go();
  drain_.reset();
  for (Stream* stream : {&out_, &err_})  // what lies in the pipe still, which is of a fixed size
    if (stream->descriptor.is_open()) read(*stream, std::numeric_limits<std::size_t>::max());
  if (const auto status = child_.wait(); status && end_.ending == CommandEnding::kExited) {
    if (status->by_signal) end_.ending = CommandEnding::kSignal;
    end_.status = status->value;
  }
  end_.output = output_.text();
  end_.errors = errors_.text();
  end_.output_bytes = output_.bytes() + errors_.bytes();
  end_.cut = output_.is_cut() || errors_.is_cut();
  return std::move(end_);
}

}  // namespace fm
