#include "work/git/bring_in.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

#include "base/text.h"
#include "engine/flow/task_scope.h"
#include "work/git/plumbing/commit.h"
#include "work/git/plumbing/fields.h"
#include "work/git/plumbing/worktree_list.h"
#include "work/git/refs.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBranches = "refs/heads/";
constexpr std::size_t kShown = 10;

// What `git merge` would run, where it is there and may be run.
constexpr auto kMergeHooks = std::to_array<std::string_view>(
    {"pre-merge-commit", "prepare-commit-msg", "commit-msg", "post-merge"});

Task<Result<std::vector<std::string>>> hooks_of(Git& git, Repository repository) {
  GitCall call;
  call.arguments = {"config", "-z", "--type=path", "--get", "core.hooksPath"};
  call.also_good = {1};
  // Asked without our own settings, which say that there are none.
  call.environment = {{"GIT_CONFIG_COUNT", "0"}};
  const GitAnswer answer = CO_TRY(co_await git.run(worktree_place(repository), std::move(call)));
  const std::string configured(NulFields(answer.output).next());
  const fs::path folder = configured.empty()
                              ? fs::path(repository.common_dir) / "hooks"
                              : fs::path(worktree_place(repository).folder) / configured;
  co_return co_await in_pool(git.pool(), [folder] {
    std::vector<std::string> hooks;
    for (const std::string_view name : kMergeHooks)
      if (::access((folder / name).c_str(), X_OK) == 0) hooks.emplace_back(name);
    return hooks;
  });
}

// All files that differ from HEAD, and those that git does not know; ignored ones left out.
Task<Result<std::vector<std::string>>> uncommitted(Git& git, GitPlace place) {
  GitCall call;
  call.arguments = {"status",       "--porcelain=v1",        "-z",
                    "--no-renames", "--untracked-files=all", "--ignore-submodules=all"};
  const GitAnswer answer = CO_TRY(co_await git.run(std::move(place), std::move(call)));
  std::vector<std::string> paths;
  for (NulFields fields(answer.output); !fields.at_end();) {
    constexpr std::size_t kLead = 3;  // "XY "
    const std::string_view field = fields.next();
    if (field.size() > kLead) paths.emplace_back(field.substr(kLead));
  }
  co_return paths;
}

// Of `paths` those that are changed too, or that stand where a folder must be, or lie in one that
// must be a file.
std::vector<std::string> overlap(const std::vector<std::string>& paths,
                                 const std::vector<FileChange>& changes) {
  std::set<std::string> touched;
  for (const FileChange& change : changes) {
    touched.insert(change.path);
    if (!change.old_path.empty()) touched.insert(change.old_path);
  }
  std::vector<std::string> found;
  for (const std::string& path : paths) {
    const auto below = touched.lower_bound(path + "/");
    bool is_hit =
        touched.contains(path) || (below != touched.end() && below->starts_with(path + "/"));
    for (std::size_t at = path.find('/'); !is_hit && at != std::string::npos;
         at = path.find('/', at + 1))
      is_hit = touched.contains(path.substr(0, at));
    if (is_hit) found.push_back(path);
  }
  return found;
}

// Files that git does not know, ignored ones too, where the result has new ones: git would write
// over an ignored file. Blocking.
std::vector<std::string> in_place_of_new(const fs::path& top,
                                         const std::vector<FileChange>& changes) {
  std::set<std::string> goes;
  for (const FileChange& change : changes) {
    if (change.kind == FileChange::Kind::kDeleted) goes.insert(change.path);
    if (!change.old_path.empty()) goes.insert(change.old_path);
  }
  std::set<std::string> found;
  for (const FileChange& change : changes) {
    if (change.kind != FileChange::Kind::kAdded && change.kind != FileChange::Kind::kRenamed)
      continue;
    fs::path at;
    for (const fs::path& part : fs::path(change.path)) {
      at /= part;
      std::error_code ignored;
      const fs::file_status status = fs::symlink_status(top / at, ignored);
      if (!fs::exists(status)) break;
      const bool is_whole = at == fs::path(change.path);
      if (!is_whole && fs::is_directory(status)) continue;
      const bool is_empty = fs::is_directory(status) && fs::is_empty(top / at, ignored);
      const auto below = goes.lower_bound(at.string() + "/");
      const bool gives_way = goes.contains(at.string()) ||
                             (below != goes.end() && below->starts_with(at.string() + "/"));
      if (!is_empty && !gives_way) found.insert(at.string());
      break;
    }
  }
  return {found.begin(), found.end()};
}

// All that is in the way of these changes.
Task<Result<std::vector<std::string>>> in_the_way(Git& git, Repository worktree,
                                                  std::vector<FileChange> changes) {
  auto files = CO_TRY(co_await uncommitted(git, worktree_place(worktree)));
  std::vector<std::string> found = overlap(files, changes);
  const auto others = co_await in_pool(
      git.pool(), [top = worktree.toplevel, changes] { return in_place_of_new(top, changes); });
  for (const std::string& path : others)
    if (std::ranges::find(found, path) == found.end()) found.push_back(path);
  co_return found;
}

std::string first_of(const std::vector<std::string>& paths) {
  const std::vector<std::string> shown(
      paths.begin(), paths.begin() + static_cast<std::ptrdiff_t>(std::min(paths.size(), kShown)));
  const std::string more =
      paths.size() > kShown ? " and " + std::to_string(paths.size() - kShown) + " more" : "";
  return join(shown, ", ") + more;
}

Task<Result<Repository>> worktree_with(Git& git, BringInPlan plan) {
  co_return co_await find_repository(git, plan.checked_out);
}

// The branch that is meant, and where it is.
Task<Result<void>> find_branch(Git& git, Repository repository, std::string branch,
                               BringInPlan& plan) {
  if (branch.empty()) {
    GitCall call;
    call.arguments = {"symbolic-ref", "--quiet", "HEAD"};
    call.also_good = {1};
    const GitAnswer answer = CO_TRY(co_await git.run(worktree_place(repository), std::move(call)));
    plan.branch = trim(answer.output);
    if (plan.branch.empty())
      co_return fail("branch_unknown", "No branch is checked out that the result could go to.",
                     "HEAD is detached.", "git switch -c NAME, or name a branch.");
  } else {
    plan.branch = std::string(kBranches) + branch;
  }
  for (const WorktreeEntry& worktree : CO_TRY(co_await list_worktrees(git, repository)))
    if (worktree.branch == plan.branch && !worktree.bare) plan.checked_out = worktree.path;
  plan.from = CO_TRY(co_await read_ref(git, repository, plan.branch)).value_or("");
  if (plan.from.empty() && plan.checked_out.empty())
    co_return fail("branch_unknown", "There is no branch " + plan.branch + ".", "",
                   "git branch shows those there are.");
  co_return Result<void>();
}

// Where the branch would be; the merge is made as objects, and nothing moves.
Task<Result<void>> work_out(Git& git, Repository repository, std::string tip, BringInWay way,
                            std::string message, BringInPlan& plan) {
  plan.to = tip;
  plan.kind = BringInKind::kFastForward;
  if (plan.from.empty()) co_return Result<void>();
  if (CO_TRY(co_await is_ancestor(git, repository, tip, plan.from))) {
    plan.kind = BringInKind::kNothing;
    plan.to = plan.from;
    co_return Result<void>();
  }
  const bool follows = CO_TRY(co_await is_ancestor(git, repository, plan.from, tip));
  if (follows && way == BringInWay::kFastForwardOrMerge) co_return Result<void>();
  MergedTree merged = CO_TRY(co_await merge_trees(git, repository, plan.from, tip));
  plan.kind = merged.conflicts.empty() ? BringInKind::kMerge : BringInKind::kConflict;
  plan.conflicts = std::move(merged.conflicts);
  if (plan.kind == BringInKind::kConflict) {
    plan.to = plan.from;
    co_return Result<void>();
  }
  NewCommit commit{.tree = merged.tree, .parents = {plan.from, tip}, .message = std::move(message)};
  plan.to = CO_TRY(co_await make_commit(git, repository, std::move(commit)));
  // Until it is brought in or planned anew, it is to be tested: no clean-up may take it.
  co_return co_await move_refs(git, repository,
                               {{.ref = project_ref(plan.project, "_incoming"), .to = plan.to}});
}

// The files of the branch's worktree, from one commit to the other. git refuses by itself where an
// uncommitted change is in the way, and does nothing then.
Task<Result<void>> move_files(Git& git, Repository worktree, BringInPlan plan) {
  const GitPlace place = worktree_place(worktree);
  GitCall refresh;
  refresh.arguments = {"update-index", "-q", "--refresh"};
  refresh.also_good = {1};  // some are changed
  CO_TRY(co_await git.run(place, std::move(refresh)));
  const std::string from =
      plan.from.empty() ? CO_TRY(co_await empty_tree(git, worktree)) : plan.from;
  GitCall call;
  call.arguments = {"read-tree", "-m", "-u", from, plan.to};
  call.programs = GitPrograms::kPersonsFilters;
  auto done = co_await git.run(place, std::move(call));
  if (!done && done.error().code == "git_failed")
    co_return fail("changes_overlap", "Files that are not committed are in the way.",
                   done.error().cause, "Commit, stash or move them, then try again.");
  if (!done) co_return std::unexpected(std::move(done.error()));
  co_return Result<void>();
}

Task<Result<void>> check_worktree(Git& git, Repository worktree, BringInPlan plan) {
  const RepositoryState state = CO_TRY(co_await inspect(git, worktree.toplevel));
  if (state.under_way != UnderWay::kNothing)
    co_return fail("repository_busy",
                   "A " + std::string(to_string(state.under_way)) + " is under way in " +
                       worktree.toplevel + ".",
                   "", "Finish it or abort it, then try again.");
  if (std::string(kBranches) + state.branch != plan.branch)
    co_return fail("ref_moved", plan.branch + " is not checked out there any more.",
                   worktree.toplevel, "Try again.");
  const auto blocked = CO_TRY(co_await in_the_way(git, worktree, plan.changes));
  if (blocked.empty() || state.head == plan.to) co_return Result<void>();
  // A crash between files and branch leaves files as of the new commit: those are no edits.
  GitCall call;
  call.arguments = {"diff-index", "--cached", "--quiet", "--ignore-submodules=all", plan.to, "--"};
  call.arguments.insert(call.arguments.end(), blocked.begin(), blocked.end());
  call.also_good = {1};
  const GitAnswer staged = CO_TRY(co_await git.run(worktree_place(worktree), call));
  call.arguments[1] = "--no-ext-diff";  // the files, not the index
  const GitAnswer written = CO_TRY(co_await git.run(worktree_place(worktree), call));
  if (staged.status == 0 && written.status == 0) co_return Result<void>();
  co_return fail("changes_overlap",
                 "Files that you have not committed are changed by the result too.",
                 first_of(blocked), "Commit or stash them, then try again.");
}

}  // namespace

Task<Result<BringInPlan>> plan_bring_in(Git& git, Repository repository, std::string project,
                                        std::string branch, BringInWay way, std::string message) {
  BringInPlan plan;
  plan.project = project;
  const auto tip = CO_TRY(co_await read_ref(git, repository, integration_ref(project)));
  if (!tip)
    co_return fail("branch_unknown", "There is no branch " + integration_ref(project) + ".", "",
                   "Nothing was merged in this project yet.");
  CO_TRY(co_await find_branch(git, repository, std::move(branch), plan));
  CO_TRY(co_await work_out(git, repository, *tip, way, std::move(message), plan));
  const std::string from =
      plan.from.empty() ? CO_TRY(co_await empty_tree(git, repository)) : plan.from;
  plan.changes = CO_TRY(co_await changes_between(git, repository, from, plan.to));
  plan.hooks = CO_TRY(co_await hooks_of(git, repository));
  if (!plan.checked_out.empty()) {
    const Repository worktree = CO_TRY(co_await worktree_with(git, plan));
    plan.in_the_way = CO_TRY(co_await in_the_way(git, worktree, plan.changes));
    plan.lfs = CO_TRY(co_await inspect(git, worktree.toplevel)).lfs;
  }
  co_return plan;
}

Task<Result<void>> bring_in(Git& git, Repository repository, BringInPlan plan) {
  if (plan.kind == BringInKind::kNothing) co_return Result<void>();
  if (plan.kind == BringInKind::kConflict)
    co_return fail("merge_conflicts", "The branch and the result conflict.",
                   plan.conflicts.empty() ? "" : plan.conflicts.front().path,
                   "Let a resolver merge them first.");
  const GitLocks::Hold hold = co_await git.locks().take(repository.common_dir);
  const auto now = CO_TRY(co_await read_ref(git, repository, plan.branch));
  if (now == plan.to) co_return Result<void>();
  if (now.value_or("") != plan.from)
    co_return fail("ref_moved", plan.branch + " went on since; it was left as it is.", "",
                   "Look at the new plan, then try again.");
  if (!plan.checked_out.empty()) {
    const Repository worktree = CO_TRY(co_await worktree_with(git, plan));
    CO_TRY(co_await check_worktree(git, worktree, plan));
    CO_TRY(co_await move_files(git, worktree, plan));
  }
  std::vector<RefMove> moves{{.ref = plan.branch,
                              .to = plan.to,
                              .from = plan.from,
                              .why = "folkmoot merge " + plan.project,
                              .checked_out_too = !plan.checked_out.empty()}};
  const std::string incoming = project_ref(plan.project, "_incoming");
  const auto kept = CO_TRY(co_await read_ref(git, repository, incoming));
  if (kept == plan.to) moves.push_back({.ref = incoming, .to = "", .from = *kept});
  co_return co_await move_refs_held(git, repository, std::move(moves));
}

}  // namespace fm
