#include "work/process/program_path.h"

#include <sys/stat.h>
#include <unistd.h>

#include <ranges>
#include <string_view>

namespace fm {
namespace {

bool is_file(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

std::unexpected<Error> not_executable(const std::string& path) {
  return fail("command_not_executable", "A program cannot be run: " + path + ".",
              "The file is there, but may not be executed.", "chmod +x, or name what runs it.");
}

}  // namespace

Result<std::string> program_path(const CommandSpec& spec) {
  const std::string& program = spec.argv.front();
  if (program.contains('/')) {
    std::string path = program.starts_with('/') ? program : spec.folder + "/" + program;
    if (!is_file(path))
      return fail("command_unknown_program", "There is no program " + program + ".",
                  "No such file in " + spec.folder + ".", "Check its path.");
    if (::access(path.c_str(), X_OK) != 0) return not_executable(path);
    return path;
  }
  const auto at = spec.environment.find("PATH");
  const std::string_view folders = at == spec.environment.end() ? std::string_view() : at->second;
  std::string unusable;
  for (const auto part : std::views::split(folders, ':')) {
    const std::string_view folder(part.begin(), part.end());
    if (!folder.starts_with('/')) continue;
    std::string path = std::string(folder) + "/" + program;
    if (!is_file(path)) continue;
    if (::access(path.c_str(), X_OK) == 0) return path;
    if (unusable.empty()) unusable = std::move(path);
  }
  if (!unusable.empty()) return not_executable(unusable);
  return fail("command_unknown_program", "There is no program " + program + ".",
              "It is in no folder of PATH: " + std::string(folders) + ".",
              "Install it, or give its path.");
}

}  // namespace fm
