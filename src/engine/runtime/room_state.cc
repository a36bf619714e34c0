#include "engine/runtime/room_state.h"

#include <utility>

#include "base/result.h"
#include "engine/runtime/event_memory.h"

namespace fm {

RoomState::RoomState(std::unique_ptr<Fold> fold, RoomSeq head, UtcMs time, std::size_t bytes)
    : fold_(std::move(fold)), head_(head), time_(time), bytes_(bytes) {}

void RoomState::apply(const Event& event) {
  FM_CHECK(event.room_seq.value == head_.value + 1, "events are folded in order, none left out");
  head_ = event.room_seq;
  time_ = event.at;
  bytes_ += memory_of(event);
  now_.reset();
  if (fault_) return;
  try {
    fold_->apply(event);
  } catch (...) {  // told where somebody asks for it: see the head of this file
    fault_ = std::current_exception();
  }
}

const RoomSnapshot& RoomState::snapshot() const {
  if (fault_) std::rethrow_exception(fault_);
  if (!now_) now_ = RoomSnapshot{fold_->copy(), head_, time_};
  return *now_;
}

std::optional<RoomSnapshot> RoomState::at(RoomSeq place) const {
  if (place == head_) return snapshot();
  const auto kept = kept_.find(place);
  if (kept == kept_.end()) return std::nullopt;
  return kept->second;
}

void RoomState::keep_from(RoomState& other) { kept_.merge(other.kept_); }

}  // namespace fm
