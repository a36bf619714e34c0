// FakeService: a Service without an engine, for tests of the doors.
//
// The test tells it what happens (events made by a RoomScript, previews, notices, that the room is
// idle) and looks at what was asked of it. Watchers hear everything from the loop, in order. What
// a person says becomes a message of the room, as with the real one.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
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
  RoomSeq head() const { return log_.empty() ? RoomSeq() : log_.back()->room_seq; }

  // What was asked.
  std::vector<IdeateRequest> ideated;
  std::vector<ConversationRequest> conversed;
  std::vector<std::string> said;
  std::vector<std::string> client_ids;
  std::vector<Caller> callers;         // who said it, and by which channel
  std::vector<std::string> answered;   // "gate option"
  std::vector<std::string> forgotten;  // "room project"
  std::vector<std::string> bound;      // "room channel"
  std::vector<std::string> unbound;    // the same
  std::vector<std::string> moved;      // "room folder"
  std::vector<std::string> cancelled;  // rooms
  std::vector<HandOverRequest> handed_over;
  std::vector<RewindRequest> rewound;
  int interrupts = 0;
  std::vector<RoomId> entered;
  std::vector<ResumeForce> resumed;
  int begun_anew = 0;

  // What it answers with.
  Result<Started> next_start = Started{};  // its room is set
  ChosenModel model_choice{"rehearsal", "No provider has a key."};
  Result<HandedOver> next_hand_over = HandedOver{};
  Result<LaneHistory> next_history = LaneHistory{};
  std::optional<Error> lost;  // failure()
  std::optional<Error> refuses_words;
  std::vector<RoomSummary> known_rooms;
  std::vector<RoomElsewhere> elsewhere;
  std::function<void(const std::string&)> on_say;  // after it was noted
  std::function<void(const std::string&)> on_answer;
  std::function<void()> on_interrupt;
  std::function<void()> on_watch;

  void choose_model(std::function<void(ChosenModel)> done) override { done(model_choice); }
  void ideate(Caller caller, IdeateRequest request, Done<Started> done) override;
  void open_conversation(Caller caller, ConversationRequest request, Done<Started> done) override;
  void enter(Caller caller, RoomId room, Done<Started> done) override;
  void resume(Caller caller, RoomId room, ResumeForce force, Done<Started> done) override;
  void begin_anew(Caller caller, RoomId room, ResumeForce force, Done<Started> done) override;
  void say(Caller caller, RoomId room, Said words, Done<EventPtr> done) override;
  Result<void> interrupt(const Caller& caller, const RoomId& room) override;
  void cancel(Caller caller, RoomId room, std::string why, Done<EventPtr> done) override;
  void answer(Caller caller, RoomId room, GateDecision answer, Done<EventPtr> done) override;
  void forget(Caller caller, RoomId room, ProjectId project, Done<EventPtr> done) override;
  void warn(RoomId room, Error what, Done<EventPtr> done) override;
  void bind(Caller caller, RoomId room, std::vector<Channel> channels,
            Done<std::vector<Bound>> done) override;
  void unbind(Caller caller, RoomId room, Channel channel, Done<EventPtr> done) override;
  void move_room(Caller caller, RoomId room, std::string folder,
                 Done<std::vector<RoomId>> done) override;
  void hand_over(Caller caller, RoomId room, HandOverRequest request,
                 Done<HandedOver> done) override;
  void rewind(Caller caller, RoomId room, RewindRequest request, Done<LaneHistory> done) override;

  std::optional<Error> failure() const override { return lost; }
  void rooms(RoomsQuery query, Done<Page<RoomSummary>> done) override;
  void room(RoomId room, Done<RoomViewPtr> done) override;
  void events(EventsQuery query, Done<Page<EventPtr>> done) override;
  void exported(EventsQuery query, Done<Page<std::string>> done) override;
  void conversation_room(ConversationRoomQuery query, Done<std::optional<RoomId>> done) override;
  void rooms_elsewhere(std::string folder, Done<std::vector<RoomElsewhere>> done) override;
  void projects(ProjectsQuery query, Done<Page<ProjectEntry>> done) override;
  void gates(GatesQuery query, Done<Page<WaitingGate>> done) override;
  void costs(CostsQuery query, Done<CostTables> done) override;
  void memory(MemoryQuery query, Done<Page<MemoryEntry>> done) override;
  void channels(PageWanted page, Done<Page<ChannelBinding>> done) override;
  std::shared_ptr<Watching> watch(const RoomId& room, RoomSeq after, Watcher& watcher) override;

 private:
  struct Watch final : Watching {
    Watch(FakeService& service, Watcher& one, RoomSeq after)
        : of(service), watcher(one), last(after) {}
    void pause() override { is_paused = true; }
    void resume() override;
    void tell_rest() override;
    FakeService& of;
    Watcher& watcher;
    RoomSeq last;  // that was told
    bool is_paused = false;
    std::optional<RoomSeq> rest;  // after this event; nothing was told since
  };
  void hear_event(const EventPtr& event);
  void hear(std::function<void(Watcher&)> what);
  void begin(const RoomId& room, const Done<Started>& done);

  Loop& loop_;
  RoomId room_;
  std::vector<EventPtr> log_;
  std::weak_ptr<Watch> watch_;
};

}  // namespace fm::testing
