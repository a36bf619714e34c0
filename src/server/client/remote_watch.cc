#include "server/client/remote_watch.h"

#include <utility>

namespace fm::server {

// Another owner may tell again what was heard before.
void RemoteWatch::event(const EventPtr& event) {
  if (event->room_seq <= last_) return;
  last_ = event->room_seq;
  if (event->kind == "turn.started") speaking_.emplace(event->text("turn"));
  if (event->kind == "turn.finished" || event->kind == "turn.failed")
    speaking_.erase(std::string(event->text("turn")));
  tell([event](Watcher& watcher) { watcher.event(event); });
}

void RemoteWatch::tell(std::function<void(Watcher&)> what) {
  if (!arrived_.empty() || is_paused_) {
    arrived_.push_back(std::move(what));
  } else if (watcher_ != nullptr) {
    const auto self = shared_from_this();  // the watcher may give it up
    what(*watcher_);
  }
}

void RemoteWatch::pause() {
  if (std::exchange(is_paused_, true)) return;
  tell_owner_(true);
}

void RemoteWatch::resume() {
  if (!std::exchange(is_paused_, false)) return;
  // In its place: what comes from now on waits until that which has arrived is handed on.
  arrived_.emplace_back([](Watcher&) {});
  if (std::exchange(hands_on_, true)) return;
  loop_.post([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->hand_on();
  });
}

void RemoteWatch::hand_on() {
  while (!is_paused_ && watcher_ != nullptr && !arrived_.empty()) {
    const auto what = std::move(arrived_.front());
    what(*watcher_);
    arrived_.pop_front();
  }
  hands_on_ = false;
  if (!is_paused_) tell_owner_(false);
}

}  // namespace fm::server
