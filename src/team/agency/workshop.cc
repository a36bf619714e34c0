#include "team/agency/workshop.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/flow/task_scope.h"
#include "work/git/repository.h"
#include "work/git/worktree.h"
#include "work/sandbox/sandbox_paths.h"

namespace fm {
namespace {

GitOptions git_options(const WorkshopOptions& options) {
  return {.environment = command_environment(options.environment, "/tmp", {})};
}

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
}

// The programs of what is installed beside the sources, as a person who has activated it has them:
// of a virtual environment of Python, and of node_modules. Blocking.
void use_installed(Variables& environment, const LaneWork& work) {
  const auto has = [&](const std::string& path) {
    return is_there(path) || std::ranges::any_of(work.placed, [&](const PlacedFolder& one) {
             return path.starts_with(one.to + "/") &&
                    is_there(one.from + path.substr(one.to.size()));
           });
  };
  const std::string modules = work.folder() + "/node_modules/.bin";
  if (has(modules)) environment["PATH"] = modules + ":" + environment["PATH"];
  for (const char* name : {"/.venv", "/venv"}) {
    const std::string folder = work.folder() + name;
    if (!has(folder + "/bin/python")) continue;
    environment["PATH"] = folder + "/bin:" + environment["PATH"];
    environment["VIRTUAL_ENV"] = folder;
    return;
  }
}

}  // namespace

// Held while a command runs; the next in line begins when it is let go.
struct Workshop::Slot {
  std::shared_ptr<int> free;
  std::shared_ptr<std::deque<Later<bool>>> line;

  ~Slot() {
    if (line->empty()) {
      ++*free;
      return;
    }
    const Later<bool> next = line->front();
    line->pop_front();
    next.resolve(true);
  }
};

Workshop::Workshop(Loop& loop, WorkshopOptions options)
    : loop_(loop),
      options_(std::move(options)),
      commands_(loop),
      git_(loop, commands_, git_options(options_)),
      pool_(loop),
      free_(std::make_shared<int>(std::max(1, options_.commands_at_once))),
      line_(std::make_shared<std::deque<Later<bool>>>()) {}

Task<std::shared_ptr<Workshop::Slot>> Workshop::slot() {
  if (*free_ > 0) {
    --*free_;
  } else {
    const Later<bool> turn;
    line_->push_back(turn);
    co_await turn;
  }
  co_return std::make_shared<Slot>(free_, line_);
}

Task<SandboxState> Workshop::sandbox() {
  if (!sandbox_) {
    SandboxState state =
        co_await probe_sandbox(commands_, command_environment(options_.environment, "/tmp", {}));
    sandbox_ = std::move(state);
  }
  co_return *sandbox_;
}

Task<Result<Repository>> Workshop::repository(std::string folder) {
  co_return co_await find_repository(git_, std::move(folder));
}

Task<Result<Lane>> Workshop::lane_of(std::string repository, std::string path) {
  if (path.empty())
    co_return fail("lane_missing", "The task has no lane.", "It was removed, or never made.",
                   "Have the task done again.");
  if (const auto known = lanes_.find(path); known != lanes_.end()) co_return known->second;
  const Repository of = CO_TRY(co_await this->repository(std::move(repository)));
  for (FoundLane& found : CO_TRY(co_await list_lanes(git_, of, lanes_folder())))
    lanes_[found.lane.path] = std::move(found.lane);
  if (const auto known = lanes_.find(path); known != lanes_.end()) co_return known->second;
  co_return fail("lane_missing", "The lane of the task is gone.", "It was at " + path + ".",
                 "Have the task done again.");
}

SandboxPlan Workshop::plan_for(const LaneRun& run) const {
  const Lane& lane = run.work.lane;
  SandboxPlan plan{.lane = lane.path, .home = options_.home, .time_limit = run.time_limit};
  plan.network = run.network;
  plan.placed = run.work.placed;
  if (!run.work.writes_anywhere) plan.part = run.work.folder();
  plan.read_only = toolchain_folders(
      options_.environment.contains("PATH") ? options_.environment.at("PATH") : "", options_.home);
  for (const std::string& entry : run.work.settings.caches)
    if (const auto cache = cache_folder(entry); cache && !options_.home.empty())
      (cache->writable ? plan.writable : plan.read_only)
          .push_back(options_.home + "/" + cache->below);
  plan.read_only.push_back(lane.repository.common_dir);
  // Of what is named twice the stricter counts, and these are named for everybody.
  for (std::string& cache : cache_folders(options_.home))
    if (std::ranges::find(plan.writable, cache) == plan.writable.end())
      plan.read_only.push_back(std::move(cache));
  plan.hidden.push_back(lanes_folder());
  // Of the person's own folder git's part and what is installed there: no file that git ignores,
  // and no work that they have not committed.
  if (lane.repository.toplevel.size() > 1) plan.hidden.push_back(lane.repository.toplevel);
  for (const PlacedFolder& one : run.work.placed) plan.read_only.push_back(one.from);
  for (const auto& path : options_.kept) plan.hidden.push_back(path.string());
  return plan;
}

Task<Result<CommandEnd>> Workshop::run_in_lane(LaneRun run, CancelToken cancel,
                                               CommandListener* listener) {
  const std::shared_ptr<Slot> mine = co_await slot();
  CommandSpec spec{.argv = {"/bin/sh", "-c", run.command},
                   .folder = run.work.folder(),
                   .environment = command_environment(options_.environment, "/tmp", {})};
  // What an interpreter leaves beside the sources is nobody's change.
  spec.environment["PYTHONDONTWRITEBYTECODE"] = "1";
  spec.environment["CI"] = "true";
  // By value: the pool may be at it still when this task is gone.
  spec.environment = co_await in_pool(pool_, [built = spec.environment, work = run.work] {
    Variables environment = built;
    use_installed(environment, work);
    return environment;
  });
  spec = CO_TRY(co_await held(std::move(spec), plan_for(run)));
  co_return co_await commands_.run(std::move(spec), std::move(cancel), listener);
}

// In the sandbox, where one works here.
Task<Result<CommandSpec>> Workshop::held(CommandSpec spec, SandboxPlan plan) {
  const SandboxState state = co_await sandbox();
  if (!state.works) co_return within_limits(std::move(spec), plan);
  co_return co_await in_pool(pool_, [spec = std::move(spec), plan = std::move(plan), state] {
    return in_sandbox(spec, plan, state);
  });
}

Task<Result<CommandEnd>> Workshop::run_agent(LaneWork work, AgentRun run, CancelToken cancel,
                                             CommandListener* listener) {
  run.spec.environment = co_await in_pool(pool_, [built = run.spec.environment, work] {
    Variables environment = built;
    use_installed(environment, work);
    return environment;
  });
  SandboxPlan plan =
      plan_for({.work = std::move(work), .command = {}, .time_limit = run.spec.time_limit});
  const auto add = [](std::vector<std::string>& all, std::vector<std::string> more) {
    std::ranges::move(more, std::back_inserter(all));
  };
  add(plan.read_only, std::move(run.read_only));
  add(plan.writable, std::move(run.writable));
  plan.network = run.network;
  plan.nested = run.nested;
  const CommandSpec spec = CO_TRY(co_await held(std::move(run.spec), std::move(plan)));
  co_return co_await commands_.run(spec, std::move(cancel), listener);
}

Result<TaskGround> ground_of(const EffectCall& call) {
  TaskGround ground;
  ground.view = static_cast<const RoomView*>(call.view.get());
  ground.task = text_at(call.request, "task");
  ground.project = ground.view->projects.find({std::string(text_at(call.request, "project"))});
  if (ground.project == nullptr)
    return fail("project_unknown", "The project that is worked on is not in this room.");
  if (!ground.task.empty()) ground.work = ground.project->work.find(ground.task);
  return ground;
}

Performed failed_with(Error error) {
  Performed performed;
  performed.outcome.error = std::move(error);
  return performed;
}

NewEvent warning_of(const Error& error) {
  NewEvent event;
  event.kind = "warning";
  event.body = to_json(error);
  return event;
}

Task<Performed> settled(Task<Result<Performed>> work) {
  auto performed = co_await std::move(work);
  if (performed) co_return std::move(*performed);
  co_return failed_with(std::move(performed.error()));
}

Task<Performed> refused(Error error) { co_return failed_with(std::move(error)); }

Performed done_with(Json value, std::vector<NewEvent> events) {
  Performed performed;
  performed.outcome.value = std::move(value);
  performed.events = std::move(events);
  return performed;
}

}  // namespace fm
