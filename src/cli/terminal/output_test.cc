#include "cli/terminal/output.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <csignal>
#include <string>

namespace fm::cli {
namespace {

struct Pipe {
  Pipe() {
    std::signal(SIGPIPE, SIG_IGN);
    if (::pipe(ends) != 0) throw Bug("no pipe");
  }
  ~Pipe() {
    if (ends[0] >= 0) ::close(ends[0]);
    ::close(ends[1]);
  }
  std::string read_some() {
    std::string text(1 << 16, '\0');
    text.resize(static_cast<std::size_t>(::read(ends[0], text.data(), text.size())));
    return text;
  }
  void close_reader() { ::close(std::exchange(ends[0], -1)); }
  int ends[2];
};

TEST_CASE("what is written comes out whole and in order") {
  Pipe pipe;
  Output output(pipe.ends[1]);
  for (int i = 0; i < 1000; ++i) output.write(std::to_string(i) + ",");
  CHECK(output.flush());
  std::string expected;
  for (int i = 0; i < 1000; ++i) expected += std::to_string(i) + ",";
  CHECK(pipe.read_some() == expected);
  CHECK(output.empty());
}

TEST_CASE("a reader that does not read makes the output congested, never slow") {
  Pipe pipe;
  Output output(pipe.ends[1]);
  while (!output.congested()) output.write(std::string(64 << 10, 'x'));
  output.write("the last");
  std::string all;
  while (!all.ends_with("the last")) all += pipe.read_some();
  CHECK(output.flush());
  CHECK(!output.congested());
}

TEST_CASE("I-14 a reader that went away is told once, and nothing is written after") {
  Pipe pipe;
  const SystemClock clock;
  const auto loop = make_loop(clock);
  Output output(pipe.ends[1]);
  int gone = 0;
  output.listen(
      *loop, [] {},
      [&] {
        ++gone;
        loop->stop();
      });
  pipe.close_reader();
  output.write("x");
  loop->run();
  output.write("y");
  CHECK(gone == 1);
  CHECK(output.closed());
  CHECK(output.empty());
  CHECK(!output.flush());
  CHECK(!output.write_all("z"));
  output.listen(*loop, {}, {});
}

TEST_CASE("whoever listens hears when the queue has become empty") {
  Pipe pipe;
  const SystemClock clock;
  const auto loop = make_loop(clock);
  Output output(pipe.ends[1]);
  output.listen(*loop, [&] { loop->stop(); }, [] {});
  output.write("x");
  loop->run();
  CHECK(output.empty());
  output.listen(*loop, {}, {});
}

TEST_CASE("an output that is given up lets nobody wait, though its reader never reads") {
  Pipe pipe;
  Output output(pipe.ends[1]);
  output.write(std::string(1 << 20, 'x'));
  output.abandon();
  CHECK(!output.flush());
  CHECK(output.empty());
  pipe.close_reader();
}

}  // namespace
}  // namespace fm::cli
