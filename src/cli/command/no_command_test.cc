#include "cli/command/no_command.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "test/support/scratch_folder.h"

namespace fm::cli {
namespace {

bool help(const ConversationArgs& args, bool stdin_tty, bool stdout_tty, Waiting input) {
  return means_help(args, {.stdin_tty = stdin_tty, .stdout_tty = stdout_tty},
                    [input] { return input; });
}

Waiting waiting_in(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  REQUIRE(descriptor >= 0);
  const Waiting waiting = await_input(descriptor);
  ::close(descriptor);
  return waiting;
}

Waiting waiting_in_pipe(const std::string& said) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  REQUIRE(::write(ends[1], said.data(), said.size()) == static_cast<ssize_t>(said.size()));
  ::close(ends[1]);
  const Waiting waiting = await_input(ends[0]);
  std::string left(said.size() + 1, '\0');
  CHECK(::read(ends[0], left.data(), left.size()) == static_cast<ssize_t>(said.size()));
  ::close(ends[0]);
  return waiting;
}

TEST_CASE("no command is talk in a terminal, and in a pipe that says something") {
  CHECK_FALSE(help({}, true, true, Waiting::kNothing));
  CHECK_FALSE(help({}, false, true, Waiting::kInput));
  CHECK_FALSE(help({}, false, false, Waiting::kInput));
}

TEST_CASE("no command is the help where nobody is there to talk") {
  CHECK(help({}, false, true, Waiting::kNothing));
  CHECK(help({}, false, false, Waiting::kNothing));
  CHECK(help({}, true, false, Waiting::kInput));  // folkmoot | less
}

TEST_CASE("whoever gives an option of the talk wants to talk") {
  ConversationArgs args;
  args.plain = true;
  CHECK_FALSE(help(args, false, false, Waiting::kNothing));
}

TEST_CASE("input is seen without being read") {
  CHECK(waiting_in_pipe("hello\n") == Waiting::kInput);
  CHECK(waiting_in_pipe("") == Waiting::kNothing);
  const ScratchFolder folder;
  folder.write("said", "hello\n");
  folder.write("empty", "");
  CHECK(waiting_in(folder.path() / "said") == Waiting::kInput);
  CHECK(waiting_in(folder.path() / "empty") == Waiting::kNothing);
  CHECK(waiting_in("/dev/null") == Waiting::kNothing);
  CHECK(await_input(-1) == Waiting::kNothing);
}

}  // namespace
}  // namespace fm::cli
