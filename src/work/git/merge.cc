#include "work/git/merge.h"

#include <algorithm>
#include <utility>

#include "work/git/changes.h"
#include "work/git/plumbing/commit.h"
#include "work/git/snapshot.h"
#include "work/git/worktree.h"

namespace fm {
namespace {

std::string candidate_ref(const std::string& project) { return project_ref(project, "_candidate"); }

Task<Result<std::string>> tip_of(Git& git, Repository repository, std::string project) {
  const std::string ref = integration_ref(project);
  const auto tip = CO_TRY(co_await read_ref(git, std::move(repository), ref));
  if (!tip)
    co_return fail("branch_unknown", "There is no branch " + ref + ".", "",
                   "Begin it again from what the project builds on.");
  co_return *tip;
}

bool is_declared(const std::string& path, const std::vector<std::string>& declared) {
  return std::ranges::any_of(declared, [&](const std::string& entry) {
    return entry.ends_with('/') ? path.starts_with(entry) : path == entry;
  });
}

// Files that go in this step and that the task did not say it would touch.
Task<Result<std::vector<std::string>>> undeclared_deletions(Git& git, Repository repository,
                                                            std::string from, std::string to,
                                                            MergePart part) {
  std::vector<std::string> deleted;
  if (!part.declared) co_return deleted;
  for (const FileChange& change :
       CO_TRY(co_await changes_between(git, std::move(repository), from, to))) {
    const std::string& gone =
        change.kind == FileChange::Kind::kRenamed ? change.old_path : change.path;
    const bool goes =
        change.kind == FileChange::Kind::kDeleted || change.kind == FileChange::Kind::kRenamed;
    if (goes && !is_declared(gone, *part.declared)) deleted.push_back(gone);
  }
  co_return deleted;
}

// Merges of one project come one after the other: each is worked out from where the branch is.
std::string merge_lock(const Repository& repository, const std::string& project) {
  return "merge " + integration_ref(project) + " " + repository.common_dir;
}

// One part onto what there is so far; `at` moves where it could be merged.
Task<Result<MergedPart>> add_part(Git& git, Repository repository, MergePart part,
                                  std::string& at) {
  MergedPart done{.commit = part.commit, .merged = true, .conflicts = {}, .deleted = {}};
  const bool is_in = CO_TRY(co_await is_ancestor(git, repository, part.commit, at));
  if (is_in) co_return done;
  std::string next = part.commit;
  const bool follows = CO_TRY(co_await is_ancestor(git, repository, at, part.commit));
  if (!follows) {
    MergedTree merged = CO_TRY(co_await merge_trees(git, repository, at, part.commit));
    if (!merged.conflicts.empty()) {
      done.merged = false;
      done.conflicts = std::move(merged.conflicts);
      co_return done;
    }
    NewCommit commit{.tree = merged.tree, .parents = {at, part.commit}, .message = part.message};
    next = CO_TRY(co_await make_commit(git, repository, std::move(commit)));
  }
  done.deleted = CO_TRY(co_await undeclared_deletions(git, repository, at, next, part));
  at = next;
  co_return done;
}

Task<Result<Train>> make_train_held(Git& git, Repository repository, std::string project,
                                    std::vector<MergePart> parts) {
  Train train;
  train.base = CO_TRY(co_await tip_of(git, repository, project));
  train.candidate = train.base;
  for (MergePart& part : parts) {
    MergedPart done = CO_TRY(co_await add_part(git, repository, std::move(part), train.candidate));
    train.parts.push_back(std::move(done));
  }
  if (train.candidate != train.base)
    CO_TRY(co_await move_refs(git, repository,
                              {{.ref = candidate_ref(project), .to = train.candidate}}));
  co_return train;
}

Task<Result<void>> accept_train_held(Git& git, Repository repository, std::string project,
                                     Train train) {
  const std::string tip = CO_TRY(co_await tip_of(git, repository, project));
  if (tip == train.candidate) co_return Result<void>();
  std::vector<RefMove> moves{{.ref = integration_ref(project),
                              .to = train.candidate,
                              .from = train.base,
                              .why = "folkmoot: merge"}};
  const auto kept = CO_TRY(co_await read_ref(git, repository, candidate_ref(project)));
  if (kept == train.candidate)
    moves.push_back({.ref = candidate_ref(project), .to = "", .from = *kept});
  co_return co_await move_refs(git, repository, std::move(moves));
}

}  // namespace

Task<Result<Integration>> open_integration(Git& git, Repository repository, std::string project,
                                           std::string base) {
  const std::string ref = integration_ref(project);
  const std::string began = project_ref(project, "_began");
  const auto tip = CO_TRY(co_await read_ref(git, repository, ref));
  const auto ours = CO_TRY(co_await read_ref(git, repository, began));
  if (tip && !ours)
    co_return fail("branch_exists", "The branch " + ref + " is there already, and not ours.", *tip,
                   "Rename it: git branch -m OLD NEW.");
  if (tip) co_return Integration{ref, *tip};
  CO_TRY(co_await move_refs(git, repository,
                            {{.ref = ref, .to = base, .from = "", .why = "folkmoot: begun"},
                             {.ref = began, .to = base}}));
  co_return Integration{ref, base};
}

Task<Result<Train>> make_train(Git& git, Repository repository, std::string project,
                               std::vector<MergePart> parts) {
  const GitLocks::Hold hold = co_await git.locks().take(merge_lock(repository, project));
  co_return co_await make_train_held(git, std::move(repository), project, std::move(parts));
}

Task<Result<void>> accept_train(Git& git, Repository repository, std::string project, Train train) {
  const GitLocks::Hold hold = co_await git.locks().take(merge_lock(repository, project));
  co_return co_await accept_train_held(git, std::move(repository), project, std::move(train));
}

Task<Result<MergedPart>> merge_into(Git& git, Repository repository, std::string project,
                                    MergePart part) {
  const GitLocks::Hold hold = co_await git.locks().take(merge_lock(repository, project));
  std::vector<MergePart> parts;
  parts.push_back(std::move(part));
  Train train = CO_TRY(co_await make_train_held(git, repository, project, std::move(parts)));
  MergedPart done = train.parts.front();
  if (done.merged) CO_TRY(co_await accept_train_held(git, repository, project, std::move(train)));
  co_return done;
}

Task<Result<bool>> is_merged(Git& git, Repository repository, std::string ref, std::string commit) {
  const auto tip = CO_TRY(co_await read_ref(git, repository, std::move(ref)));
  if (!tip) co_return false;
  co_return co_await is_ancestor(git, std::move(repository), std::move(commit), *tip);
}

Task<Result<ConflictLane>> make_conflict_lane(Git& git, Repository repository, std::string folder,
                                              LaneName name, std::string commit) {
  const std::string merging = task_ref(name.project, name.task, "merging");
  const auto begun =
      CO_TRY(co_await read_ref(git, repository, task_ref(name.project, name.task, "base")));
  // Asked again, the lane is merged onto what it began at.
  const std::string tip = begun ? *begun : CO_TRY(co_await tip_of(git, repository, name.project));
  MergedTree merged = CO_TRY(co_await merge_trees(git, repository, tip, commit));
  CO_TRY(co_await move_refs(git, repository,
                            {{.ref = merging, .to = commit, .why = "folkmoot: conflict"}}));
  ConflictLane made;
  made.lane = CO_TRY(co_await make_lane(git, repository, std::move(folder), name, tip));
  made.conflicts = std::move(merged.conflicts);
  const std::string there = CO_TRY(co_await tree_of(git, made.lane));
  const std::string before = CO_TRY(co_await tree_of_commit(git, repository, tip));
  const auto steps = CO_TRY(co_await steps_of(git, made.lane));
  if (there != before || !steps.empty()) co_return made;  // somebody works in it already
  GitCall call;
  call.arguments = {"read-tree", "--reset", "-u", merged.tree};
  call.settings = {{"core.sparseCheckout", "false"}};
  CO_TRY(co_await git.run(place_of(made.lane), std::move(call)));
  co_return made;
}

}  // namespace fm
