#include "test/e2e/node_script.h"

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace fm::e2e {
namespace {

NodeRan run_command(const std::string& command) {
  NodeRan ran;
  FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> part{};
  for (std::size_t size = 0; (size = std::fread(part.data(), 1, part.size(), pipe)) > 0;)
    ran.out.append(part.data(), size);
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) ran.status = WEXITSTATUS(status);
  return ran;
}

// What keeps the scripts from running; empty when nothing does.
std::string missing() {
  if (run_command("command -v node").status != 0) return "node";
  if (!std::filesystem::exists(scripts_folder() / "node_modules" / ".package-lock.json"))
    return "npm ci in test/e2e";
  return "";
}

}  // namespace

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::filesystem::path scripts_folder() {
  return std::filesystem::path(setting("FM_SOURCE_DIR")) / "test" / "e2e";
}

NodeRan run_node(const std::string& script, const std::vector<std::string>& arguments,
                 bool with_errors) {
  const std::string what = missing();
  REQUIRE_MESSAGE(what.empty(), "this is missing: ", what, "; `./dev test` installs it");
  std::string command = "node '" + (scripts_folder() / script).string() + "'";
  for (const std::string& argument : arguments) command += " '" + argument + "'";
  return run_command(command + (with_errors ? " 2>&1" : ""));
}

}  // namespace fm::e2e
