// For the tests of ProviderQueue: calls that stand in it, and what they were told.
#pragma once

#include <doctest/doctest.h>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loop/sim_loop.h"
#include "model/queue/provider_queue.h"

namespace fm {

inline ModelOutcome line_failure(ModelErrorKind kind, std::optional<Millis> hint = {},
                                 std::string words = {}) {
  ModelError error;
  error.kind = kind;
  error.retry_after = hint;
  error.message = std::move(words);
  return std::unexpected(error);
}

// One call in the line. Its wish ends once: with a pass or turned away.
class QueueCaller final : public QueueListener {
 public:
  QueueCaller(SimLoop& loop, ProviderQueue& line, QueueRequest wish) : wish(wish), loop_(loop) {
    came = loop.clock().steady();
    task_ = start(line.enter(std::move(wish), *this, cancel), [this](auto outcome) {
      ++ends;
      ended = loop_.clock().steady();
      if (!outcome) {
        bug = outcome.error();
      } else if (*outcome) {
        pass.emplace(std::move(**outcome));
      } else {
        away = std::move(outcome->error());
      }
      if (on_end) on_end();
    });
  }

  void waits_in_queue(Millis expected, const std::string& words) override {
    CHECK(ends == 0);
    heard.push_back(words);
    heard_at.push_back(loop_.clock().steady());
    last_expected = expected;
    if (on_wait) on_wait();
  }

  void leave(const ModelOutcome& outcome = ModelReply()) {
    REQUIRE(pass.has_value());
    std::exchange(pass, std::nullopt)->leave(outcome);
  }
  void stop() { task_.reset(); }  // whoever awaited it is gone

  const QueueRequest wish;
  CancelToken cancel;
  std::optional<ProviderQueue::Pass> pass;
  std::optional<QueueRefusal> away;
  std::exception_ptr bug;  // left the task
  int ends = 0;
  Millis came{0};
  Millis ended{0};
  std::vector<std::string> heard;
  std::vector<Millis> heard_at;
  Millis last_expected{0};
  std::function<void()> on_wait;
  std::function<void()> on_end;  // must not destroy this

 private:
  SimLoop& loop_;
  RunningTask task_;
};

}  // namespace fm
