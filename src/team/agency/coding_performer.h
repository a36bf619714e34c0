// CodingPerformer: a coding agent that the person has, at work in a lane without a screen (S-20 to
// S-22).
//
//   coding_agent  {project, task, work, agent, profile, permissions?, values?, told?, session?,
//                  used?, answers?}
//     {asks: [{call, tool, what, pattern, why, exact}]}  nothing was run: the person decides
//     {commit, said, session?, use?}                     it says that it is done, by its last event
//
// It runs in the lane's sandbox with the network that its profile needs, its own folders of the
// home, and an environment of what its profile names. What its file brought a folder with it, or
// what no sandbox would hold, is asked about first, with all that would be run. Its process and its
// session are left in the log while it works: after a crash that process and all it started are
// ended, and it goes on with its session where it can, else the lane is brought back and it begins
// anew. However it ended, the lane is snapshot. What it says is shown while it works
// (coding_live.h), and what it used is a turn of its agent.
//
// Errors: coding_agent_missing, coding_agent_logged_out, coding_agent_limit, coding_agent_failed,
// coding_agent_time, coding_profile_*, coding_permission_none, coding_agent_prompt.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "coding/profile.h"
#include "engine/flow/task_scope.h"
#include "engine/runtime/engine.h"
#include "team/agency/lane_performers.h"

namespace fm {

class CodingPerformer final : public WorkshopPerformer {
 public:
  // Where profiles are found for the folder that is worked in; blocking.
  using FindProfile =
      std::function<Result<CodingProfile>(const std::string& folder, const std::string& id)>;

  CodingPerformer(Loop& loop, Workshop& workshop, FindProfile find_profile)
      : WorkshopPerformer(workshop),
        loop_(loop),
        find_profile_(std::move(find_profile)),
        records_(loop) {}
  void use(Engine& engine) { engine_ = &engine; }

  std::vector<NewEvent> announce(const EffectCall& call) override;
  Task<Performed> begin(EffectCall call, const Fold& view) override;

 private:
  struct Work;
  Task<Result<Performed>> run(EffectCall call, TaskGround ground);
  Task<Result<void>> recover(EffectCall call, TaskGround ground, Lane lane, bool resumes);
  Task<Result<CommandEnd>> work(std::shared_ptr<Work> work);
  void tell(const EffectCall& call, std::vector<NewEvent> events);

  Loop& loop_;
  const FindProfile find_profile_;
  Engine* engine_ = nullptr;  // not owned; null: nobody follows
  TaskScope records_;
};

}  // namespace fm
