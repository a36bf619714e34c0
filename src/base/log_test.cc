#include "base/log.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "base/json.h"
#include "base/text.h"

namespace fm {
namespace {

struct Pipe {
  Pipe() { REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0); }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  void close_end(std::size_t end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }

  // All that comes until every writer has closed.
  std::string read_all() {
    close_end(1);
    std::string text;
    std::array<char, 4096> buffer;
    for (ssize_t got = 0; (got = ::read(ends[0], buffer.data(), buffer.size())) > 0;) {
      text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return text;
  }

  std::array<int, 2> ends{-1, -1};
};

TEST_CASE("a line is one JSON object with time, level, event and fields") {
  MemoryLog log;
  const std::string folder = "/a \"b\"\n";
  log.info("store.opened", {{"folder", folder},
                            {"events", 12},
                            {"negative", std::int64_t{-1}},
                            {"most", UINT64_MAX},
                            {"new", true},
                            {"took_ms", Millis(7)}});
  REQUIRE(log.lines().size() == 1);
  CHECK(log.lines()[0] ==
        R"({"at":"2023-11-14T22:13:20.000Z","level":"info","event":"store.opened",)"
        R"("folder":"/a \"b\"\n","events":12,"negative":-1,"most":18446744073709551615,)"
        R"("new":true,"took_ms":7})");
  CHECK(parse_json(log.lines()[0]).has_value());
}

TEST_CASE("what is below the lowest level is not written") {
  MemoryLog log(LogLevel::kWarn);
  log.debug("a");
  log.info("b");
  log.warn("c");
  log.error("d");
  REQUIRE(log.lines().size() == 2);
  CHECK(text_at(*parse_json(log.lines()[0]), "level") == "warn");
  CHECK(text_at(*parse_json(log.lines()[1]), "level") == "error");
  CHECK(!log.is_on(LogLevel::kInfo));
}

TEST_CASE("long texts are cut and invalid bytes replaced") {
  MemoryLog log;
  log.info("a", {{"text", std::string(100'000, 'x')}, {"bytes", "\xff"}});
  CHECK(log.lines()[0].size() < 5000);
  CHECK(parse_json(log.lines()[0]).has_value());
}

TEST_CASE("the null log takes everything") { make_null_log()->error("a", {{"b", 1}}); }

TEST_CASE("lines from many threads arrive whole and all of them") {
  Pipe pipe;
  const FakeClock clock;
  std::string text;
  std::thread reader;
  {
    const auto log = make_fd_log(pipe.ends[1], clock);
    pipe.close_end(1);
    reader = std::thread([&] { text = pipe.read_all(); });
    std::vector<std::thread> writers;
    writers.reserve(4);
    for (int writer = 0; writer < 4; ++writer) {
      writers.emplace_back([&log, writer] {
        for (int i = 0; i < 500; ++i) log->info("line", {{"writer", writer}, {"i", i}});
      });
    }
    for (std::thread& writer : writers) writer.join();
  }
  reader.join();
  const auto lines = split_lines(text);
  CHECK(lines.size() == 2000);
  for (const std::string_view line : lines) CHECK(parse_json(line).has_value());
}

TEST_CASE("a reader that does not read stops nobody, and is told how much it missed") {
  Pipe pipe;
  const FakeClock clock;
  constexpr int kLines = 5000;  // far more than pipe and queue hold
  std::string text;
  std::thread reader;
  {
    const auto log =
        make_fd_log(pipe.ends[1], clock, {.queue_bytes = 4096, .closing_limit = Millis(60'000)});
    pipe.close_end(1);
    for (int i = 0; i < kLines; ++i) log->info("line", {{"i", i}, {"padding", "................"}});
    reader = std::thread([&] { text = pipe.read_all(); });
  }
  reader.join();
  std::int64_t written = 0;
  std::int64_t dropped = 0;
  for (const std::string_view line : split_lines(text)) {
    const Json value = *parse_json(line);
    text_at(value, "event") == "log.dropped" ? dropped += int_at(value, "lines") : ++written;
  }
  CHECK(dropped > 0);
  CHECK(written + dropped == kLines);
}

TEST_CASE("a log ends also when its reader never reads") {
  Pipe pipe;
  const FakeClock clock;
  {
    const auto log = make_fd_log(pipe.ends[1], clock, {.closing_limit = Millis(0)});
    for (int i = 0; i < 2000; ++i) log->info("line", {{"padding", std::string(100, '.')}});
  }
  pipe.close_end(0);  // sets the thread free that was left behind
}

TEST_CASE("a log without a descriptor is silent") {
  const FakeClock clock;
  const auto log = make_fd_log(-1, clock);
  log->info("a");
}

}  // namespace
}  // namespace fm
