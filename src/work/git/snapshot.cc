#include "work/git/snapshot.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>

#include "base/text.h"
#include "engine/flow/task_scope.h"
#include "work/git/merge_trees.h"
#include "work/git/plumbing/commit.h"
#include "work/git/plumbing/fields.h"
#include "work/git/refs.h"
#include "work/git/worktree.h"

namespace fm {
namespace {

std::string ref_of(const Lane& lane, std::string_view what) {
  return task_ref(lane.name.project, lane.name.task, what);
}

Task<Result<StagedTree>> stage_lane(Git& git, Lane lane) {
  CO_TRY(co_await verify_lane(git, lane));
  co_return co_await stage_all(git, place_of(lane), {.exclude_file = excludes_of(lane)});
}

// The newest step; empty: there is none yet.
Task<Result<std::string>> newest_step(Git& git, Lane lane) {
  const auto step = CO_TRY(co_await read_ref(git, lane.repository, ref_of(lane, "steps")));
  co_return step.value_or("");
}

// Which of these paths are files of the commit.
Task<Result<std::vector<std::string>>> kept_in(Git& git, Lane lane, std::string commit,
                                               std::vector<LeftOut> files) {
  std::vector<std::string> paths;
  if (files.empty()) co_return paths;
  GitCall call;
  call.arguments = {"ls-tree", "-r", "-z", "--name-only", std::move(commit), "--"};
  for (const LeftOut& file : files) call.arguments.push_back(file.path);
  const GitAnswer answer = CO_TRY(co_await git.run(place_of(lane.repository), std::move(call)));
  for (NulFields fields(answer.output); !fields.at_end();) paths.emplace_back(fields.next());
  co_return paths;
}

// Files that a resolver left with conflict markers in them.
Task<Result<std::vector<std::string>>> with_markers(Git& git, Lane lane, std::string other,
                                                    std::string tree) {
  const MergedTree merged =
      CO_TRY(co_await merge_trees(git, lane.repository, lane.base, std::move(other)));
  std::vector<std::string> found;
  GitCall call;
  call.arguments = {"grep", "-l", "-z", "-E", "-e", "^(<<<<<<<|>>>>>>>) ", std::move(tree), "--"};
  call.also_good = {1};  // in none
  for (const Conflict& conflict : merged.conflicts) call.arguments.push_back(conflict.path);
  if (merged.conflicts.empty()) co_return found;
  const GitAnswer answer = CO_TRY(co_await git.run(place_of(lane.repository), std::move(call)));
  for (NulFields fields(answer.output); !fields.at_end();) {
    const std::string_view line = fields.next();  // TREE:PATH
    found.emplace_back(line.substr(std::min(line.find(':') + 1, line.size())));
  }
  co_return found;
}

std::string as_rule(const std::string& path) {
  std::string rule = "/";
  for (const char c : path) {
    if (std::string_view("\\*?[ ").contains(c)) rule += '\\';
    rule += c;
  }
  return rule + "\n";
}

// Files that were ignored by a rule that went with the step: they stay ignored, or the lane would
// not be at the tree that it went back to.
Task<Result<void>> keep_ignored(Git& git, Lane lane, std::vector<LeftOut> remains) {
  GitCall call;
  call.arguments = {"ls-files",           "-z",          "--others",
                    "--exclude-standard", "--directory", "--no-empty-directory"};
  const GitAnswer answer = CO_TRY(co_await git.run(place_of(lane), std::move(call)));
  std::string rules;
  for (NulFields fields(answer.output); !fields.at_end();) {
    const std::string path(fields.next());
    const bool is_named = std::ranges::find(remains, path, &LeftOut::path) != remains.end();
    if (!is_named && !path.contains('\n')) rules += as_rule(path);  // a rule is one line
  }
  const bool written = co_await in_pool(git.pool(), [rules, file = excludes_of(lane)] {
    if (rules.empty()) return true;
    std::ofstream stream(file, std::ios::binary | std::ios::app);
    stream << rules;
    stream.close();
    return stream.good();
  });
  if (written) co_return Result<void>();
  co_return fail("scratch_failed", "The rules of what is ignored could not be written.",
                 excludes_of(lane));
}

// Whether the commit is of this tree and these parents.
Task<Result<bool>> is_same(Git& git, Lane lane, std::string commit, std::string tree,
                           std::vector<std::string> parents) {
  const std::string said = CO_TRY(
      co_await git.line(place_of(lane.repository),
                        {"rev-list", "--no-walk", "--format=%T %P", "--no-commit-header", commit}));
  co_return said == tree + " " + join(parents, " ");
}

}  // namespace

Task<Result<Snapshot>> snapshot(Git& git, Lane lane, std::string message) {
  const GitLocks::Hold hold = co_await git.locks().take(lane.path);
  StagedTree staged = CO_TRY(co_await stage_lane(git, lane));
  const std::string step = CO_TRY(co_await newest_step(git, lane));
  const std::string before = step.empty() ? lane.base : step;
  Snapshot made{.commit = before,
                .tree = staged.tree,
                .fresh = false,
                .changed = {},
                .left_out = std::move(staged.left_out)};
  const std::string tree = CO_TRY(co_await tree_of_commit(git, lane.repository, before));
  if (tree == made.tree) co_return made;
  NewCommit commit{.tree = made.tree, .parents = {before}, .message = std::move(message)};
  made.commit = CO_TRY(co_await make_commit(git, lane.repository, std::move(commit)));
  made.fresh = true;
  made.changed = CO_TRY(co_await changes_between(git, lane.repository, before, made.commit));
  CO_TRY(co_await move_refs(
      git, lane.repository,
      {{.ref = ref_of(lane, "steps"), .to = made.commit, .from = step, .why = "folkmoot: step"}}));
  co_return made;
}

Task<Result<std::string>> tree_of(Git& git, Lane lane) {
  const GitLocks::Hold hold = co_await git.locks().take(lane.path);
  const StagedTree staged = CO_TRY(co_await stage_lane(git, lane));
  co_return staged.tree;
}

Task<Result<std::vector<LaneStep>>> steps_of(Git& git, Lane lane) {
  std::vector<LaneStep> steps;
  const std::string newest = CO_TRY(co_await newest_step(git, lane));
  if (newest.empty()) co_return steps;
  GitCall call;
  call.arguments = {"rev-list", "--no-commit-header", "--format=%H %T %s", newest, "^" + lane.base};
  const GitAnswer answer = CO_TRY(co_await git.run(place_of(lane.repository), std::move(call)));
  for (std::string_view line : split_lines(answer.output)) {
    LaneStep step;
    step.commit = take_word(line);
    step.tree = take_word(line);
    step.message = to_utf8(line);
    steps.push_back(std::move(step));
  }
  co_return steps;
}

Task<Result<Restored>> restore(Git& git, Lane lane, std::string commit) {
  const GitLocks::Hold hold = co_await git.locks().take(lane.path);
  const auto target = CO_TRY(co_await read_ref(git, lane.repository, commit));
  const bool is_ours =
      target && CO_TRY(co_await is_ancestor(git, lane.repository, lane.base, *target));
  if (!is_ours)
    co_return fail("step_unknown", "The task " + lane.name.task + " has no such step.", commit,
                   "Choose one of its steps.");
  StagedTree staged = CO_TRY(co_await stage_lane(git, lane));
  const auto lost = CO_TRY(co_await kept_in(git, lane, *target, staged.left_out));
  if (!lost.empty())
    co_return fail("lane_holds_more", "Files in the worktree would be lost.", join(lost, ", "),
                   "They are too large for a commit: move them elsewhere.");
  Restored restored;
  restored.remains = std::move(staged.left_out);

  const std::string step = CO_TRY(co_await newest_step(git, lane));
  std::string newest = step.empty() ? lane.base : step;
  const std::string tree = CO_TRY(co_await tree_of_commit(git, lane.repository, newest));
  if (tree != staged.tree) {
    NewCommit now{.tree = staged.tree, .parents = {newest}, .message = "Before going back"};
    newest = CO_TRY(co_await make_commit(git, lane.repository, std::move(now)));
  }
  std::vector<RefMove> moves;
  const bool is_kept = CO_TRY(co_await is_ancestor(git, lane.repository, newest, *target));
  if (!is_kept) {
    restored.rescued = rescue_ref(lane.name.project, lane.name.task, newest);
    moves.push_back({.ref = restored.rescued, .to = newest, .why = "folkmoot: rewind"});
  }
  const bool to_base = *target == lane.base;
  if (!to_base || !step.empty())
    moves.push_back({.ref = ref_of(lane, "steps"), .to = to_base ? "" : *target, .from = step});
  // First the refs: after a crash in the middle, going back again finds all that there was.
  CO_TRY(co_await move_refs(git, lane.repository, std::move(moves)));
  GitCall call;
  call.arguments = {"read-tree", "--reset", "-u", *target};
  call.settings = {{"core.sparseCheckout", "false"}};
  CO_TRY(co_await git.run(place_of(lane), std::move(call)));
  CO_TRY(co_await keep_ignored(git, lane, restored.remains));
  co_return restored;
}

Task<Result<std::vector<std::string>>> unresolved(Git& git, Lane lane) {
  const auto other = CO_TRY(co_await read_ref(git, lane.repository, ref_of(lane, "merging")));
  if (!other) co_return std::vector<std::string>();
  std::string tree = CO_TRY(co_await tree_of(git, lane));
  co_return co_await with_markers(git, lane, *other, std::move(tree));
}

Task<Result<void>> ignore_untracked(Git& git, Lane lane) {
  const GitLocks::Hold hold = co_await git.locks().take(lane.path);
  co_return co_await keep_ignored(git, lane, {});
}

Task<Result<Snapshot>> final_commit(Git& git, Lane lane, std::string message) {
  const GitLocks::Hold hold = co_await git.locks().take(lane.path);
  StagedTree staged = CO_TRY(co_await stage_lane(git, lane));
  Snapshot made{.commit = lane.base,
                .tree = staged.tree,
                .fresh = true,
                .changed = {},
                .left_out = std::move(staged.left_out)};
  std::vector<std::string> parents{lane.base};
  const auto other = CO_TRY(co_await read_ref(git, lane.repository, ref_of(lane, "merging")));
  if (other) {
    parents.push_back(*other);
    const auto marked = CO_TRY(co_await with_markers(git, lane, *other, made.tree));
    if (!marked.empty())
      co_return fail("conflict_markers_left", "Conflicts are not resolved yet.",
                     "Conflict markers stand in " + join(marked, ", ") + ".",
                     "Take out the markers, and keep what both sides want.");
  }
  const std::string base = CO_TRY(co_await tree_of_commit(git, lane.repository, lane.base));
  if (!other && base == made.tree)
    co_return fail("lane_unchanged", "The task " + lane.name.task + " changed no file.");
  made.changed = CO_TRY(co_await changes_between(git, lane.repository, lane.base, made.tree));
  const auto result = CO_TRY(co_await read_ref(git, lane.repository, ref_of(lane, "result")));
  if (result && CO_TRY(co_await is_same(git, lane, *result, made.tree, parents))) {
    made.commit = *result;
    made.fresh = false;
    co_return made;
  }
  NewCommit commit{.tree = made.tree, .parents = std::move(parents), .message = std::move(message)};
  made.commit = CO_TRY(co_await make_commit(git, lane.repository, std::move(commit)));
  CO_TRY(co_await move_refs(git, lane.repository,
                            {{.ref = ref_of(lane, "result"),
                              .to = made.commit,
                              .from = result.value_or(""),
                              .why = "folkmoot: result"}}));
  co_return made;
}

Task<Result<Diff>> diff_of(Git& git, Lane lane, DiffRequest request) {
  const std::string tree = CO_TRY(co_await tree_of(git, lane));
  co_return co_await diff_between(git, lane.repository, lane.base, tree, std::move(request));
}

}  // namespace fm
