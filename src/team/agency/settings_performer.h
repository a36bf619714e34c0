// SettingsPerformer: what the work of a plan would be done with just now.
//
//   work_settings  {project}    {worktree, digest, suggested?, agents, sandboxed, why?}
//
// `worktree` and `suggested` are WorktreeSettings; `digest` is of `worktree`, to be held against
// what the person accepted; `why`: what stands in the way of a sandbox, in words. Looking only, so
// it is done again after a crash.
#pragma once

#include "team/agency/lane_performers.h"

namespace fm {

class SettingsPerformer final : public WorkshopPerformer {
 public:
  using WorkshopPerformer::WorkshopPerformer;
  Task<Performed> begin(EffectCall call, const Fold& view) override;
};

}  // namespace fm
