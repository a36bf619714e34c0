// A train of approved tasks, made and accepted (A-7, S-11). Checkable by git: done again after a
// crash, what is merged already stays so.
//
//   merge_train   {project, tasks[]}                          {base, candidate, merged[],
//   conflicts} merge_accept  {project, tasks[], base, candidate}         {head}
#pragma once

#include "team/agency/lane_performers.h"

namespace fm {

class TrainPerformer final : public WorkshopPerformer {
 public:
  using WorkshopPerformer::WorkshopPerformer;
  Task<Performed> begin(EffectCall call, const Fold& view) override;
};

class AcceptPerformer final : public WorkshopPerformer {
 public:
  using WorkshopPerformer::WorkshopPerformer;
  Task<Performed> begin(EffectCall call, const Fold& view) override;
};

}  // namespace fm
