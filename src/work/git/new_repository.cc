#include "work/git/new_repository.h"

#include <filesystem>
#include <utility>

#include "base/text.h"
#include "engine/flow/task_scope.h"
#include "work/git/base.h"
#include "work/git/plumbing/commit.h"
#include "work/git/plumbing/fields.h"
#include "work/git/plumbing/scratch.h"
#include "work/git/refs.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 20'000;

// The name of the first branch: the person's own choice, else main.
Task<Result<GitCall>> init_call(Git& git) {
  GitCall asked;
  asked.arguments = {"config", "-z", "--get", "init.defaultBranch"};
  asked.also_good = {1};
  const GitAnswer answer = CO_TRY(co_await git.run({.folder = "/"}, std::move(asked)));
  GitCall call;
  call.arguments = {"init", "--quiet", "--template="};
  if (answer.status == 1) call.arguments.emplace_back("--initial-branch=main");
  co_return call;
}

InitPlan sorted_out(InitPlan plan, std::vector<std::string> paths) {
  const StagingRules rules{.largest_file = kLargestOfPerson, .no_secrets = true, .take_anyway = {}};
  for (std::string& path : paths) {
    if (std::string why = why_left_out(plan.folder, path, rules); !why.empty()) {
      plan.left_out.push_back({std::move(path), std::move(why)});
      continue;
    }
    std::error_code error;
    const fs::path file = fs::path(plan.folder) / path;
    if (fs::is_regular_file(fs::symlink_status(file, error))) {
      const std::uintmax_t bytes = fs::file_size(file, error);
      if (!error) plan.bytes += static_cast<std::int64_t>(bytes);
    }
    plan.files.push_back(std::move(path));
  }
  return plan;
}

}  // namespace

Task<Result<InitPlan>> plan_repository(Git& git, std::string folder) {
  const bool is_there = co_await in_pool(git.pool(), [folder] {
    std::error_code ignored;
    return fs::is_directory(folder, ignored);
  });
  if (!is_there)
    co_return fail("folder_missing", folder + " is no folder.", "",
                   "Make it, or name another one.");
  auto found = co_await find_repository(git, folder);
  if (found)
    co_return fail("repository_exists", folder + " lies in a git repository already.",
                   found->toplevel, "Work in that one.");
  if (found.error().code != "repository_none") co_return std::unexpected(std::move(found.error()));

  // git says what is ignored, from a repository elsewhere.
  const GitScratch scratch = CO_TRY(co_await GitScratch::make(git));
  GitCall init = CO_TRY(co_await init_call(git));
  CO_TRY(co_await git.run({.folder = scratch.folder()}, std::move(init)));
  GitCall call;
  call.arguments = {"ls-files", "-z", "--others", "--exclude-standard"};
  const GitAnswer answer = CO_TRY(
      co_await git.run({.folder = folder, .git_dir = scratch.path(".git")}, std::move(call)));
  std::vector<std::string> paths;
  for (NulFields fields(answer.output); !fields.at_end();) paths.emplace_back(fields.next());
  if (paths.size() > kMostFiles)
    co_return fail("folder_too_large",
                   folder + " holds " + std::to_string(paths.size()) + " files.",
                   "More than 20,000 are hardly what a project was written from.",
                   "Name what is not yours in a .gitignore, or run git init yourself.");
  InitPlan plan;
  plan.folder = std::move(folder);
  co_return co_await in_pool(git.pool(), [plan = std::move(plan), paths = std::move(paths)] {
    return sorted_out(plan, paths);
  });
}

Task<Result<Repository>> make_repository(Git& git, InitPlan plan) {
  const GitLocks::Hold hold = co_await git.locks().take(plan.folder);
  GitCall init = CO_TRY(co_await init_call(git));
  CO_TRY(co_await git.run({.folder = plan.folder}, std::move(init)));
  Repository repository = CO_TRY(co_await find_repository(git, plan.folder));
  const RepositoryState state = CO_TRY(co_await inspect(git, plan.folder));
  if (!state.head.empty()) co_return repository;  // it was made before
  const GitPlace place = worktree_place(repository);
  GitCall call;
  call.arguments = {"update-index", "-z", "--add", "--remove", "--stdin"};
  for (const std::string& path : plan.files) call.input += path + '\0';
  CO_TRY(co_await git.run(place, std::move(call)));
  NewCommit commit;
  commit.tree = CO_TRY(co_await git.line(place, {"write-tree"}));
  commit.message = "Begin with the files that are here";
  const std::string first = CO_TRY(co_await make_commit(git, repository, std::move(commit)));
  CO_TRY(co_await move_refs(git, repository,
                            {{.ref = "refs/heads/" + state.branch,
                              .to = first,
                              .from = "",
                              .why = "folkmoot: first commit",
                              .checked_out_too = true}}));
  co_return repository;
}

}  // namespace fm
