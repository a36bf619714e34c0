#include "test/support/fake_service.h"

#include <utility>

namespace fm::testing {

void FakeService::hear(std::function<void(Watcher&)> what) {
  loop_.post([this, what = std::move(what)] {
    if (const auto watcher = watcher_.lock()) what(**watcher);
  });
}

void FakeService::tell(const std::vector<Event>& events) {
  for (std::size_t i = log_.size(); i < events.size(); ++i) {
    log_.push_back(std::make_shared<const Event>(events[i]));
    hear([event = log_.back()](Watcher& watcher) { watcher.event(event); });
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
  hear([this](Watcher& watcher) { watcher.idle(room_); });
}

Result<Started> FakeService::ideate(IdeateRequest request) {
  ideated.push_back(std::move(request));
  if (next_start) next_start->room = room_;
  return next_start;
}

Result<Started> FakeService::converse(ConverseRequest request) {
  conversed.push_back(std::move(request));
  if (next_start) next_start->room = room_;
  return next_start;
}

Result<Started> FakeService::begin_anew(const RoomId& room, ResumeForce) {
  ++begun_anew;
  Result<Started> started = next_start;
  if (started) started->room = room;
  return started;
}

Result<Started> FakeService::resume(const RoomId& room, ResumeForce force) {
  resumed.push_back(force);
  if (next_start) next_start->room = room;
  return next_start;
}

void FakeService::say(const RoomId&, Said words,
                      std::function<void(Result<EventPtr>)> acknowledged) {
  said.push_back(words.text);
  client_ids.push_back(std::move(words.client_id));
  channels.push_back(std::move(words.channel));
  loop_.post([this, text = std::move(words.text), acknowledged = std::move(acknowledged)] {
    if (refuses_words) return acknowledged(std::unexpected(*refuses_words));
    acknowledged(EventPtr());
    if (on_say) on_say(text);
  });
}

Result<void> FakeService::interrupt(const RoomId&) {
  ++interrupts;
  if (on_interrupt) loop_.post([this] { on_interrupt(); });
  return {};
}

void FakeService::answer(const RoomId&, const std::string& gate, const std::string&,
                         const std::string& answer, const std::string&,
                         std::function<void(Result<EventPtr>)> acknowledged) {
  answered.push_back(gate + " " + answer);
  loop_.post([this, answer, acknowledged = std::move(acknowledged)] {
    acknowledged(EventPtr());
    if (on_answer) on_answer(answer);
  });
}

void FakeService::forget(const RoomId& room, const ProjectId& project,
                         std::function<void(Result<EventPtr>)> acknowledged) {
  forgotten.push_back(room.value + " " + project.value);
  loop_.post([acknowledged = std::move(acknowledged)] { acknowledged(EventPtr()); });
}

void FakeService::bind(const RoomId& room, const std::vector<Channel>& of,
                       Acknowledged acknowledged) {
  std::vector<Bound> done;
  for (const Channel& channel : of) {
    bound.push_back(room.value + " " + channel.name());
    done.push_back({.channel = channel, .before = {}});
  }
  loop_.post(
      [done = std::move(done), acknowledged = std::move(acknowledged)] { acknowledged(done); });
}

void FakeService::unbind(const RoomId& room, const Channel& channel,
                         std::function<void(Result<EventPtr>)> acknowledged) {
  unbound.push_back(room.value + " " + channel.name());
  loop_.post([acknowledged = std::move(acknowledged)] { acknowledged(EventPtr()); });
}

Result<RoomView> FakeService::view(const RoomId&) {
  RoomView view;
  for (const EventPtr& event : log_) view.apply(*event);
  return view;
}

Result<std::vector<EventPtr>> FakeService::events(const RoomId&, RoomSeq after, std::size_t limit) {
  std::vector<EventPtr> page;
  for (const EventPtr& event : log_)
    if (event->room_seq > after && page.size() < limit) page.push_back(event);
  return page;
}

std::shared_ptr<void> FakeService::watch(const RoomId&, RoomSeq after, Watcher& watcher) {
  auto handle = std::make_shared<Watcher*>(&watcher);
  watcher_ = handle;
  for (const EventPtr& event : log_)
    if (event->room_seq > after) hear([event](Watcher& one) { one.event(event); });
  if (on_watch) loop_.post([this] { on_watch(); });
  return handle;
}

}  // namespace fm::testing
