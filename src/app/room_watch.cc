#include "app/room_watch.h"

namespace fm {
namespace {

constexpr std::size_t kPage = 500;

class Watch final : public Listener {
 public:
  Watch(Journal& journal, RoomId room, RoomSeq after, Listener& watcher)
      : journal_(journal), room_(std::move(room)), last_(after), watcher_(watcher) {}

  void begin(Bus& bus) { subscription_ = bus.subscribe(*this, room_); }
  void stop() { subscription_.reset(); }

  void event(const EventPtr& event) override {
    if (event->room_seq <= last_) return;
    if (event->room_seq.value > last_.value + 1) {
      catch_up();
      if (event->room_seq <= last_) return;
    }
    last_ = event->room_seq;
    watcher_.event(event);
  }
  void delta(const TurnDelta& delta) override { watcher_.delta(delta); }
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
  const RoomId room_;
  RoomSeq last_;
  Listener& watcher_;
  std::shared_ptr<void> subscription_;
};

}  // namespace

std::shared_ptr<void> watch_room(Loop& loop, Journal& journal, Bus& bus, const RoomId& room,
                                 RoomSeq after, Listener& watcher) {
  auto watch = std::make_shared<Watch>(journal, room, after, watcher);
  watch->begin(bus);
  loop.post([weak = std::weak_ptr(watch)] {
    if (auto alive = weak.lock()) alive->catch_up();
  });
  return watch;
}

}  // namespace fm
