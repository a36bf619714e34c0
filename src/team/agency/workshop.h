// Workshop: the hands of an agency: git, commands, the sandbox, and where lanes lie (A-5, P-62).
//
// One a process, shared by the performers of this folder; on the loop. It keeps nothing that counts
// after a crash: lanes are found again by what git knows of them. CommandRunner run so many at
// once, the others wait in line; each in its lane's sandbox where one works here.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/redact.h"
#include "engine/flow/effect.h"
#include "loop/loop.h"
#include "team/pack/team_snapshot.h"
#include "team/room/room.h"
#include "team/tasks/work_limits.h"
#include "team/tasks/worktree_settings.h"
#include "tool/policy/policy.h"
#include "tool/run/lane_commands.h"
#include "work/git/git.h"
#include "work/git/lane.h"
#include "work/process/command.h"
#include "work/process/environment.h"
#include "work/sandbox/sandbox.h"

namespace fm {

struct WorkshopOptions {
  std::filesystem::path lanes;              // folder of all lanes
  std::vector<std::filesystem::path> kept;  // never seen by a command: the store, sockets
  Variables environment;                    // of the person
  std::string home;
  int commands_at_once = 2;
  int agents_at_once = kAgentsAtOnce;  // of one project
  Redactor redactor = {};
  PolicyTable policy = {};
  std::shared_ptr<WebPages> web = {};  // null: no page is fetched
  std::function<Result<std::shared_ptr<const TeamSnapshot>>(const FlowStart&)> snapshot = {};
};

// A lane as the work in it sees it.
struct LaneWork {
  Lane lane;
  // The room's folder below the repository's top, where commands begin; empty: the top. Only it is
  // written to, unless the plan names files elsewhere.
  std::string below = {};
  bool writes_anywhere = true;
  WorktreeSettings settings = {};  // as the person accepted them
  std::vector<PlacedFolder> placed = {};

  std::string folder() const { return below.empty() ? lane.path : lane.path + "/" + below; }
};

struct LaneRun {
  LaneWork work;
  std::string command;  // of a shell
  Millis time_limit;
  Network network = Network::kNone;
};

class Workshop {
 public:
  Workshop(Loop& loop, WorkshopOptions options);  // `loop` outlives it
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  Git& git() { return git_; }
  PoolScope& pool() { return pool_; }
  const WorkshopOptions& options() const { return options_; }
  std::string lanes_folder() const { return options_.lanes.string(); }

  // Asked once.
  Task<SandboxState> sandbox();

  // Of the repository that a project works in. Errors: repository_none and git's.
  Task<Result<Repository>> repository(std::string folder);

  // A task's lane as the log tells it, looked for where git knows it. Errors: lane_missing.
  Task<Result<Lane>> lane_of(std::string repository, std::string path);

  CommandRunner& commands() { return commands_; }

  // A coding agent in a lane: it sees what its plan adds, and reaches the network where that says
  // so. It is no command that waits its turn: it works for long, and mostly waits for its model.
  struct AgentRun {
    CommandSpec spec;
    std::vector<std::string> read_only;
    std::vector<std::string> writable;
    Network network = Network::kNone;
    NestedSandbox nested = NestedSandbox::kRefused;
  };
  Task<Result<CommandEnd>> run_agent(LaneWork work, AgentRun run, CancelToken cancel,
                                     CommandListener* listener);

  // A shell command in a lane, within the limits; waits its turn.
  Task<Result<CommandEnd>> run_in_lane(LaneRun run, CancelToken cancel,
                                       CommandListener* listener = nullptr);

 private:
  struct Slot;
  Task<std::shared_ptr<Slot>> slot();
  SandboxPlan plan_for(const LaneRun& run) const;
  Task<Result<CommandSpec>> held(CommandSpec spec, SandboxPlan plan);

  Loop& loop_;
  const WorkshopOptions options_;
  CommandRunner commands_;
  Git git_;
  PoolScope pool_;
  std::optional<SandboxState> sandbox_;
  std::map<std::string, Lane> lanes_;  // by path
  std::shared_ptr<int> free_;
  std::shared_ptr<std::deque<Later<bool>>> line_;
};

// What the request of an effect names: the project, and its task's work.
struct TaskGround {
  const RoomView* view = nullptr;
  const Project* project = nullptr;
  const TaskWork* work = nullptr;  // null: it did not begin
  std::string task;
};
// Errors: project_unknown.
Result<TaskGround> ground_of(const EffectCall& call);

Performed failed_with(Error error);
NewEvent warning_of(const Error& error);  // for the room
// An error of the work is the effect's: the flow decides what it means.
Task<Performed> settled(Task<Result<Performed>> work);
Task<Performed> refused(Error error);
Performed done_with(Json value, std::vector<NewEvent> events = {});

}  // namespace fm
