#include "engine/flow/task.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

namespace fm {
namespace {

Task<int> doubled(Later<int> later) { co_return 2 * co_await later; }

Task<Result<int>> checked(Later<int> later) {
  const int value = co_await doubled(later);
  if (value > 100) co_return fail("too_much", "Too much.");
  co_return value;
}

TEST_CASE("a task gives its value, a Result among them, whenever the value comes") {
  for (const bool early : {true, false}) {
    const Later<int> later;
    if (early) later.resolve(21);
    int got = 0;
    const RunningTask running =
        start(checked(later), [&](auto outcome) { got = outcome.value().value(); });
    if (!early) later.resolve(21);
    CHECK(got == 42);
    CHECK(running.done());
  }
}

TEST_CASE("what a task throws is handed to whoever started it") {
  const auto thrower = [](Later<int> later) -> Task<void> {
    co_await later;
    throw Bug("inside");
  };
  const Later<int> later;
  bool failed = false;
  const RunningTask running =
      start(thrower(later), [&](auto outcome) { failed = !outcome.has_value(); });
  later.resolve(1);
  CHECK(failed);
}

TEST_CASE("destroying a running task ends it where it is suspended") {
  const Later<int> later;
  RunningTask running = start(checked(later), [](auto) { FAIL("it was ended"); });
  running.reset();
  later.resolve(1);
}

TEST_CASE("cancelling calls each registered callback once, in order") {
  const CancelToken token;
  std::string order;
  const auto first = token.on_cancel([&] { order += "a"; });
  auto gone = token.on_cancel([&] { order += "x"; });
  const auto second = token.on_cancel([&] { order += "b"; });
  gone.reset();
  const CancelToken same = token;
  same.cancel();
  token.cancel();
  CHECK(order == "ab");
  const auto late = token.on_cancel([&] { order += "c"; });
  CHECK(order == "abc");
}

TEST_CASE("a callback may end another registration, and its own") {
  const CancelToken token;
  int called = 0;
  CancelToken::Registration own;
  CancelToken::Registration other;
  own = token.on_cancel([&] {
    own.reset();
    other.reset();
    ++called;
  });
  other = token.on_cancel([&] { ++called; });
  token.cancel();
  CHECK(called == 1);
}

TEST_CASE("registrations that ended leave nothing behind in a token that lives long") {
  const CancelToken token;
  std::vector<CancelToken::Registration> alive;
  auto witness = std::make_shared<int>(0);
  for (int i = 0; i < 10'000; ++i) {
    const auto brief = token.on_cancel([witness] {});
    if (i % 1000 == 0) alive.push_back(token.on_cancel([witness] { ++*witness; }));
  }
  CHECK(witness.use_count() == 1 + static_cast<long>(alive.size()));
  token.cancel();
  CHECK(*witness == 10);
}

}  // namespace
}  // namespace fm
