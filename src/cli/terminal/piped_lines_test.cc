#include "cli/terminal/piped_lines.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace fm::cli {
namespace {

// All lines that come out of `fd`, asked for one by one.
std::vector<std::string> lines_of(int fd) {
  const SystemClock clock;
  const auto loop = make_loop(clock);
  PipedLines source(*loop, fd);
  std::vector<std::string> lines;
  std::function<void()> ask = [&] {
    source.want([&](std::optional<std::string> line) {
      if (!line) return loop->stop();
      lines.push_back(*line);
      loop->post([&] { ask(); });
    });
  };
  ask();
  loop->run();
  return lines;
}

std::vector<std::string> piped(std::string_view text) {
  int ends[2];
  if (::pipe(ends) != 0) throw Bug("no pipe");
  if (::write(ends[1], text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    throw Bug("not written");
  ::close(ends[1]);
  const auto lines = lines_of(ends[0]);
  ::close(ends[0]);
  return lines;
}

TEST_CASE("a pipe gives its lines, the last one without an end too") {
  CHECK(piped("one\r\n\ntwo") == std::vector<std::string>{"one", "", "two"});
  CHECK(piped("").empty());
}

TEST_CASE("nothing and a file can be standard input as well") {
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  CHECK(lines_of(nothing).empty());
  ::close(nothing);
  char path[] = "/tmp/fm-lines-XXXXXX";
  const int file = ::mkstemp(path);
  REQUIRE(::write(file, "a\nb\n", 4) == 4);
  REQUIRE(::lseek(file, 0, SEEK_SET) == 0);
  CHECK(lines_of(file) == std::vector<std::string>{"a", "b"});
  ::close(file);
  ::unlink(path);
}

}  // namespace
}  // namespace fm::cli
