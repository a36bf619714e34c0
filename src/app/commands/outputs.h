// Outputs: the effect that writes the files a person asked for, at the end of a discussion.
//
// The report (--out), the ui-creator's page beside it (NAME.visual.html) and the ideas (--ideas),
// made from the room up to the effect's cursor. Written again it gives the same files, so a crash
// in the middle is harmless. Rendering and writing happen in the pool. A page that cannot be used
// is a warning; a file that cannot be written is the effect's error (I-10, I-14).
#pragma once

#include "engine/flow/effect.h"
#include "loop/loop.h"
#include "loop/pool_scope.h"

namespace fm {

class OutputsPerformer final : public Performer {
 public:
  explicit OutputsPerformer(Loop& loop) : pool_(loop) {}

  EffectClass effect_class() const override { return EffectClass::kRepeatable; }
  std::vector<NewEvent> announce(const EffectCall&) override { return {}; }
  Task<Performed> begin(EffectCall call, const Fold& view) override;

 private:
  PoolScope pool_;
};

}  // namespace fm
