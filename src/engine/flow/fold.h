// Fold: a value that committed events build, in order.
//
// The engine keeps one a room (engine/runtime/room_state.h) and hands out what it was at a cursor
// as an immutable copy that flows, performers and pages share. What it holds is the domain's
// business (team/room/room.h). Values; a copy must be cheap, since one is made at most places where
// a flow asks for something (base/shared_vector.h).
#pragma once

#include <functional>
#include <memory>

namespace fm {

struct Event;
struct Fold;
using FoldPtr = std::shared_ptr<const Fold>;

struct Fold {
  virtual ~Fold() = default;
  virtual void apply(const Event& event) = 0;
  virtual FoldPtr copy() const = 0;
};

using FoldFactory = std::function<std::unique_ptr<Fold>()>;

}  // namespace fm
