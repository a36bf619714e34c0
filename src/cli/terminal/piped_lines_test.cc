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
    source.want([&](std::optional<Result<std::string>> line) {
      if (!line) return loop->stop();
      lines.push_back(*line ? **line : "! " + line->error().code);
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

TEST_CASE("P-82 a line that is too long is one refused line, and the others are whole") {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  const std::string fits(kMost, 'a'), over(kMost + 1, 'b'), far_over(3 * kMost, 'c');
  char path[] = "/tmp/fm-lines-XXXXXX";
  const int file = ::mkstemp(path);
  const std::string text = over + "\none\n" + fits + "\n" + far_over + "\n\n" + over;
  REQUIRE(::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  REQUIRE(::lseek(file, 0, SEEK_SET) == 0);
  CHECK(lines_of(file) == std::vector<std::string>{"! text_too_large", "one", fits,
                                                   "! text_too_large", "", "! text_too_large"});
  ::close(file);
  ::unlink(path);
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
