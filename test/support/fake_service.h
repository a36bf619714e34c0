// FakeService: a Service without an engine, for tests of the doors.
//
// The test tells it what happens (events made by a RoomScript, previews, notices, that the room is
// idle) and looks at what was asked of it. Watchers hear everything from the loop, in order. What
// a person says becomes a message of the room, as with the real one.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/service.h"
#include "loop/loop.h"

namespace fm::testing {

class FakeService final : public Service {
 public:
  FakeService(Loop& loop, std::string room) : loop_(loop), room_{std::move(room)} {}

  // What happens.
  void tell(const std::vector<Event>& events);  // those that it does not have yet
  void preview(TurnDelta delta);
  void wait_note(TurnNotice notice);
  void become_idle();

  // What was asked.
  std::vector<IdeateRequest> ideated;
  std::vector<ConverseRequest> conversed;
  std::vector<std::string> said;
  std::vector<std::string> client_ids;
  std::vector<Channel> channels;       // by which it was said
  std::vector<std::string> answered;   // "gate option"
  std::vector<std::string> forgotten;  // "room project"
  std::vector<std::string> bound;      // "room channel"
  std::vector<std::string> unbound;    // the same
  int interrupts = 0;
  std::vector<ResumeForce> resumed;
  int begun_anew = 0;

  // What it answers with.
  Result<Started> next_start = Started{};  // its room is set
  ChosenModel model_choice{"rehearsal", "No provider has a key."};
  std::optional<Error> lost;  // failure()
  std::optional<Error> refuses_words;
  std::vector<RoomSummary> known_rooms;
  std::function<void(const std::string&)> on_say;  // after it was noted
  std::function<void(const std::string&)> on_answer;
  std::function<void()> on_interrupt;
  std::function<void()> on_watch;

  void choose_model(std::function<void(ChosenModel)> done) override { done(model_choice); }
  Result<Started> ideate(IdeateRequest request) override;
  Result<Started> converse(ConverseRequest request) override;
  Result<Started> resume(const RoomId& room, ResumeForce force) override;
  Result<Started> begin_anew(const RoomId& room, ResumeForce force) override;
  void say(const RoomId& room, Said words,
           std::function<void(Result<EventPtr>)> acknowledged) override;
  Result<void> interrupt(const RoomId& room) override;
  void answer(const RoomId& room, const std::string& gate, const std::string& digest,
              const std::string& answer, const std::string& reason,
              std::function<void(Result<EventPtr>)> acknowledged) override;
  void forget(const RoomId& room, const ProjectId& project,
              std::function<void(Result<EventPtr>)> acknowledged) override;
  void bind(const RoomId& room, const std::vector<Channel>& channels,
            Acknowledged acknowledged) override;
  void unbind(const RoomId& room, const Channel& channel,
              std::function<void(Result<EventPtr>)> acknowledged) override;
  std::optional<Error> failure() const override { return lost; }
  Result<std::vector<RoomSummary>> rooms() override { return known_rooms; }
  Result<RoomView> view(const RoomId& room) override;
  Result<std::vector<EventPtr>> events(const RoomId& room, RoomSeq after,
                                       std::size_t limit) override;
  std::shared_ptr<void> watch(const RoomId& room, RoomSeq after, Watcher& watcher) override;

 private:
  void hear(std::function<void(Watcher&)> what);

  Loop& loop_;
  RoomId room_;
  std::vector<EventPtr> log_;
  std::weak_ptr<Watcher*> watcher_;
};

}  // namespace fm::testing
