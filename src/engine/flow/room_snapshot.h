// The room at one place of its past: the fold there, shared by all who look at it.
#pragma once

#include "base/clock.h"
#include "base/ids.h"
#include "engine/flow/fold.h"

namespace fm {

struct RoomSnapshot {
  FoldPtr fold;  // never null
  RoomSeq at;
  UtcMs time;  // of the newest event
};

}  // namespace fm
