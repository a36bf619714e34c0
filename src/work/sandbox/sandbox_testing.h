// A home with secrets, a repository in it with two lanes, and a sandbox for one of them. For tests.
#pragma once

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "work/process/command_testing.h"
#include "work/sandbox/sandbox.h"

namespace fm {

enum class RunAs { kUs, kUser };

class SandboxWorld : public CommandWorld {
 public:
  SandboxWorld() : state(wait(probe_sandbox(*commands, command({}).environment))) {
    namespace fs = std::filesystem;
    // Of root's tests some run as a user, who must be able to come here.
    fs::permissions(folder.path(), fs::perms(0755));
    folder.write("home/.ssh/id_ed25519", "secret key");
    folder.write("home/.tool/bin/tool", "#!/bin/sh\necho tool works\n");
    fs::permissions(folder.path() / "home/.tool/bin/tool", fs::perms(0755));
    folder.write("home/cache/fetched", "package");
    folder.write("home/repo/README", "the person's copy");
    folder.write("home/repo/.git/config", "[core]\n");
    folder.write("home/repo/.git/hooks/post-commit", "#!/bin/sh\n");
    folder.write("home/repo/.folkmoot/lanes/a/code", "of a");
    folder.write("home/repo/.folkmoot/lanes/a/.git", "gitdir: " + at("home/repo/.git") + "\n");
    folder.write("home/repo/.folkmoot/lanes/b/code", "of b");
    folder.write("home/store/log.db", "log");
    plan = {.lane = at("home/repo/.folkmoot/lanes/a"),
            .home = at("home"),
            .read_only = {at("home/repo/.git"), at("home/.tool"), at("gone")},
            .writable = {at("home/cache")},
            .hidden = {at("home/store"), at("home/repo/.folkmoot/lanes"), at("gone")},
            .limits = {.file_bytes = 64 << 20, .processes = 50, .memory_bytes = 512 << 20},
            .time_limit = Millis(60'000)};
  }

  std::string at(std::string_view path) const { return (folder.path() / path).string(); }

  // What the file says that a sandbox may have changed.
  std::string text_of(std::string_view path) const {
    std::ifstream file(folder.path() / path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // A spec in the lane, inside.
  CommandSpec inside(const std::string& script, RunAs who = RunAs::kUs) {
    REQUIRE_MESSAGE(state.works, state.why_not.cause);
    CommandSpec spec = shell(script);
    spec.folder = plan.lane;
    auto wrapped = in_sandbox(std::move(spec), plan, state);
    REQUIRE_MESSAGE(wrapped, (wrapped ? "" : wrapped.error().cause));
    if (who == RunAs::kUser) become_user(*wrapped);
    return *std::move(wrapped);
  }
  std::string output_of(const std::string& script, RunAs who = RunAs::kUs) {
    return run(inside(script, who)).output;
  }

  // As us and, if that is root, as a user too.
  static std::vector<RunAs> everybody() {
    if (::getuid() == 0) return {RunAs::kUs, RunAs::kUser};
    return {RunAs::kUs};
  }

  SandboxPlan plan;
  SandboxState state;

 private:
  void become_user(CommandSpec& spec) const {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
      REQUIRE(::lchown(entry.path().c_str(), kUser, kUser) == 0);
    const std::string id = std::to_string(kUser);
    const std::vector<std::string> prefix{"setpriv", "--reuid=" + id, "--regid=" + id,
                                          "--clear-groups"};
    spec.argv.insert(spec.argv.begin(), prefix.begin(), prefix.end());
  }

  static constexpr uid_t kUser = 65534;
};

// Listens at a path, as a daemon does; at a name without a path, where it begins with @.
inline Descriptor listen_at(const std::string& path) {
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  REQUIRE(path.size() < sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  const bool has_path = !path.starts_with('@');
  if (!has_path) address.sun_path[0] = '\0';
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  REQUIRE(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), size) == 0);
  REQUIRE(::listen(socket.get(), 8) == 0);
  if (has_path) std::filesystem::permissions(path, std::filesystem::perms(0777));
  return socket;
}

}  // namespace fm
