#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "loop/loop.h"

namespace fm {
namespace {

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() { REQUIRE(::pipe(ends.data()) == 0); }
  ~Pipe() {
    ::close(ends[0]);
    ::close(ends[1]);
  }
  void write(std::string_view text) const {
    REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  char read() const {
    char byte = 0;
    REQUIRE(::read(ends[0], &byte, 1) == 1);
    return byte;
  }
};

struct Fixture {
  SystemClock clock;
  std::unique_ptr<Loop> loop = make_loop(clock);
};

TEST_CASE_FIXTURE(Fixture, "posted work runs in order, and later than the call that posted it") {
  std::string order;
  loop->post([&] {
    loop->post([&] {
      order += "c";
      loop->stop();
    });
    order += "a";
  });
  loop->post([&] { order += "b"; });
  loop->run();
  CHECK(order == "abc");
}

TEST_CASE_FIXTURE(Fixture, "work may be posted from any thread") {
  int ran = 0;
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 250; ++i)
        loop->post([&] {
          if (++ran == 1000) loop->stop();
        });
    });
  loop->run();
  CHECK(ran == 1000);
}

TEST_CASE_FIXTURE(Fixture, "timers run in the order they are due, not before their time") {
  std::vector<int> order;
  std::vector<std::unique_ptr<Timer>> timers;
  const Millis start = clock.steady();
  bool early = false;
  for (int span : {30, 1, 20, 0, 10})
    timers.push_back(loop->after(Millis(span), [&, span] {
      order.push_back(span);
      early = early || clock.steady() - start < Millis(span);
      if (order.size() == 5) loop->stop();
    }));
  loop->run();
  CHECK(order == std::vector{0, 1, 10, 20, 30});
  CHECK(!early);
}

TEST_CASE_FIXTURE(Fixture, "a timer whose handle is gone does not run") {
  int ran = 0;
  std::unique_ptr<Timer> cancelled = loop->after(Millis(0), [&] { ++ran; });
  cancelled.reset();
  std::unique_ptr<Timer> both = loop->after(Millis(1), [&] { ++ran; });
  const auto killer = loop->after(Millis(0), [&] { both.reset(); });
  const auto end = loop->after(Millis(2), [&] { loop->stop(); });
  loop->run();
  CHECK(ran == 0);
}

TEST_CASE_FIXTURE(Fixture, "a timer that always makes another one at once starves nobody") {
  std::unique_ptr<Timer> timer;
  bool fed = false;
  std::move_only_function<void()> again = [&] {
    timer = loop->after(Millis(0), [&] {
      again();
      if (std::exchange(fed, true)) loop->stop();
    });
  };
  again();
  bool posted = false;
  loop->post([&] { loop->post([&] { posted = true; }); });
  loop->run();
  CHECK(posted);
}

TEST_CASE_FIXTURE(Fixture, "a watch fires as long as its condition holds") {
  Pipe pipe;
  pipe.write("xyz");
  std::string seen;
  const auto watch = loop->watch(pipe.ends[0], FdEvents::kRead, [&](FdEvents event) {
    CHECK(event == FdEvents::kRead);
    seen += pipe.read();
    if (seen.size() == 3) loop->stop();
  });
  loop->run();
  CHECK(seen == "xyz");
}

TEST_CASE_FIXTURE(Fixture, "a watch leaves the descriptor's flags, which others share, alone") {
  Pipe pipe;
  const int flags = ::fcntl(pipe.ends[0], F_GETFL);
  const auto watch = loop->watch(pipe.ends[0], FdEvents::kRead, [&](FdEvents) {
    pipe.read();
    loop->post([&] { loop->stop(); });
  });
  CHECK(::fcntl(pipe.ends[0], F_GETFL) == flags);
  pipe.write("x");
  loop->run();
  CHECK(::fcntl(pipe.ends[0], F_GETFL) == flags);
}

TEST_CASE_FIXTURE(Fixture, "a watch may be given up inside its own call, and the fd stays open") {
  Pipe pipe;
  pipe.write("ab");
  int calls = 0;
  std::unique_ptr<FdWatch> watch;
  watch = loop->watch(pipe.ends[0], FdEvents::kRead, [&, alive = std::string("alive")](FdEvents) {
    watch.reset();
    ++calls;
    CHECK(alive == "alive");
    loop->post([&] { loop->stop(); });
  });
  loop->run();
  CHECK(calls == 1);
  CHECK(pipe.read() == 'a');
}

TEST_CASE_FIXTURE(Fixture, "one descriptor can be watched again, and for both events at once") {
  Pipe pipe;
  for (int round = 0; round < 3; ++round) {
    bool wrote = false;
    auto writable = loop->watch(pipe.ends[1], FdEvents::kReadWrite, [&](FdEvents event) {
      CHECK(event == FdEvents::kWrite);
      if (std::exchange(wrote, true)) return;
      loop->stop();
    });
    loop->run();
    CHECK(wrote);
  }
}

TEST_CASE_FIXTURE(Fixture, "a regular file is always ready") {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  int calls = 0;
  const auto watch = loop->watch(::fileno(file.get()), FdEvents::kRead, [&](FdEvents) {
    if (++calls == 2) loop->stop();
  });
  loop->run();
  CHECK(calls == 2);
}

TEST_CASE_FIXTURE(Fixture, "blocking work runs elsewhere, and what follows it on the loop") {
  const auto here = std::this_thread::get_id();
  std::thread::id there;
  loop->in_pool([&] { there = std::this_thread::get_id(); },
                [&] {
                  CHECK(std::this_thread::get_id() == here);
                  loop->stop();
                });
  loop->run();
  CHECK(there != std::thread::id());
  CHECK(there != here);
}

TEST_CASE_FIXTURE(Fixture, "what a handler throws leaves run, and the loop can go on") {
  Pipe pipe;
  pipe.write("x");
  int calls = 0;
  const auto watch = loop->watch(pipe.ends[0], FdEvents::kRead, [&](FdEvents) {
    if (++calls == 1) throw Bug("from a watch");
    loop->stop();
  });
  CHECK_THROWS_AS(loop->run(), Bug);
  loop->run();
  CHECK(calls == 2);

  const auto thrower = loop->after(Millis(0), [] { throw Bug("from a timer"); });
  const auto later = loop->after(Millis(0), [&] { loop->stop(); });
  calls = 0;
  (void)pipe.read();
  CHECK_THROWS_AS(loop->run(), Bug);
  loop->run();

  loop->in_pool([] { throw std::runtime_error("from the pool"); }, [] {});
  CHECK_THROWS_AS(loop->run(), std::runtime_error);
}

TEST_CASE_FIXTURE(Fixture, "a stop before run is not lost") {
  loop->stop();
  loop->run();
}

TEST_CASE("an abandoned loop destroys its work unrun, whatever that work owns") {
  SystemClock clock;
  Pipe pipe;
  pipe.write("x");
  int ran = 0;
  struct PostsAtDeath {
    Loop* loop;
    ~PostsAtDeath() {
      loop->post([] {});
      const auto timer = loop->after(Millis(1), [] {});
    }
  };
  {
    const auto loop = make_loop(clock);
    auto watch = loop->watch(pipe.ends[0], FdEvents::kRead, [&](FdEvents) { ++ran; });
    auto timer = loop->after(Millis(0), [&] { ++ran; });
    auto owner = std::make_shared<PostsAtDeath>(loop.get());
    loop->in_pool([] {}, [&ran, owner] { ++ran; });
    loop->post([&ran, owner, w = std::move(watch), t = std::move(timer)] { ++ran; });
    owner.reset();
  }
  CHECK(ran == 0);
  CHECK(pipe.read() == 'x');
}

}  // namespace
}  // namespace fm
