#include "cli/terminal/keyboard.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <thread>
#include <vector>

namespace fm::cli {
namespace {

// A terminal of its own: what is written to `person` is typed.
struct Pty {
  Pty() {
    person = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (person < 0 || ::grantpt(person) != 0 || ::unlockpt(person) != 0) throw Bug("no terminal");
    program = ::open(::ptsname(person), O_RDWR | O_NOCTTY);
    if (program < 0) throw Bug("no terminal");
  }
  ~Pty() {
    ::close(program);
    ::close(person);
  }
  void type(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::write(person, bytes.data(), bytes.size());
      if (count < 0) throw Bug("typing failed");
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  tcflag_t flags() const {
    termios settings{};
    ::tcgetattr(program, &settings);
    return settings.c_lflag;
  }
  int person;
  int program;
};

struct Desk {
  explicit Desk(Typing typing) : output(pty.program) {
    keyboard.emplace(*loop, pty.program, typing, output,
                     Keyboard::Handlers{.line =
                                            [this](std::string text) {
                                              lines.push_back(std::move(text));
                                              loop->stop();
                                            },
                                        .changed = [this] { ++changes; },
                                        .key =
                                            [this](char c) {
                                              keys += c;
                                              return taken.contains(c);
                                            }});
  }

  Pty pty;
  const SystemClock clock;
  std::unique_ptr<Loop> loop = make_loop(clock);
  Output output;
  std::vector<std::string> lines;
  std::string keys;
  std::string taken;
  int changes = 0;
  std::optional<Keyboard> keyboard;
};

TEST_CASE("I-13 with the live view the terminal shows nothing itself, and is as it was after") {
  Desk desk(Typing::kByKey);
  const tcflag_t drawn = desk.pty.flags();
  CHECK((drawn & (ICANON | ECHO)) == 0);
  CHECK((drawn & ISIG) != 0);  // Ctrl-C and Ctrl-Z stay signals
  desk.pty.type("what about rain?\r");
  desk.loop->run();
  CHECK(desk.lines == std::vector<std::string>{"what about rain?"});
  CHECK(desk.changes > 0);
  desk.keyboard->release();
  CHECK((desk.pty.flags() & (ICANON | ECHO)) == (ICANON | ECHO));
  desk.keyboard->take();
  CHECK((desk.pty.flags() & (ICANON | ECHO)) == 0);
  desk.keyboard.reset();
  CHECK((desk.pty.flags() & (ICANON | ECHO)) == (ICANON | ECHO));
}

TEST_CASE("I-13 without it the terminal edits lines as ever") {
  Desk desk(Typing::kByLine);
  CHECK((desk.pty.flags() & (ICANON | ECHO)) == (ICANON | ECHO));
  desk.pty.type("hello\n");
  desk.loop->run();
  CHECK(desk.lines == std::vector<std::string>{"hello"});
}

TEST_CASE("P-80 where the terminal edits lines, a backslash at the end of one continues it") {
  Desk desk(Typing::kByLine);
  desk.pty.type("one\\\ntwo\n");
  desk.loop->run();
  CHECK(desk.lines == std::vector<std::string>{"one\ntwo"});
}

TEST_CASE("P-80 a paste of 200 KB comes as one message") {
  Desk desk(Typing::kByKey);
  const std::string paste(200 * 1024, 'x');
  {
    const std::jthread terminal([&] { desk.pty.type("\x1b[200~" + paste + "\x1b[201~\r"); });
    desk.loop->run();
  }
  REQUIRE(desk.lines.size() == 1);
  CHECK(desk.lines.front() == paste);
}

TEST_CASE("I-13 a key that answers a question is not typed, what follows it is") {
  Desk desk(Typing::kByKey);
  desk.taken = "c";
  desk.pty.type("cno\r");
  desk.loop->run();
  CHECK(desk.keys == "cn");
  CHECK(desk.lines == std::vector<std::string>{"no"});
}

}  // namespace
}  // namespace fm::cli
