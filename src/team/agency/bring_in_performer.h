// BringInPerformer: a project's result in the person's own branch, because they said so (S-11).
//
//   bring_in  {project}    {kind, branch, to} or {in_the_way[]} or {conflicts[]}: nothing was done
//
// Files that the person changed and did not commit stay byte for byte as they are. Done again after
// a crash, it goes on where it was.
#pragma once

#include "team/agency/lane_performers.h"

namespace fm {

class BringInPerformer final : public WorkshopPerformer {
 public:
  using WorkshopPerformer::WorkshopPerformer;
  Task<Performed> begin(EffectCall call, const Fold& view) override;
};

}  // namespace fm
