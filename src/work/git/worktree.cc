#include "work/git/worktree.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/text.h"
#include "engine/flow/task_scope.h"
#include "work/git/lane_files.h"
#include "work/git/lane_record.h"
#include "work/git/plumbing/commit.h"
#include "work/git/refs.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> exists(const Lane& lane, std::string cause) {
  return fail("lane_exists", "There is a worktree or folder of that name already.",
              lane.path + ": " + std::move(cause), "Remove it, or give the task another name.");
}

bool is_within(const fs::path& path, const fs::path& folder) {
  if (folder.empty()) return false;
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

// The folder that lanes lie in, made and with its links resolved.
Result<std::string> lanes_folder(const std::string& folder, const Repository& repository) {
  std::error_code error;
  const fs::path planned = fs::weakly_canonical(folder, error);
  if (!error &&
      (is_within(planned, repository.toplevel) || is_within(planned, repository.common_dir)))
    return fail("folder_inside_repository", "Worktrees cannot lie in " + folder + ".",
                "It is inside the repository, which would show them as new files.",
                "Name a folder outside of it.");
  if (!error) fs::create_directories(planned, error);
  if (error)
    return fail("lane_not_made", "No folder for worktrees could be made.", error.message());
  return planned.string();
}

bool holds_something(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (!fs::exists(status)) return false;
  return !fs::is_directory(status) || !fs::is_empty(path, error);
}

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(fs::symlink_status(path, ignored));
}

// The ref that keeps what lies in the lane and in none of its commits; empty: all of it is there.
Task<Result<std::string>> rescue(Git& git, Lane lane, Remains remains) {
  const StagedTree staged =
      CO_TRY(co_await stage_all(git, place_of(lane), {.exclude_file = excludes_of(lane)}));
  if (!staged.left_out.empty() && remains == Remains::kKeep) {
    std::vector<std::string> names;
    for (const LeftOut& file : staged.left_out) names.push_back(file.path + " (" + file.why + ")");
    co_return fail("lane_holds_more", "The worktree holds what no commit can keep.",
                   join(names, ", "), "Move it elsewhere, or say that it may be deleted.");
  }
  std::string parent = lane.base;
  for (const char* what : {"base", "result", "steps"}) {
    const auto commit = CO_TRY(
        co_await read_ref(git, lane.repository, task_ref(lane.name.project, lane.name.task, what)));
    if (!commit) continue;
    const std::string tree = CO_TRY(co_await tree_of_commit(git, lane.repository, *commit));
    if (tree == staged.tree) co_return std::string();
    parent = *commit;
  }
  NewCommit commit{.tree = staged.tree,
                   .parents = {},
                   .message = "What lay in the worktree of " + lane.name.task};
  if (!parent.empty()) commit.parents.push_back(parent);
  const std::string kept = CO_TRY(co_await make_commit(git, lane.repository, std::move(commit)));
  const std::string ref = rescue_ref(lane.name.project, lane.name.task, kept);
  CO_TRY(co_await move_refs(git, lane.repository,
                            {{.ref = ref, .to = kept, .why = "folkmoot: rescue"}}));
  co_return ref;
}

}  // namespace

Task<Result<Lane>> make_lane(Git& git, Repository repository, std::string folder, LaneName name,
                             std::string base) {
  Lane lane{.name = name, .repository = repository, .path = {}, .git_dir = {}, .base = base};
  const auto root = co_await in_pool(
      git.pool(), [folder, repository] { return lanes_folder(folder, repository); });
  if (!root) co_return std::unexpected(root.error());
  lane.path = *root + "/" + name_part(name.project) + "/" + name_part(name.task);
  const GitLocks::Hold lane_hold = co_await git.locks().take(lane.path);
  const std::string base_ref = task_ref(name.project, name.task, "base");
  const auto begun = CO_TRY(co_await read_ref(git, repository, base_ref));
  if (begun && *begun != base) co_return exists(lane, "it began at " + *begun + ".");
  lane.git_dir = co_await find_record(git, lane);
  if (begun && !lane.git_dir.empty()) co_return lane;
  {
    const GitLocks::Hold hold = co_await git.locks().take(repository.common_dir);
    if (!lane.git_dir.empty()) {
      // Left half-made by a crash: nothing was ever started in it.
      CO_TRY(co_await unregister_lane(git, lane));
    } else if (co_await in_pool(git.pool(), [lane] { return holds_something(lane.path); })) {
      co_return exists(lane, "the folder holds something else.");
    }
    lane.git_dir = CO_TRY(co_await register_lane(git, lane));
  }
  CO_TRY(co_await fill_lane(git, lane));
  // Last: only a lane that has it is whole.
  if (!begun)
    CO_TRY(co_await move_refs(
        git, repository, {{.ref = base_ref, .to = base, .from = "", .why = "folkmoot: lane"}}));
  co_return lane;
}

Task<Result<void>> verify_lane(Git& git, Lane lane) {
  // Before git looks: what a .git file points to may name programs to run.
  CO_TRY(co_await in_pool(git.pool(), [lane] { return check_lane_files(lane); }));
  auto top = co_await git.line({.folder = lane.path}, {"rev-parse", "--show-toplevel"});
  if (top && *top == lane.path) co_return Result<void>();
  co_return fail("lane_changed",
                 "The folder of the task " + lane.name.task + " is not the worktree it was.",
                 top ? "git finds " + *top + " there." : top.error().cause,
                 "Repair it; its files stay as they are.");
}

Task<Result<Lane>> repair_lane(Git& git, Lane lane) {
  const GitLocks::Hold lane_hold = co_await git.locks().take(lane.path);
  const bool has_files = co_await in_pool(git.pool(), [lane] { return has_lane_files(lane); });
  {
    const GitLocks::Hold hold = co_await git.locks().take(lane.repository.common_dir);
    std::string record = co_await find_record(git, lane);
    if (record.empty() &&
        co_await in_pool(git.pool(), [dir = lane.git_dir] { return is_folder(dir); }))
      record = lane.git_dir;  // which says that it is elsewhere
    lane.git_dir = record.empty() ? CO_TRY(co_await register_again(git, lane)) : record;
  }
  CO_TRY(co_await in_pool(git.pool(), [lane] { return write_lane_files(lane); }));
  if (!has_files) CO_TRY(co_await fill_lane(git, lane));
  co_return lane;
}

Task<Result<RemovedLane>> remove_lane(Git& git, Lane lane, Remains remains) {
  const GitLocks::Hold lane_hold = co_await git.locks().take(lane.path);
  RemovedLane removed;
  std::string record = co_await find_record(git, lane);
  const bool has_files = co_await in_pool(
      git.pool(), [path = lane.path] { return is_folder(path) && holds_something(path); });
  if (has_files) {
    if (record.empty()) {
      const GitLocks::Hold hold = co_await git.locks().take(lane.repository.common_dir);
      record = CO_TRY(co_await register_again(git, lane));
    }
    lane.git_dir = record;
    removed.rescued = CO_TRY(co_await rescue(git, lane, remains));
  }
  const GitLocks::Hold hold = co_await git.locks().take(lane.repository.common_dir);
  CO_TRY(co_await unregister_lane(git, std::move(lane)));
  co_return removed;
}

Task<Result<std::vector<FoundLane>>> list_lanes(Git& git, Repository repository,
                                                std::string folder) {
  const std::string root = co_await in_pool(git.pool(), [folder] {
    std::error_code ignored;
    return fs::weakly_canonical(folder, ignored).string();
  });
  const auto records = co_await lane_records(git, repository);
  std::vector<FoundLane> lanes;
  for (const LaneRecord& record : records) {
    if (record.name.task.empty() || !is_within(record.path, root)) continue;
    FoundLane found;
    found.lane = {.name = record.name,
                  .repository = repository,
                  .path = record.path,
                  .git_dir = record.git_dir,
                  .base = {}};
    const auto base = CO_TRY(co_await read_ref(
        git, repository, task_ref(record.name.project, record.name.task, "base")));
    found.lane.base = base.value_or("");
    found.present = co_await in_pool(git.pool(), [path = record.path] { return is_folder(path); });
    lanes.push_back(std::move(found));
  }
  co_return lanes;
}

}  // namespace fm
