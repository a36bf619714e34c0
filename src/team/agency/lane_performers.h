// What is done about lanes as effects: a project's base, a task's lane, their end.
//
// Each can be done again after a crash: git holds what there is, and the same name gives the same
// lane. Owned by the wiring, outlive the engine.
//
//   agency_base    {project, choice?}        {}, or {asks, question, ...} where a person must
//   choose lane           {project, task}           {path} conflict_lane  {project, task} {path,
//   conflicts[]} lanes_end      {project}                 {kept[]}: lanes that hold what is nowhere
//   else
#pragma once

#include "team/agency/workshop.h"

namespace fm {

// Of a performer whose work is done again after a crash, and announces nothing.
class WorkshopPerformer : public Performer {
 public:
  explicit WorkshopPerformer(Workshop& workshop) : workshop_(workshop) {}
  EffectClass effect_class() const override { return EffectClass::kRepeatable; }
  std::vector<NewEvent> announce(const EffectCall&) override { return {}; }

 protected:
  Workshop& workshop_;
};

class BasePerformer final : public WorkshopPerformer {
 public:
  using WorkshopPerformer::WorkshopPerformer;
  Task<Performed> begin(EffectCall call, const Fold& view) override;
};

class LanePerformer final : public WorkshopPerformer {
 public:
  using WorkshopPerformer::WorkshopPerformer;
  Task<Performed> begin(EffectCall call, const Fold& view) override;
};

class ConflictLanePerformer final : public WorkshopPerformer {
 public:
  using WorkshopPerformer::WorkshopPerformer;
  Task<Performed> begin(EffectCall call, const Fold& view) override;
};

class LanesEndPerformer final : public WorkshopPerformer {
 public:
  using WorkshopPerformer::WorkshopPerformer;
  Task<Performed> begin(EffectCall call, const Fold& view) override;
};

}  // namespace fm
