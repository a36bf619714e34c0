#include "cli/terminal/signals.h"

#include <doctest/doctest.h>

#include <csignal>
#include <vector>

namespace fm::cli {
namespace {

TEST_CASE("signals reach the loop one after the other, and the former handlers come back") {
  const auto before = std::signal(SIGWINCH, SIG_IGN);
  const SystemClock clock;
  const auto loop = make_loop(clock);
  std::vector<Signal> seen;
  {
    auto signals = Signals::open(*loop, [&](Signal signal) {
      seen.push_back(signal);
      if (seen.size() == 1) std::raise(SIGWINCH);
      if (seen.size() == 2) std::raise(SIGTERM);
      if (seen.size() == 3) loop->stop();
    });
    REQUIRE(signals);
    std::raise(SIGINT);
    loop->run();
  }
  CHECK(seen == std::vector<Signal>{Signal::kInterrupt, Signal::kResize, Signal::kLeave});
  CHECK((std::signal(SIGWINCH, before) == SIG_IGN));
}

TEST_CASE("what whoever started us ignores stays ignored") {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  const SystemClock clock;
  const auto loop = make_loop(clock);
  std::vector<Signal> seen;
  auto signals = Signals::open(*loop, [&](Signal signal) {
    seen.push_back(signal);
    loop->stop();
  });
  REQUIRE(signals);
  std::raise(SIGHUP);
  std::raise(SIGINT);
  loop->run();
  CHECK(seen == std::vector<Signal>{Signal::kInterrupt});
  signals->reset();
  std::signal(SIGHUP, before);
}

}  // namespace
}  // namespace fm::cli
