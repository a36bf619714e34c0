#include "loop/sim_loop.h"

#include <algorithm>
#include <utility>

namespace fm {
namespace {

constexpr int kEndless = 10'000'000;  // steps; a test that needs more than this does not end

}  // namespace

SimLoop::SimLoop(std::uint64_t seed, UtcMs start) : clock_(start), seed_(seed), random_(seed) {}

SimLoop::~SimLoop() {
  closed_ = true;  // what the destroyed work posts is dropped
  while (!posted_.empty()) {
    const Work dropped = std::move(posted_.front());
    posted_.pop_front();
  }
  timers_.clear();
}

void SimLoop::post(Work work) {
  if (!closed_) posted_.push_back(std::move(work));
}

std::unique_ptr<Timer> SimLoop::after(Millis span, Work work) {
  return timers_.add(clock_.steady() + std::max(span, Millis(0)), std::move(work));
}

std::unique_ptr<FdWatch> SimLoop::watch(int, FdEvents, std::move_only_function<void(FdEvents)>) {
  throw_bug("SimLoop has no file descriptors: use make_loop() here", __FILE__, __LINE__);
}

void SimLoop::in_pool(Work blocking, Work done) {
  post([this, blocking = std::move(blocking), done = std::move(done)]() mutable {
    blocking();
    post(std::move(done));
  });
}

std::optional<Work> SimLoop::take_ready() {
  const std::size_t due = timers_.due_count(clock_.steady());
  if (posted_.empty() && due == 0) return std::nullopt;
  const std::size_t pick = seed_ == 0 ? 0 : random_() % (posted_.size() + due);
  if (pick >= posted_.size()) return timers_.take_due(clock_.steady(), pick - posted_.size());
  const auto at = posted_.begin() + static_cast<std::ptrdiff_t>(pick);
  Work work = std::move(*at);
  posted_.erase(at);
  return work;
}

bool SimLoop::step() {
  auto work = take_ready();
  if (!work) {
    const auto due = timers_.next_due();
    if (!due) return false;
    clock_.advance(*due - clock_.steady());
    work = take_ready();
  }
  (*work)();
  return true;
}

bool SimLoop::step_before(Millis end) {
  auto work = take_ready();
  if (!work) {
    const auto due = timers_.next_due();
    if (!due || *due > end) return false;
    clock_.advance(std::max(*due - clock_.steady(), Millis(0)));
    work = take_ready();
  }
  (*work)();
  return true;
}

void SimLoop::run() {
  while (!stopped_) {
    const bool alive = step();
    FM_CHECK(alive || stopped_, "the loop would wait for ever: nothing is ready or timed");
  }
  stopped_ = false;
}

void SimLoop::run_ready() {
  for (int steps = 0; auto work = take_ready(); ++steps) {
    FM_CHECK(steps < kEndless, "the loop does not come to rest");
    (*work)();
  }
}

void SimLoop::run_for(Millis span) {
  const Millis end = clock_.steady() + span;
  run_ready();
  for (auto due = timers_.next_due(); due && *due <= end; due = timers_.next_due()) {
    clock_.advance(std::max(*due - clock_.steady(), Millis(0)));
    run_ready();
  }
  clock_.advance(std::max(end - clock_.steady(), Millis(0)));
}

void SimLoop::run_until_idle() {
  for (int steps = 0; step(); ++steps) FM_CHECK(steps < kEndless, "the loop does not come to rest");
}

}  // namespace fm
