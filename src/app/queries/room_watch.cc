#include "app/queries/room_watch.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace fm {
namespace {

constexpr std::size_t kPage = 500;

}  // namespace

// `watcher` is not called any more once end() was.
class RoomWatches::Watch final : public Listener, public std::enable_shared_from_this<Watch> {
 public:
  Watch(RoomWatches& of, RoomId room, RoomSeq after, Listener& watcher)
      : of_(of), room_(std::move(room)), last_(after), watcher_(&watcher) {}

  void subscribe() { subscription_ = of_.bus_.subscribe(*this, room_); }
  void end() {
    watcher_ = nullptr;
    subscription_.reset();
  }

  // Words are previews: whoever missed some hears them once more from their beginning. A rest is
  // told once more, since whoever pauses may have left it unheeded.
  void pause() {
    state_ = State::kPaused;
    rests_ = rests_ || at_rest_;
    has_begun_ = false;
  }
  void resume() {
    if (state_ != State::kPaused) return;
    state_ = State::kReading;
    of_.loop_.post([weak = weak_from_this(), number = ++reading_] {
      const auto alive = weak.lock();
      if (alive && alive->is_at(number)) alive->catch_up();
    });
  }

  // What is committed while the past is read, or while nobody listens, waits in the log.
  void event(const EventPtr& event) override {
    if (state_ != State::kLive) {
      newest_ = std::max(newest_, event->room_seq);
      if (rests_ && !rested_before_) rested_before_ = event->room_seq;
      return;
    }
    if (event->room_seq.value > last_.value + 1) {
      newest_ = event->room_seq;
      return catch_up();
    }
    tell(event);
  }
  void delta(const TurnDelta& delta) override {
    if (has_begun_ && watcher_ != nullptr) watcher_->delta(delta);
  }
  void notice(const TurnNotice& notice) override {
    if (watcher_ != nullptr && state_ != State::kPaused) watcher_->notice(notice);
  }
  void idle(const RoomId&) override {
    rests_ = true;
    rested_before_.reset();
    if (state_ == State::kLive) tell_rest();
  }

 private:
  enum class State { kPaused, kReading, kLive };
  using Past = Result<std::vector<EventPtr>>;

  // What was begun before the watch was paused counts no more.
  bool is_at(std::uint64_t number) const { return state_ == State::kReading && reading_ == number; }

  // The rows are the truth; what the bus says only wakes (R47).
  void catch_up() {
    const auto self = shared_from_this();  // the watcher may give it up in any call
    state_ = State::kReading;
    const std::uint64_t number = ++reading_;
    if (const auto recent = of_.recent_.after(room_, last_)) {
      tell(*recent);
      if (!is_at(number)) return;
      if (newest_ <= last_) return caught_up();
    }
    const auto past = std::make_shared<Past>();
    of_.pool_.run([&journal = of_.journal_, room = room_, after = last_,
                   past] { *past = journal.read(room, after, kPage); },
                  [weak = std::weak_ptr(self), number, past] {
                    const auto alive = weak.lock();
                    if (alive && alive->is_at(number)) alive->read(number, *past);
                  });
  }

  void read(std::uint64_t number, const Past& past) {
    // Not there yet, or damaged: whoever asked for the room was told.
    if (!past || past->empty()) return caught_up();
    tell(*past);
    if (!is_at(number)) return;
    if (past->size() == kPage || newest_ > last_) return catch_up();
    caught_up();
  }

  void tell(const std::vector<EventPtr>& events) {
    for (const EventPtr& event : events) {
      if (state_ == State::kPaused) return;
      tell(event);
    }
  }

  void tell(const EventPtr& event) {
    if (event->room_seq <= last_) return;
    if (rests_ && rested_before_ && event->room_seq >= *rested_before_) tell_rest();
    if (state_ == State::kPaused) return;
    last_ = event->room_seq;
    at_rest_ = false;
    if (watcher_ != nullptr) watcher_->event(event);
  }

  void tell_rest() {
    rests_ = false;
    at_rest_ = true;
    if (watcher_ != nullptr) watcher_->idle(room_);
  }

  // Words so far; whatever grew until now is in those.
  void caught_up() {
    state_ = State::kLive;
    if (!std::exchange(has_begun_, true))
      for (const TurnDelta& words : of_.bus_.words_so_far(room_)) delta(words);
    if (rests_ && state_ == State::kLive) tell_rest();
  }

  RoomWatches& of_;
  const RoomId room_;
  RoomSeq last_;    // that was told
  RoomSeq newest_;  // that was heard of while the past was read
  State state_ = State::kPaused;
  std::uint64_t reading_ = 0;  // counts
  bool has_begun_ = false;
  bool at_rest_ = false;                  // as the watcher was told
  bool rests_ = false;                    // which is not told yet
  std::optional<RoomSeq> rested_before_;  // this event came after it
  Listener* watcher_;                     // null: nobody watches any more
  std::shared_ptr<void> subscription_;
};

std::shared_ptr<Watching> RoomWatches::watch(const RoomId& room, RoomSeq after, Listener& watcher) {
  class Handle final : public Watching {
   public:
    explicit Handle(std::shared_ptr<Watch> watch) : watch_(std::move(watch)) {}
    ~Handle() override { watch_->end(); }
    void pause() override { watch_->pause(); }
    void resume() override { watch_->resume(); }
    void tell_rest() override { watch_->idle({}); }

   private:
    const std::shared_ptr<Watch> watch_;
  };
  auto watch = std::make_shared<Watch>(*this, room, after, watcher);
  watch->subscribe();
  watch->resume();
  return std::make_shared<Handle>(std::move(watch));
}

}  // namespace fm
