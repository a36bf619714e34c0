#include "team/agency/scratch_repository.h"

#include <filesystem>
#include <fstream>
#include <optional>

#include "engine/flow/task.h"
#include "work/git/new_repository.h"

namespace fm {
namespace {

constexpr int kMostNames = 1000;

std::unexpected<Error> not_made(const std::string& folder, const std::string& why) {
  return fail("folder_not_made", "The folder " + folder + " cannot be made.", why,
              "Make room for it, or take another folder.");
}

Result<std::filesystem::path> free_folder(const std::string& parent, const std::string& name) {
  std::error_code wrong;
  std::filesystem::create_directories(parent, wrong);
  if (wrong) return not_made(parent, wrong.message());
  for (int n = 1; n <= kMostNames; ++n) {
    std::filesystem::path folder =
        std::filesystem::path(parent) / (n == 1 ? name : name + "-" + std::to_string(n));
    if (std::filesystem::create_directory(folder, wrong)) return folder;
    if (wrong) return not_made(folder.string(), wrong.message());
  }
  return not_made(parent + "/" + name, "There are a thousand of that name.");
}

Result<void> write_files(const std::filesystem::path& folder,
                         const std::map<std::string, std::string>& files) {
  for (const auto& [path, text] : files) {
    std::error_code wrong;
    std::filesystem::create_directories((folder / path).parent_path(), wrong);
    std::ofstream file(folder / path, std::ios::binary);
    file << text;
    file.close();
    if (wrong || !file) return not_made(folder.string(), "A file in it cannot be written.");
  }
  return {};
}

Task<Result<Repository>> commit_all(Git& git, std::string folder) {
  InitPlan plan = CO_TRY(co_await plan_repository(git, std::move(folder)));
  co_return co_await make_repository(git, std::move(plan));
}

}  // namespace

Result<std::string> make_scratch_repository(Loop& loop, const std::string& parent,
                                            const std::string& name,
                                            const std::map<std::string, std::string>& files,
                                            const Variables& environment) {
  const std::filesystem::path folder = TRY(free_folder(parent, name));
  TRY(write_files(folder, files));
  CommandRunner commands(loop);
  Git git(loop, commands, {.environment = command_environment(environment, "/tmp", {})});
  std::optional<Result<Repository>> made;
  const RunningTask running = start(commit_all(git, folder.string()), [&](auto outcome) {
    made = outcome ? std::move(*outcome)
                   : Result<Repository>(fail("git_failed", "The first commit was not made."));
    loop.stop();
  });
  if (!made) loop.run();
  if (!*made) return std::unexpected((*made).error());
  return folder.string();
}

}  // namespace fm
