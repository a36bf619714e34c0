#include "app/commands/own_room.h"

#include <doctest/doctest.h>

#include <memory>

#include "engine/flow/task.h"
#include "loop/sim_loop.h"
#include "team/room/room.h"

namespace fm {
namespace {

// A journal that counts how often it is asked.
class CountingJournal final : public Journal {
 public:
  explicit CountingJournal(int& asked) : asked_(asked) {}
  void append(Append) override { ++asked_; }
  void post_input(Post) override { ++asked_; }
  void claim(RoomId, OnDone<Epoch>) override { ++asked_; }
  void release(const RoomId&, Epoch) override { ++asked_; }
  void read_page(RoomId, RoomSeq, std::size_t, OnDone<LogPage>) override { ++asked_; }
  void read_folds(RoomId, OnDone<std::vector<KeptFold>>) override { ++asked_; }
  void read_open(RoomId, OnDone<std::vector<OpenRow>>) override { ++asked_; }
  void keep_fold(RoomId, KeptFold) override { ++asked_; }
  Result<std::vector<EventPtr>> read(const RoomId&, RoomSeq, std::size_t) override {
    ++asked_;
    return std::vector<EventPtr>();
  }
  Result<std::vector<RoomRow>> rooms() override {
    ++asked_;
    return std::vector<RoomRow>();
  }
  Result<std::vector<OpenRow>> open_rows() override {
    ++asked_;
    return std::vector<OpenRow>();
  }
  Result<std::string> blob(std::string_view) override {
    ++asked_;
    return std::string();
  }

 private:
  int& asked_;
};

TEST_CASE("a process that ends while a room of its own is being read uses the journal no more") {
  SimLoop loop;
  int asked = 0;
  auto journal = std::make_unique<CountingJournal>(asked);
  const std::map<std::string, FlowDefinition> flows;
  const Performers performers;
  auto engine = std::make_unique<Engine>(loop, *journal, flows, performers,
                                         [] { return std::make_unique<RoomView>(); });
  auto performer = std::make_unique<OwnRoomPerformer>(loop, *journal);
  performer->use(*engine);
  EffectCall call;
  call.room = RoomId{"here"};
  call.request = JsonObject{{"project", "p-1"}};
  const RoomView view;
  RunningTask reading = start(performer->begin(std::move(call), view), [](auto) {});
  REQUIRE_FALSE(reading.done());

  SUBCASE("when it ends the engine stops the effect, then the performer goes, then the journal") {
    reading.reset();
    engine.reset();
    performer.reset();
    journal.reset();
    loop.run_until_idle();
    CHECK(asked == 0);
  }
  SUBCASE("when it goes on the room is read") {
    loop.run_until_idle();
    CHECK(asked > 0);
    CHECK(reading.done());
    reading.reset();
  }
}

}  // namespace
}  // namespace fm
