#include "app/queries/room_watch.h"

namespace fm {
namespace {

constexpr std::size_t kPage = 500;

class Watch final : public Listener {
 public:
  Watch(Journal& journal, Bus& bus, RoomId room, RoomSeq after, Listener& watcher)
      : journal_(journal), bus_(bus), room_(std::move(room)), last_(after), watcher_(watcher) {}

  void subscribe() { subscription_ = bus_.subscribe(*this, room_); }

  // Past and words so far; whatever grows until then is in those.
  void begin() {
    catch_up();
    has_begun_ = true;
    for (const TurnDelta& words : bus_.words_so_far(room_)) watcher_.delta(words);
  }

  void event(const EventPtr& event) override {
    if (event->room_seq <= last_) return;
    if (event->room_seq.value > last_.value + 1) {
      catch_up();
      if (event->room_seq <= last_) return;
    }
    last_ = event->room_seq;
    watcher_.event(event);
  }
  void delta(const TurnDelta& delta) override {
    if (has_begun_) watcher_.delta(delta);
  }
  void notice(const TurnNotice& notice) override { watcher_.notice(notice); }
  void idle(const RoomId&) override { watcher_.idle(room_); }

  // The rows are the truth; what the bus says only wakes (R47).
  void catch_up() {
    for (;;) {
      auto page = journal_.read(room_, last_, kPage);
      if (!page) return;  // not there yet, or damaged: whoever asked for the room was told
      for (const EventPtr& event : *page) {
        last_ = event->room_seq;
        watcher_.event(event);
      }
      if (page->size() < kPage) return;
    }
  }

 private:
  Journal& journal_;
  Bus& bus_;
  const RoomId room_;
  RoomSeq last_;
  bool has_begun_ = false;
  Listener& watcher_;
  std::shared_ptr<void> subscription_;
};

}  // namespace

std::shared_ptr<void> watch_room(Loop& loop, Journal& journal, Bus& bus, const RoomId& room,
                                 RoomSeq after, Listener& watcher) {
  auto watch = std::make_shared<Watch>(journal, bus, room, after, watcher);
  watch->subscribe();
  loop.post([weak = std::weak_ptr(watch)] {
    if (auto alive = weak.lock()) alive->begin();
  });
  return watch;
}

}  // namespace fm
