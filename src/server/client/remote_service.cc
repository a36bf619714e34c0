#include "server/client/remote_service.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "server/wire/messages.h"
#include "server/wire/values.h"

namespace fm::server {
namespace {

Error doubtful() {
  return {"owner_gone", "The process that owned the store ended before it answered.",
          "Whether this was done is not known, and it is not asked twice.",
          "Look with `folkmoot room list`, then run it again if it was not."};
}

}  // namespace

RemoteService::RemoteService(Loop& loop, RemoteOptions options)
    : loop_(loop), look_(std::move(options.look)), owner_(loop, std::move(options.search), *this) {}

// The owner.

void RemoteService::start(std::function<void(Result<void>)> done) {
  started_ = std::move(done);
  owner_.start();
}

void RemoteService::owner_here() {
  if (!can_look()) {
    auto looking = look_();
    if (!looking) return no_owner(looking.error());
    look_by(std::move(*looking));
  }
  take_up_watches();
  was_here_ = true;
  for (auto& [id, call] : calls_) ask(call);
  if (const auto started = std::exchange(started_, {})) started({});
}

void RemoteService::no_owner(const Error& why) {
  failure_ = why;
  if (const auto started = std::exchange(started_, {})) return started(std::unexpected(why));
  const std::weak_ptr<int> alive = alive_;
  for (auto& [id, call] : std::exchange(calls_, {})) {
    call.answered(std::unexpected(why), call.times);
    if (alive.expired()) return;
  }
  for (const auto& [id, weak] : std::map(watches_))
    if (const auto watch = weak.lock())
      watch->tell([room = watch->room()](Watcher& watcher) { watcher.idle(room); });
}

// What was asked and may have been done is asked again, or said to be in doubt.
void RemoteService::owner_gone() {
  std::vector<Call> lost;
  std::erase_if(calls_, [&](auto& entry) {
    const bool is_lost = entry.second.times > 0 && entry.second.again == Again::kNo;
    if (is_lost) lost.push_back(std::move(entry.second));
    return is_lost;
  });
  const std::weak_ptr<int> alive = alive_;
  for (const Call& call : lost) {
    call.answered(std::unexpected(doubtful()), call.times);
    if (alive.expired()) return;
  }
}

// What was heard of them is known; the next owner is asked to go on there.
void RemoteService::take_up_watches() {
  std::erase_if(watches_, [](const auto& entry) { return entry.second.expired(); });
  for (const auto& [id, weak] : watches_) {
    const auto watch = weak.lock();
    send({{"watch", id}, {"room", watch->room().value}, {"after", watch->last().value}});
    if (watch->is_paused()) send({{"pause", id}});
    if (was_here_) send({{"take_up", watch->room().value}});
  }
}

void RemoteService::send(const JsonObject& message) { owner_.send(canonical(message)); }

void RemoteService::owner_said(std::string_view message) {
  if (const auto event = read_event_message(message)) return heard(event->watch, event->line);
  const auto json = parse_json(message);
  if (!json) return;
  if (const auto id = int_at(*json, "id"); id != 0) return answered(id, *json);
  if (const auto watch = int_at(*json, "of"); watch != 0) return told(watch, *json);
  if (const Json* failure = find_at(*json, "failure")) failure_ = error_from_json(*failure);
  if (bool_at(*json, "leaving")) owner_.leaves();
}

// Watched rooms.

std::shared_ptr<Watching> RemoteService::watch(const RoomId& room, RoomSeq after,
                                               Watcher& watcher) {
  class Handle final : public Watching {
   public:
    Handle(std::shared_ptr<RemoteWatch> watch, std::function<void()> ended)
        : watch_(std::move(watch)), ended_(std::move(ended)) {}
    ~Handle() override {
      watch_->end();
      ended_();
    }
    void pause() override { watch_->pause(); }
    void resume() override { watch_->resume(); }
    void tell_rest() override {
      watch_->tell([room = watch_->room()](Watcher& watcher) { watcher.idle(room); });
    }

   private:
    const std::shared_ptr<RemoteWatch> watch_;
    const std::function<void()> ended_;
  };
  const std::int64_t id = ++last_;
  const auto guard = [this, alive = std::weak_ptr(alive_)](JsonObject message) {
    if (!alive.expired()) send(message);
  };
  auto watch = std::make_shared<RemoteWatch>(loop_, room, after, watcher, [guard, id](bool pauses) {
    guard({{pauses ? "pause" : "resume", id}});
  });
  watches_[id] = watch;
  send({{"watch", id}, {"room", room.value}, {"after", after.value}});
  return std::make_shared<Handle>(std::move(watch), [guard, id] { guard({{"unwatch", id}}); });
}

std::shared_ptr<RemoteWatch> RemoteService::watch_of(std::int64_t id) const {
  const auto found = watches_.find(id);
  return found == watches_.end() ? nullptr : found->second.lock();
}

void RemoteService::heard(std::int64_t id, std::string_view line) {
  const auto watch = watch_of(id);
  const auto event = watch ? decode(line) : Result<Event>();
  if (watch && event) watch->event(std::make_shared<const Event>(*event));
}

void RemoteService::told(std::int64_t id, ObjectRef message) {
  const auto watch = watch_of(id);
  if (!watch) return;
  if (const Json* delta = find_at(message, "delta"))
    watch->tell([delta = delta_from(*delta)](Watcher& watcher) { watcher.delta(delta); });
  if (const Json* notice = find_at(message, "notice"))
    watch->tell([notice = notice_from(*notice)](Watcher& watcher) { watcher.notice(notice); });
  if (const Json* lost = find_at(message, "lost"))
    watch->tell([room = watch->room(), why = error_from_json(*lost)](Watcher& watcher) {
      watcher.lost(room, why);
    });
  if (bool_at(message, "idle"))
    watch->tell([room = watch->room()](Watcher& watcher) { watcher.idle(room); });
}

// Commands.

void RemoteService::ask(Call& call) {
  if (!owner_.is_here()) return;  // when there is one
  ++call.times;
  owner_.send(call.message);
}

void RemoteService::ask(std::string_view command, JsonObject message, Again again,
                        std::function<void(Result<Json>, int times)> answered) {
  if (failure_) {
    loop_.post([answered = std::move(answered), why = *failure_, alive = std::weak_ptr(alive_)] {
      if (!alive.expired()) answered(std::unexpected(why), 0);
    });
    return;
  }
  const std::int64_t id = ++last_;
  message["id"] = id;
  message["do"] = command;
  Call& call = calls_[id];
  call = {.message = canonical(message), .again = again, .answered = std::move(answered)};
  ask(call);
}

void RemoteService::answered(std::int64_t id, ObjectRef message) {
  const auto at = calls_.find(id);
  if (at == calls_.end()) return;
  if (bool_at(message, "given_back")) {  // not begun: the next owner does it
    --at->second.times;
    return;
  }
  const Call call = std::move(at->second);
  calls_.erase(at);
  const Json* answer = find_at(message, "answer");
  if (const Json* error = find_at(message, "error"))
    call.answered(std::unexpected(error_from_json(*error)), call.times);
  else
    call.answered(answer == nullptr ? Json() : *answer, call.times);
}

template <class T>
void RemoteService::command(std::string_view name, const Caller& caller, const RoomId& room,
                            JsonObject more, Again again, Done<T> done) {
  for (const auto& [key, value] : to_json(caller)) more[key] = value;
  if (!room.empty()) more["room"] = room.value;
  ask(name, std::move(more), again, [done = std::move(done)](Result<Json> answer, int) {
    const T* type = nullptr;
    done(answer ? read_answer(*answer, type) : std::unexpected(answer.error()));
  });
}

void RemoteService::choose_model(std::function<void(ChosenModel)> done) {
  command<ChosenModel>(
      "choose_model", {}, {}, {}, Again::kYes,
      [done = std::move(done)](Result<ChosenModel> chosen) {
        done(chosen ? std::move(*chosen)
                    : ChosenModel{
                          .model = {}, .why = {}, .passed_over = {}, .failure = chosen.error()});
      });
}

// A second time it finds the discussion that was begun, unless that is not wished.
void RemoteService::ideate(Caller caller, IdeateRequest request, Done<Started> done) {
  const bool doubles = request.force_new || !request.continues.empty();
  command<Started>("ideate", caller, {}, {{"request", to_json(request)}},
                   doubles ? Again::kNo : Again::kYes, std::move(done));
}

void RemoteService::open_conversation(Caller caller, ConversationRequest request,
                                      Done<Started> done) {
  const bool doubles = !request.new_title.empty();
  command<Started>("open_conversation", caller, {}, {{"request", to_json(request)}},
                   doubles ? Again::kNo : Again::kYes, std::move(done));
}

void RemoteService::enter(Caller caller, RoomId room, Done<Started> done) {
  command<Started>("enter", caller, room, {}, Again::kYes, std::move(done));
}

void RemoteService::resume(Caller caller, RoomId room, ResumeForce force, Done<Started> done) {
  command<Started>("resume", caller, room, {{"force", force == ResumeForce::kYes}}, Again::kYes,
                   std::move(done));
}

void RemoteService::begin_anew(Caller caller, RoomId room, ResumeForce force, Done<Started> done) {
  command<Started>("begin_anew", caller, room, {{"force", force == ResumeForce::kYes}}, Again::kNo,
                   std::move(done));
}

// The same client id is said once.
void RemoteService::say(Caller caller, RoomId room, Said words, Done<EventPtr> done) {
  command<EventPtr>("say", caller, room, {{"request", to_json(words)}},
                    words.client_id.empty() ? Again::kNo : Again::kYes, std::move(done));
}

Result<void> RemoteService::interrupt(const Caller& caller, const RoomId& room) {
  const bool speaks = std::ranges::any_of(watches_, [&](const auto& entry) {
    const auto watch = entry.second.lock();
    return watch && watch->room() == room && watch->is_spoken_in();
  });
  if (!speaks) return std::unexpected(nothing_runs());
  JsonObject message = to_json(caller);
  message["room"] = room.value;
  ask("interrupt", std::move(message), Again::kNo, [](const Result<Json>&, int) {});
  return {};
}

void RemoteService::cancel(Caller caller, RoomId room, std::string why, Done<EventPtr> done) {
  command<EventPtr>("cancel", caller, room, {{"why", std::move(why)}}, Again::kNo, std::move(done));
}

// The first answer counts. One that was on its way to an owner that is gone may be it.
void RemoteService::answer(Caller caller, RoomId room, GateDecision answer, Done<EventPtr> done) {
  JsonObject message = to_json(caller);
  message["room"] = room.value;
  message["request"] = to_json(answer);
  ask("answer", std::move(message), Again::kYes,
      [this, room, answer, by = caller.who, done = std::move(done)](Result<Json> result,
                                                                    int times) {
        if (!result && times > 1 && result.error().code == "gate_answered")
          return find_own_answer(room, answer, by, result.error(), done);
        const EventPtr* type = nullptr;
        done(result ? read_answer(*result, type) : std::unexpected(result.error()));
      });
}

void RemoteService::find_own_answer(const RoomId& room, const GateDecision& decision, const By& by,
                                    const Error& error, const Done<EventPtr>& done) {
  events({.room = room, .after = {}, .before = RoomSeq{0}},
         [decision, by, error, done](const Result<Page<EventPtr>>& page) {
           if (!page) return done(std::unexpected(error));
           for (const EventPtr& event : page->items)
             if (event->kind == "gate.answered" && event->by == by &&
                 event->text("gate") == decision.gate && event->text("answer") == decision.option)
               return done(event);
           done(std::unexpected(error));
         });
}

void RemoteService::forget(Caller caller, RoomId room, ProjectId project, Done<EventPtr> done) {
  command<EventPtr>("forget", caller, room, {{"project", project.value}}, Again::kNo,
                    std::move(done));
}

void RemoteService::warn(RoomId room, Error what, Done<EventPtr> done) {
  command<EventPtr>("warn", Caller(), room, {{"error", fm::to_json(what)}}, Again::kNo,
                    std::move(done));
}

void RemoteService::bind(Caller caller, RoomId room, std::vector<Channel> channels,
                         Done<std::vector<Bound>> done) {
  command<std::vector<Bound>>("bind", caller, room, {{"channels", fm::to_json(keys_of(channels))}},
                              Again::kYes, std::move(done));
}

void RemoteService::unbind(Caller caller, RoomId room, Channel channel, Done<EventPtr> done) {
  command<EventPtr>("unbind", caller, room, {{"unbound", channel.key}}, Again::kNo,
                    std::move(done));
}

void RemoteService::move_room(Caller caller, RoomId room, std::string folder,
                              Done<std::vector<RoomId>> done) {
  command<std::vector<RoomId>>("move_room", caller, room, {{"folder", std::move(folder)}},
                               Again::kNo, std::move(done));
}

// What is in the branch already is not brought there again. A patch that is there is not written
// again, which then would be an error.
void RemoteService::hand_over(Caller caller, RoomId room, HandOverRequest request,
                              Done<HandedOver> done) {
  const bool doubles = request.way == HandOverWay::kPatch;
  command<HandedOver>("hand_over", caller, room, {{"request", to_json(request)}},
                      doubles ? Again::kNo : Again::kYes, std::move(done));
}

// By its number a step may be another one once the lane went back.
void RemoteService::rewind(Caller caller, RoomId room, RewindRequest request,
                           Done<LaneHistory> done) {
  command<LaneHistory>("rewind", caller, room, {{"request", to_json(request)}},
                       request.step ? Again::kNo : Again::kYes, std::move(done));
}

}  // namespace fm::server
