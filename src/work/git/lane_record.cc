#include "work/git/lane_record.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/json.h"
#include "base/text.h"
#include "engine/flow/task_scope.h"
#include "work/git/lane_files.h"
#include "work/git/refs.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

const GitSettings kWholeTree = {{"core.sparseCheckout", "false"}};

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// What `git worktree list` shows as the reason why it is locked.
std::string reason_of(const LaneName& name) {
  return canonical(JsonObject{{"folkmoot", {{"project", name.project}, {"task", name.task}}}});
}

LaneName name_in(const std::string& reason) {
  const auto value = parse_json(trim(reason));
  if (!value) return {};
  const Json* const lane = find_at(*value, "folkmoot");
  if (lane == nullptr) return {};
  return {std::string(text_at(*lane, "project")), std::string(text_at(*lane, "task"))};
}

std::vector<LaneRecord> read_records(const std::string& common_dir) {
  std::vector<LaneRecord> records;
  std::error_code error;
  for (auto at = fs::directory_iterator(fs::path(common_dir) / "worktrees", error);
       !error && at != fs::directory_iterator(); at.increment(error)) {
    const std::string dot_git(trim(read(at->path() / "gitdir")));
    if (dot_git.empty()) continue;
    records.push_back({at->path().string(), fs::path(dot_git).parent_path().string(),
                       name_in(read(at->path() / "locked"))});
  }
  std::ranges::sort(records, {}, &LaneRecord::path);
  return records;
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

Result<void> put_aside(const Lane& lane) {
  std::error_code error;
  if (is_there(aside_of(lane))) {
    fs::remove(fs::path(lane.path) / ".git", error);  // of an attempt that was cut short
    if (!error) fs::remove(lane.path, error);         // fails where there is more in it
  } else if (is_there(lane.path)) {
    fs::rename(lane.path, aside_of(lane), error);
  }
  if (!error) return {};
  return fail("lane_not_repaired", "The worktree could not be repaired.", error.message(),
              "Look at " + lane.path + " and " + aside_of(lane) + ".");
}

Result<void> put_back(const Lane& lane) {
  if (!is_there(aside_of(lane))) return {};
  std::error_code error;
  fs::remove(fs::path(lane.path) / ".git", error);
  if (!error) fs::remove(lane.path, error);
  if (!error) fs::rename(aside_of(lane), lane.path, error);
  if (!error) return {};
  return fail("lane_not_repaired", "The worktree could not be repaired.", error.message(),
              "Its files are in " + aside_of(lane) + ".");
}

Task<Result<void>> read_tree(Git& git, GitPlace place, std::vector<std::string> arguments) {
  GitCall call;
  call.arguments = {"read-tree", "--reset"};
  call.arguments.insert(call.arguments.end(), arguments.begin(), arguments.end());
  call.settings = kWholeTree;
  CO_TRY(co_await git.run(std::move(place), std::move(call)));
  co_return Result<void>();
}

}  // namespace

Task<std::vector<LaneRecord>> lane_records(Git& git, Repository repository) {
  co_return co_await in_pool(git.pool(),
                             [dir = repository.common_dir] { return read_records(dir); });
}

Task<std::string> find_record(Git& git, Lane lane) {
  const auto records = co_await lane_records(git, lane.repository);
  const auto found = std::ranges::find(records, lane.path, &LaneRecord::path);
  co_return found == records.end() ? std::string() : found->git_dir;
}

Task<Result<std::string>> register_lane(Git& git, Lane lane) {
  GitCall call;
  call.arguments = {"worktree",      "add",    "--quiet",  "--detach",
                    "--no-checkout", "--lock", "--reason", reason_of(lane.name),
                    lane.path,       lane.base};
  CO_TRY(co_await git.run(place_of(lane.repository), std::move(call)));
  std::string git_dir = co_await find_record(git, lane);
  if (git_dir.empty())
    co_return fail("git_failed", "git worktree add made no worktree.", lane.path,
                   "Run it by hand in the repository to see more.");
  co_return git_dir;
}

Task<Result<void>> unregister_lane(Git& git, Lane lane) {
  CO_TRY(co_await in_pool(git.pool(), [lane] { return remove_lane_files(lane); }));
  const std::string record = co_await find_record(git, lane);
  if (record.empty()) co_return Result<void>();
  GitCall call;
  call.arguments = {"worktree", "remove", "--force", "--force", lane.path};  // locked, and gone
  CO_TRY(co_await git.run(place_of(lane.repository), std::move(call)));
  co_return Result<void>();
}

Task<Result<std::string>> register_again(Git& git, Lane lane) {
  CO_TRY(co_await in_pool(git.pool(), [lane] { return put_aside(lane); }));
  auto git_dir = co_await register_lane(git, lane);
  if (git_dir) lane.git_dir = *git_dir;
  CO_TRY(co_await in_pool(git.pool(), [lane] { return put_back(lane); }));
  if (!git_dir) co_return git_dir;
  CO_TRY(co_await in_pool(git.pool(), [lane] { return write_lane_files(lane); }));
  CO_TRY(co_await read_tree(git, {.folder = lane.path, .git_dir = lane.git_dir}, {lane.base}));
  co_return git_dir;
}

Task<Result<void>> fill_lane(Git& git, Lane lane) {
  const auto last = CO_TRY(co_await read_ref(git, lane.repository,
                                             task_ref(lane.name.project, lane.name.task, "steps")));
  const GitPlace own{.folder = lane.path, .git_dir = lane.git_dir};
  CO_TRY(co_await read_tree(git, own, {"-u", last.value_or(lane.base)}));
  const bool copied = co_await in_pool(git.pool(), [lane] {
    std::error_code error;
    fs::copy_file(fs::path(lane.git_dir) / "index", index_of(lane),
                  fs::copy_options::overwrite_existing, error);
    return !error;
  });
  if (!copied) co_return fail("lane_not_made", "The index of the worktree could not be copied.");
  if (last) CO_TRY(co_await read_tree(git, own, {lane.base}));
  co_return Result<void>();
}

}  // namespace fm
