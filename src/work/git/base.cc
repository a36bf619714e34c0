#include "work/git/base.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "engine/flow/task_scope.h"
#include "work/git/plumbing/commit.h"
#include "work/git/plumbing/scratch.h"
#include "work/git/refs.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

// The commit that is recorded, unless the project has one: the first one counts.
Task<Result<std::string>> record(Git& git, Repository repository, std::string project,
                                 std::string commit) {
  const std::string ref = project_ref(project, "_base");
  auto moved = co_await move_refs(
      git, repository, {{.ref = ref, .to = commit, .from = "", .why = "folkmoot: base"}});
  if (moved) co_return commit;
  const auto there = CO_TRY(co_await read_ref(git, repository, ref));
  if (!there) co_return std::unexpected(std::move(moved.error()));
  co_return *there;
}

Task<Result<std::string>> head_or_empty(Git& git, RepositoryState state) {
  if (!state.head.empty()) co_return state.head;
  NewCommit commit;
  commit.tree = CO_TRY(co_await empty_tree(git, state.repository));
  commit.message = "Begin with an empty folder";
  co_return co_await make_commit(git, state.repository, std::move(commit));
}

// The files as they are, by a copy of the person's index.
Task<Result<StagedTree>> stage_changes(Git& git, RepositoryState state, StagingRules rules) {
  const GitScratch scratch = CO_TRY(co_await GitScratch::make(git));
  GitPlace place = worktree_place(state.repository);
  place.index_file = scratch.path("index");
  const auto copied = co_await in_pool(
      git.pool(),
      [from = fs::path(state.repository.git_dir) / "index",
       to = place.index_file]() -> Result<void> {
        std::error_code error;
        if (fs::exists(from, error)) fs::copy_file(from, to, error);
        if (!error) return {};
        return fail("scratch_failed", "The index could not be copied.", error.message());
      });
  if (!copied) co_return std::unexpected(copied.error());
  co_return co_await stage_all(git, std::move(place), std::move(rules));
}

Task<Result<std::string>> with_changes(Git& git, RepositoryState state, Base& base,
                                       StagingRules rules) {
  StagedTree staged = CO_TRY(co_await stage_changes(git, state, std::move(rules)));
  base.left_out = std::move(staged.left_out);
  if (!state.head.empty() &&
      staged.tree == CO_TRY(co_await tree_of_commit(git, state.repository, state.head)))
    co_return state.head;
  NewCommit commit;
  commit.tree = std::move(staged.tree);
  if (!state.head.empty()) commit.parents.push_back(state.head);
  commit.message = "Changes that were not committed yet\n\nWhat the project builds on.";
  co_return co_await make_commit(git, state.repository, std::move(commit));
}

}  // namespace

Task<Result<Base>> make_base(Git& git, Repository repository, std::string project,
                             BaseChoice choice, std::vector<std::string> take_anyway) {
  Base base;
  const RepositoryState state = CO_TRY(co_await inspect(git, worktree_place(repository).folder));
  base.branch = state.branch;
  const auto recorded = CO_TRY(co_await read_ref(git, repository, project_ref(project, "_base")));
  if (recorded) {
    base.commit = *recorded;
    co_return base;
  }
  CO_TRY(check_workable(state));
  const bool is_open = state.under_way != UnderWay::kNothing;
  if (choice == BaseChoice::kWithChanges && is_open)
    base.left_out.push_back({".", "a " + std::string(to_string(state.under_way)) +
                                      " is under way: work begins at HEAD"});
  const bool takes_changes =
      choice == BaseChoice::kWithChanges && !is_open && !repository.toplevel.empty();
  StagingRules rules{
      .largest_file = kLargestOfPerson, .no_secrets = true, .take_anyway = std::move(take_anyway)};
  const std::string commit = takes_changes
                                 ? CO_TRY(co_await with_changes(git, state, base, std::move(rules)))
                                 : CO_TRY(co_await head_or_empty(git, state));
  base.commit = CO_TRY(co_await record(git, repository, std::move(project), commit));
  co_return base;
}

}  // namespace fm
