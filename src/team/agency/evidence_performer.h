// EvidencePerformer: what a lane really holds, and whether its task's commands pass on it.
//
//   evidence  {project, task, on, commands[]}    {tree, commit, changed, passed, failed[]}
//
// `on`: base (before the task began), task (its lane as it is now; also snapshots it and keeps the
// diff), merge (the candidate of a train, in a lane of its own). A verdict is about one tree:
// whatever a command leaves behind is taken back before the next one runs. CommandRunner that
// Folkmoot was told to run may be run again after a crash.
#pragma once

#include "team/agency/lane_performers.h"

namespace fm {

class EvidencePerformer final : public WorkshopPerformer {
 public:
  using WorkshopPerformer::WorkshopPerformer;
  Task<Performed> begin(EffectCall call, const Fold& view) override;
};

}  // namespace fm
