// Fold: a value that committed events build, in order.
//
// The engine keeps one a room (engine/runtime/room_state.h) and hands out what it was at a cursor
// as an immutable copy that flows, performers and pages share. What it holds is the domain's
// business (team/room/room.h). Values; a copy must be cheap, since one is made at most places where
// a flow asks for something (base/shared_vector.h).
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace fm {

struct Event;
struct Fold;
using FoldPtr = std::shared_ptr<const Fold>;

struct Fold {
  virtual ~Fold() = default;
  virtual void apply(const Event& event) = 0;
  virtual FoldPtr copy() const = 0;
};

// How the engine makes folds, and writes them down so that a room is opened by its newest events.
struct FoldFactory {
  FoldFactory() = default;
  template <std::invocable Make>
  FoldFactory(Make maker) : make(std::move(maker)) {}  // NOLINT: a function is a factory

  std::unique_ptr<Fold> operator()() const { return make(); }

  std::function<std::unique_ptr<Fold>()> make;
  // Of what encode() writes; another one is not read. 0: folds are not written down.
  std::uint64_t format = 0;
  std::function<std::string(const Fold&)> encode = {};
  std::function<std::unique_ptr<Fold>(std::string_view)> decode = {};  // null: it is damaged
};

}  // namespace fm
