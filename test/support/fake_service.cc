#include "test/support/fake_service.h"

#include <utility>

namespace fm::testing {

void FakeService::hear(std::function<void(Watcher&)> what) {
  loop_.post([this, what = std::move(what)] {
    if (const auto watch = watch_.lock(); watch && !watch->is_paused) what(watch->watcher);
  });
}

void FakeService::tell(const std::vector<Event>& events) {
  for (std::size_t i = log_.size(); i < events.size(); ++i) {
    log_.push_back(std::make_shared<const Event>(events[i]));
    hear_event(log_.back());
  }
}

void FakeService::preview(TurnDelta delta) {
  delta.room = room_;
  hear([delta = std::move(delta)](Watcher& watcher) { watcher.delta(delta); });
}

void FakeService::wait_note(TurnNotice notice) {
  notice.room = room_;
  hear([notice = std::move(notice)](Watcher& watcher) { watcher.notice(notice); });
}

void FakeService::become_idle() {
  loop_.post([this, at = head()] {
    const auto watch = watch_.lock();
    if (!watch) return;
    watch->rest = at;
    watch->tell_rest();
  });
}

void FakeService::hear_event(const EventPtr& event) {
  loop_.post([this, event] {
    const auto watch = watch_.lock();
    // What comes after a gap was on its way when the watch went on, and is told once more.
    if (!watch || watch->is_paused || event->room_seq.value != watch->last.value + 1) return;
    watch->last = event->room_seq;
    if (watch->rest && *watch->rest < watch->last) watch->rest.reset();
    watch->watcher.event(event);
    watch->tell_rest();
  });
}

void FakeService::Watch::tell_rest() {
  if (rest && *rest <= last && !is_paused) watcher.idle(of.room_);
}

void FakeService::Watch::resume() {
  if (!std::exchange(is_paused, false)) return;
  for (const EventPtr& event : of.log_) of.hear_event(event);
  if (rest != last) return;  // told with the event that it follows
  of.loop_.post([&service = of] {
    if (const auto watch = service.watch_.lock()) watch->tell_rest();
  });
}

void FakeService::ideate(Caller, IdeateRequest request, Done<Started> done) {
  ideated.push_back(std::move(request));
  begin(room_, done);
}

void FakeService::open_conversation(Caller, ConversationRequest request, Done<Started> done) {
  conversed.push_back(std::move(request));
  begin(room_, done);
}

void FakeService::enter(Caller, RoomId room, Done<Started> done) {
  entered.push_back(room);
  begin(room, done);
}

void FakeService::resume(Caller, RoomId room, ResumeForce force, Done<Started> done) {
  resumed.push_back(force);
  begin(room, done);
}

void FakeService::begin_anew(Caller, RoomId room, ResumeForce, Done<Started> done) {
  ++begun_anew;
  begin(room, done);
}

void FakeService::begin(const RoomId& room, const Done<Started>& done) {
  Result<Started> answer = next_start;
  if (answer) {
    answer->room = room;
    if (answer->earlier.value == 0) answer->earlier = head();
  }
  loop_.post([answer = std::move(answer), done] { done(answer); });
}

void FakeService::say(Caller caller, RoomId, Said words, Done<EventPtr> done) {
  said.push_back(words.text);
  client_ids.push_back(std::move(words.client_id));
  callers.push_back(std::move(caller));
  loop_.post([this, text = std::move(words.text), done = std::move(done)] {
    if (refuses_words) return done(std::unexpected(*refuses_words));
    done(EventPtr());
    if (on_say) on_say(text);
  });
}

Result<void> FakeService::interrupt(const Caller&, const RoomId&) {
  ++interrupts;
  if (on_interrupt) loop_.post([this] { on_interrupt(); });
  return {};
}

void FakeService::cancel(Caller, RoomId room, std::string, Done<EventPtr> done) {
  cancelled.push_back(room.value);
  loop_.post([done = std::move(done)] { done(EventPtr()); });
}

void FakeService::answer(Caller, RoomId, GateDecision answer, Done<EventPtr> done) {
  answered.push_back(answer.gate + " " + answer.option);
  loop_.post([this, option = std::move(answer.option), done = std::move(done)] {
    done(EventPtr());
    if (on_answer) on_answer(option);
  });
}

void FakeService::forget(Caller, RoomId room, ProjectId project, Done<EventPtr> done) {
  forgotten.push_back(room.value + " " + project.value);
  loop_.post([done = std::move(done)] { done(EventPtr()); });
}

void FakeService::warn(RoomId, Error, Done<EventPtr> done) {
  loop_.post([done = std::move(done)] { done(EventPtr()); });
}

void FakeService::bind(Caller, RoomId room, std::vector<Channel> of,
                       Done<std::vector<Bound>> done) {
  std::vector<Bound> all;
  for (const Channel& channel : of) {
    bound.push_back(room.value + " " + channel.name());
    all.push_back({.channel = channel, .before = {}});
  }
  loop_.post([all = std::move(all), done = std::move(done)] { done(all); });
}

void FakeService::unbind(Caller, RoomId room, Channel channel, Done<EventPtr> done) {
  unbound.push_back(room.value + " " + channel.name());
  loop_.post([done = std::move(done)] { done(EventPtr()); });
}

void FakeService::move_room(Caller, RoomId room, std::string folder,
                            Done<std::vector<RoomId>> done) {
  moved.push_back(room.value + " " + folder);
  loop_.post([room = std::move(room), done = std::move(done)] { done(std::vector<RoomId>{room}); });
}

void FakeService::hand_over(Caller, RoomId, HandOverRequest request, Done<HandedOver> done) {
  handed_over.push_back(std::move(request));
  loop_.post([this, done = std::move(done)] { done(next_hand_over); });
}

void FakeService::rewind(Caller, RoomId, RewindRequest request, Done<LaneHistory> done) {
  rewound.push_back(std::move(request));
  loop_.post([this, done = std::move(done)] { done(next_history); });
}

void FakeService::rooms_elsewhere(std::string, Done<std::vector<RoomElsewhere>> done) {
  done(elsewhere);
}

void FakeService::rooms(RoomsQuery, Done<Page<RoomSummary>> done) {
  done(Page<RoomSummary>{known_rooms});
}

void FakeService::room(RoomId, Done<RoomViewPtr> done) {
  auto view = std::make_shared<RoomView>();
  for (const EventPtr& event : log_) view->apply(*event);
  done(view);
}

void FakeService::events(EventsQuery query, Done<Page<EventPtr>> done) {
  Page<EventPtr> page;
  for (const EventPtr& event : log_)
    if (event->room_seq > query.after && page.items.size() < query.limit)
      page.items.push_back(event);
  done(std::move(page));
}

// It has one room, and of that nothing but its events.
void FakeService::exported(EventsQuery, Done<Page<std::string>> done) { done({}); }
void FakeService::conversation_room(ConversationRoomQuery, Done<std::optional<RoomId>> done) {
  done(room_);
}
void FakeService::projects(ProjectsQuery, Done<Page<ProjectEntry>> done) { done({}); }
void FakeService::gates(GatesQuery, Done<Page<WaitingGate>> done) { done({}); }
void FakeService::costs(CostsQuery, Done<CostTables> done) { done({}); }
void FakeService::memory(MemoryQuery, Done<Page<MemoryEntry>> done) { done({}); }
void FakeService::channels(PageWanted, Done<Page<ChannelBinding>> done) { done({}); }

std::shared_ptr<Watching> FakeService::watch(const RoomId&, RoomSeq after, Watcher& watcher) {
  auto handle = std::make_shared<Watch>(*this, watcher, after);
  watch_ = handle;
  for (const EventPtr& event : log_)
    if (event->room_seq > after) hear_event(event);
  if (on_watch) loop_.post([this] { on_watch(); });
  return handle;
}

}  // namespace fm::testing
