// Fold: a value that committed events build, in order. The engine keeps one per flow and moves it
// to the flow's cursor; what it holds is the domain's business (team/room/room.h).
#pragma once

#include <functional>
#include <memory>

namespace fm {

struct Event;

struct Fold {
  virtual ~Fold() = default;
  virtual void apply(const Event& event) = 0;
};

using FoldFactory = std::function<std::unique_ptr<Fold>()>;

}  // namespace fm
