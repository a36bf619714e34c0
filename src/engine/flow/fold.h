// Fold: a value that committed events build, in order.
//
// The engine keeps one a room (engine/runtime/room_state.h) and hands out what it was at a cursor
// as an immutable copy that flows, performers and pages share. What it holds is the domain's
// business (team/room/room.h). Values; a copy must be cheap, since one is made at most places where
// a flow asks for something (base/shared_vector.h).
#pragma once

#include <functional>
#include <memory>

#include "base/json.h"

namespace fm {

struct Event;
struct Fold;
using FoldPtr = std::shared_ptr<const Fold>;

struct Fold {
  virtual ~Fold() = default;
  virtual void apply(const Event& event) = 0;
  virtual FoldPtr copy() const = 0;

  // For kept folds (docs/engine.md): a fold tells what it holds, and a new one becomes what another
  // one has told. The version rises with whatever changes what is told, and with whatever changes
  // what events do to the fold; 0: it is not kept. decode() gives false where `kept` is nothing
  // that encode() has told; then the fold is of no use any more.
  virtual int kept_version() const { return 0; }
  virtual Json encode() const { return nullptr; }
  virtual bool decode(const Json& /*kept*/) { return false; }
};

using FoldFactory = std::function<std::unique_ptr<Fold>()>;

}  // namespace fm
