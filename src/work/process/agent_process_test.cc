// Whose process asks: commands of agents are known however they go about it, as far as they can be.
#include "work/process/agent_process.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/descriptor.h"
#include "work/process/command_testing.h"
#include "work/process/control_group.h"

namespace fm {
namespace {

// Looks at the process whose number a command prints behind "pid ", while it runs.
class Looking final : public CommandListener {
 public:
  Looking(std::string lanes, CancelToken cancel)
      : lanes_(std::move(lanes)), cancel_(std::move(cancel)) {}

  void on_output(std::string_view bytes) override {
    heard_ += bytes;
    const std::size_t at = heard_.find("pid ");
    if (looked || at == std::string::npos || !heard_.substr(at).contains('\n')) return;
    std::from_chars(heard_.data() + at + 4, heard_.data() + heard_.size(), pid);
    sign = agent_sign(pid, lanes_);
    looked = true;
    cancel_.cancel();
  }

  pid_t pid = 0;
  bool looked = false;
  std::optional<AgentSign> sign;

 private:
  const std::string lanes_;
  CancelToken cancel_;
  std::string heard_;
};

struct World : CommandWorld {
  std::optional<AgentSign> sign_of(const std::string& script, const std::string& lanes = {},
                                   const std::string& in = {}) {
    const CancelToken token;
    Looking looking(lanes, token);
    CommandSpec spec = shell(script);
    if (!in.empty()) spec.folder = in;
    const auto end = wait(commands->run(std::move(spec), token, &looking));
    REQUIRE(end);
    REQUIRE_MESSAGE(looking.looked, end->output);
    if (looking.pid > 1) wait(commands->end_tree({looking.pid, 0, "", ""}));
    return looking.sign;
  }
};

// The shell itself stays: while one program becomes another, nothing of it can be read.
constexpr const char* kStays = "echo pid $$; sleep 60; true";

TEST_CASE_FIXTURE(World, "P-63 a command of an agent is known, and so is all that it starts") {
  CHECK(sign_of("echo pid $$; sleep 60; true"));
  CHECK(sign_of("sh -c 'sh -c \"echo pid \\$\\$; sleep 60; true\"; true'; true"));
  // Its environment emptied: by whom it was started by.
  const auto emptied = sign_of(std::string("env -i /bin/sh -c '") + kStays + "'; true");
  REQUIRE(emptied);
  CHECK(emptied->why.contains("was started by"));
}

TEST_CASE_FIXTURE(World, "P-63 one that has left its parents and session is known by its name") {
  // Twice forked, in a session of its own: only the environment is left.
  const auto sign = sign_of("(setsid sh -c '" + std::string(kStays) + "' &); exec sleep 60");
  REQUIRE(sign);
  CHECK_FALSE(sign->command.empty());
}

TEST_CASE_FIXTURE(World, "P-63 one that has left its environment too is known by where it works") {
  const std::string lanes = (folder.path() / "lanes").string();
  std::filesystem::create_directories(lanes + "/p/1.1");
  const auto sign =
      sign_of("(env -i setsid /bin/sh -c '" + std::string(kStays) + "' &); exec sleep 60", lanes,
              lanes + "/p/1.1");
  REQUIRE(sign);
  CHECK(sign->why.contains("worktree"));
}

TEST_CASE("P-63 the group that a command is held in is known by its name") {
  CHECK(command_group_in("0::/user.slice/folkmoot-0123456789abcdef\n") ==
        "folkmoot-0123456789abcdef");
  CHECK(command_group_in("4:pids:/a/folkmoot-0123456789abcdef/below\n2:cpu:/\n") ==
        "folkmoot-0123456789abcdef");
  CHECK(command_group_in("0::/system.slice/folkmoot-serve.service\n").empty());
  CHECK(command_group_in("0::/\n").empty());
  CHECK(command_group_in("").empty());
}

TEST_CASE_FIXTURE(World, "P-63 a person's process is none, wherever this program was started") {
  CHECK_FALSE(agent_sign(::getppid(), folder.path().string()));
  CHECK_FALSE(agent_sign(::getpid(), folder.path().string()));
  // An editor that we start for the person.
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  CHECK_FALSE(agent_sign(child, {}));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  CHECK(agent_sign(child, {}));  // it is gone: nobody can tell any more
}

TEST_CASE("P-63 the kernel tells who holds the other end of a connection here") {
  const Descriptor listening(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const at = reinterpret_cast<sockaddr*>(&address);
  REQUIRE(::bind(listening.get(), at, size) == 0);
  REQUIRE(::listen(listening.get(), 1) == 0);
  REQUIRE(::getsockname(listening.get(), at, &size) == 0);
  const std::uint16_t ours = ntohs(address.sin_port);
  const Descriptor client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  REQUIRE(::connect(client.get(), at, size) == 0);
  REQUIRE(::getsockname(client.get(), at, &size) == 0);
  const std::uint16_t theirs = ntohs(address.sin_port);
  const auto holders =
      holders_of({.their_address = "127.0.0.1", .their_port = theirs, .our_port = ours});
  CHECK(std::ranges::find(holders, ::getpid()) != holders.end());
  CHECK(holders_of({.their_address = "192.0.2.1", .their_port = theirs, .our_port = ours}).empty());
  CHECK(holders_of({.their_address = "nowhere", .their_port = 1, .our_port = 2}).empty());
}

}  // namespace
}  // namespace fm
