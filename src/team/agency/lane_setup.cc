#include "team/agency/lane_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "engine/flow/task_scope.h"
#include "team/agency/command_record.h"
#include "team/tasks/task_map.h"
#include "work/git/copy_list.h"
#include "work/git/dependencies.h"
#include "work/git/plumbing/commit.h"
#include "work/git/snapshot.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

constexpr Millis kSetupTime{1'200'000};
constexpr Millis kCleanupTime{120'000};
constexpr std::size_t kSaidShown = 2'000;  // bytes of what a setup command said, in its error

// Of the room's folder below the repository's top; empty: it is the top, or elsewhere.
std::string below_top(const std::string& folder, const std::string& top) {
  std::error_code error;
  const fs::path inside =
      fs::weakly_canonical(folder, error).lexically_relative(fs::weakly_canonical(top, error));
  if (error || inside.empty() || inside == "." || *inside.begin() == "..") return {};
  return inside.string();
}

// Whether the plan has the task change a file that is not below the room's folder.
bool names_files_elsewhere(const MapTask& task) {
  return std::ranges::any_of(task.files, [](const std::string& file) {
    const fs::path normal = fs::path(file).lexically_normal();
    return !normal.empty() && *normal.begin() == "..";
  });
}

// As the copy list has them: from the repository's top.
std::vector<std::string> from_top(const LaneWork& work) {
  std::vector<std::string> paths;
  for (const std::string& entry : work.settings.copy)
    paths.push_back((fs::path(work.below) / entry).lexically_normal().string());
  return paths;
}

std::string last_of(const std::string& text) {
  if (text.size() <= kSaidShown) return text;
  return "... " + to_utf8(std::string_view(text).substr(text.size() - kSaidShown));
}

Error setup_failed(const CheckRecord& record) {
  const std::string how =
      record.why.empty() ? fmt::format("It ended with exit status {}.", record.status) : record.why;
  return {"setup_failed", fmt::format("The setup command `{}` fails.", record.command),
          how + (record.output == nullptr ? "" : " It said:\n" + last_of(*record.output)),
          "Put `worktree: setup:` right in .folkmoot/config.yaml, then try again."};
}

// Folders that dependencies are shown or linked in have to be there, and empty.
Task<Result<void>> place_dependencies(Workshop& workshop, LaneWork work) {
  const bool links = !(co_await workshop.sandbox()).works;
  co_await in_pool(workshop.pool(), [placed = work.placed, links] {
    for (const PlacedFolder& one : placed) {
      std::error_code ignored;
      if (links)
        link_dependencies(one.from, one.to);
      else if (fs::is_directory(fs::path(one.to).parent_path(), ignored))
        fs::create_directory(one.to, ignored);
    }
    return true;
  });
  co_return Result<void>();
}

}  // namespace

Task<Result<LaneWork>> lane_work(Workshop& workshop, TaskGround ground, Lane lane) {
  LaneWork work{.lane = lane};
  const SettledWorktree accepted = ground.project->accepted_worktree();
  work.settings = accepted.settings;
  const std::string top = lane.repository.toplevel;
  work.below = co_await in_pool(
      workshop.pool(), [folder = ground.view->folder, top] { return below_top(folder, top); });
  work.writes_anywhere = work.below.empty();
  if (!ground.project->plans.empty() && !work.below.empty()) {
    const TaskMap map = task_map_from_json(*ground.project->plans.back().plan);
    const MapTask* task = map.find(ground.task);
    work.writes_anywhere = task != nullptr && names_files_elsewhere(*task);
  }
  // Whoever has dependencies installed by a command of their own gets none of the person's.
  if (!work.settings.setup.empty()) co_return work;
  for (const std::string& folder :
       CO_TRY(co_await dependency_folders(workshop.git(), lane.repository)))
    work.placed.push_back({top + "/" + folder, lane.path + "/" + folder});
  co_return work;
}

Task<Result<LaneReady>> prepare_lane(Workshop& workshop, LaneWork work, std::string commit,
                                     CancelToken cancel) {
  Git& git = workshop.git();
  const Lane lane = work.lane;
  LaneReady ready;
  if (!work.below.empty())
    co_await in_pool(git.pool(), [path = work.folder()] {
      std::error_code ignored;  // a folder that is in no commit yet
      fs::create_directories(path, ignored);
      return true;
    });
  CO_TRY(co_await place_dependencies(workshop, work));
  const CopyEnd copied = CO_TRY(co_await copy_into_lane(git, lane, from_top(work)));
  ready.not_copied = copied.refused;
  const std::string tree = CO_TRY(co_await tree_of_commit(git, lane.repository, commit));
  for (const std::string& command : work.settings.setup) {
    const CommandEnd end = CO_TRY(co_await workshop.run_in_lane(
        {.work = work, .command = command, .time_limit = kSetupTime, .network = Network::kAllowed},
        cancel));
    if (end.ending == CommandEnding::kCancelled) co_return ready;
    ready.records.push_back(
        command_record(command, tree, "setup", end, kSetupTime, workshop.options().redactor));
    if (!ready.records.back().passed())
      co_return std::unexpected(setup_failed(ready.records.back()));
  }
  CO_TRY(co_await ignore_untracked(git, lane));
  const std::string now = CO_TRY(co_await tree_of(git, lane));
  if (now != tree) CO_TRY(co_await restore(git, lane, commit));
  co_return ready;
}

Task<std::vector<Error>> clean_up_lane(Workshop& workshop, LaneWork work, CancelToken cancel) {
  std::vector<Error> failed;
  for (const std::string& command : work.settings.cleanup) {
    const auto end = co_await workshop.run_in_lane(
        {.work = work, .command = command, .time_limit = kCleanupTime}, cancel);
    if (!end) {
      failed.push_back(end.error());
    } else if (!end->ok()) {
      CommandSpec shown;
      shown.argv = {command};
      shown.time_limit = kCleanupTime;
      failed.push_back({"cleanup_failed",
                        fmt::format("The cleanup command `{}` of a worktree fails.", command),
                        describe(*end, shown), ""});
    }
  }
  co_return failed;
}

std::vector<NewEvent> warnings_of(const LaneReady& ready) {
  std::vector<NewEvent> events;
  for (const LeftOut& one : ready.not_copied)
    events.push_back(
        warning_of({"copy_refused", fmt::format("{} was not copied into the worktree.", one.path),
                    one.why + ".", "Put `worktree: copy:` right."}));
  return events;
}

}  // namespace fm
