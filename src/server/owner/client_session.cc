#include "server/owner/client_session.h"

#include <algorithm>
#include <utility>

#include "server/wire/messages.h"
#include "server/wire/values.h"

namespace fm::server {
namespace {

RoomId room_in(ObjectRef message) { return {std::string(text_at(message, "room"))}; }

ResumeForce force_in(ObjectRef message) {
  return bool_at(message, "force") ? ResumeForce::kYes : ResumeForce::kNo;
}

}  // namespace

// A room as the client sees it. It pauses for the client, or because that one does not read.
class ClientSession::Watch final : public Watcher {
 public:
  Watch(ClientSession& of, RoomId room, RoomSeq after) : of_(of), room_(std::move(room)) {
    watching_ = of_.service_->watch(room_, after, *this);
  }

  const RoomId& room() const { return room_; }
  void give(std::int64_t number) { number_ = number; }
  void tell_rest() { watching_->tell_rest(); }
  void pause_for_client(bool paused) {
    for_client_ = paused;
    follow();
  }
  void follow() {
    const bool pauses = for_client_ || number_ == 0 || of_.is_behind();
    if (std::exchange(is_paused_, pauses) == pauses) return;
    if (pauses)
      watching_->pause();
    else
      watching_->resume();
  }

  void event(const EventPtr& event) override { send(event_message(number_, *event)); }
  void delta(const TurnDelta& delta) override { tell("delta", to_json(delta)); }
  void notice(const TurnNotice& notice) override { tell("notice", to_json(notice)); }
  void idle(const RoomId&) override {
    of_.tell_failure();
    tell("idle", true);
  }
  void lost(const RoomId&, const Error& why) override { tell("lost", fm::to_json(why)); }

 private:
  void tell(std::string_view what, Json value) {
    JsonObject message{{"of", number_}};
    message[what] = std::move(value);
    send(canonical(message));
  }
  void send(std::string message) {
    of_.link_->send(std::move(message));
    follow();
  }

  ClientSession& of_;
  const RoomId room_;
  std::int64_t number_ = 0;  // 0: the client has not asked for it yet
  bool for_client_ = false;
  bool is_paused_ = false;
  std::shared_ptr<Watching> watching_;
};

ClientSession::ClientSession(std::unique_ptr<Link> link, const OwnersGreeting& greeting,
                             Admit admit, std::function<void()> over, std::optional<Error> refused)
    : link_(std::move(link)),
      admit_(std::move(admit)),
      over_(std::move(over)),
      refused_(std::move(refused)) {
  link_->listen(*this);
  link_->send(to_message(greeting));
}

ClientSession::~ClientSession() = default;

void ClientSession::say_leaving() {
  is_leaving_ = true;
  if (service_) tell_leaving();
}

void ClientSession::tell_leaving() { link_->send(canonical(JsonObject{{"leaving", true}})); }

bool ClientSession::watches(const RoomId& room) const {
  return expected_.contains(room) ||
         std::ranges::any_of(watches_, [&](const auto& one) { return one.second->room() == room; });
}

void ClientSession::closed() { over_(); }

void ClientSession::drained() {
  for (auto& [number, watch] : watches_) watch->follow();
}

void ClientSession::greeted(std::string_view message) {
  const auto greeting = read_clients_greeting(message);
  auto service = greeting ? admit_(*greeting) : std::unexpected(greeting.error());
  if (!service) return link_->send(refusal(service.error()));  // the client goes when it reads it
  service_ = std::move(*service);
  link_->send(admission());
  if (is_leaving_) tell_leaving();
}

void ClientSession::received(std::string_view message) {
  if (!service_) return greeted(message);
  const auto json = parse_json(message);
  if (!json) return over_();
  const auto number = [&](std::string_view key) { return int_at(*json, key); };
  if (const auto id = number("id"); id != 0) return perform(id, text_at(*json, "do"), *json);
  if (const auto watched = number("watch"); watched != 0)
    return watch(watched, room_in(*json), {number("after")});
  if (const auto room = text_at(*json, "take_up"); !room.empty() && !refused_)
    return take_up({std::string(room)});
  watches_.erase(number("unwatch"));
  if (const auto one = watches_.find(number("pause")); one != watches_.end())
    one->second->pause_for_client(true);
  if (const auto one = watches_.find(number("resume")); one != watches_.end())
    one->second->pause_for_client(false);
}

void ClientSession::watch(std::int64_t number, const RoomId& room, RoomSeq after) {
  auto expected = expected_.extract(room);
  const bool fits = !expected.empty() && after == RoomSeq{0};
  auto& watch = watches_[number];
  watch = fits ? std::move(expected.mapped()) : std::make_unique<Watch>(*this, room, after);
  watch->give(number);
  watch->follow();
}

// Whoever begins something watches it next. What happens until then, that the room rests above all,
// is not to be missed.
void ClientSession::expect_watch(const RoomId& room) {
  auto& watch = expected_[room];
  watch = std::make_unique<Watch>(*this, room, RoomSeq{0});
  watch->follow();
}

void ClientSession::take_up(const RoomId& room) {
  service_->take_up(room, [this, room, alive = std::weak_ptr(alive_)] {
    if (alive.expired()) return;
    for (const auto& [number, watch] : watches_)
      if (watch->room() == room) watch->tell_rest();
  });
}

void ClientSession::tell_failure() {
  const auto failure = service_->failure();
  if (!failure || std::exchange(failure_told_, true)) return;
  link_->send(canonical(JsonObject{{"failure", fm::to_json(*failure)}}));
}

void ClientSession::answer(std::int64_t id, JsonObject answer) {
  tell_failure();
  answer["id"] = id;
  link_->send(canonical(answer));
}

template <class T>
Done<T> ClientSession::answering(std::int64_t id) {
  return [this, id, alive = std::weak_ptr(alive_)](Result<T> result) {
    if (alive.expired()) return;
    if constexpr (std::is_same_v<T, Started>)
      if (result) expect_watch(result->room);
    if (result)
      answer(id, {{"answer", server::answer(*result)}});
    else
      answer(id, {{"error", fm::to_json(result.error())}});
  };
}

// Each room hears of it once a session, so that nobody fills the log by asking again.
void ClientSession::refuse(std::int64_t id, const RoomId& room) {
  if (!room.empty() && warned_.insert(room).second)
    service_->warn(room, *refused_, [](const Result<EventPtr>&) {});
  answer(id, {{"error", fm::to_json(*refused_)}});
}

void ClientSession::perform(std::int64_t id, std::string_view command, ObjectRef message) {
  if (is_leaving_) return answer(id, {{"given_back", true}});
  const Caller caller = caller_from(message);
  const RoomId room = room_in(message);
  if (refused_) return refuse(id, room);
  const Json nothing;
  const Json* found = find_at(message, "request");
  const Json& request = found == nullptr ? nothing : *found;
  const Json* error = find_at(message, "error");
  if (command == "say")
    service_->say(caller, room, said_from(request), answering<EventPtr>(id));
  else if (command == "answer")
    service_->answer(caller, room, gate_decision_from(request), answering<EventPtr>(id));
  else if (command == "interrupt")
    answer(id, service_->interrupt(caller, room)
                   ? JsonObject{{"answer", true}}
                   : JsonObject{{"error", fm::to_json(nothing_runs())}});
  else if (command == "open_conversation")
    service_->open_conversation(caller, conversation_request_from(request), answering<Started>(id));
  else if (command == "ideate")
    service_->ideate(caller, ideate_request_from(request), answering<Started>(id));
  else if (command == "enter")
    service_->enter(caller, room, answering<Started>(id));
  else if (command == "resume")
    service_->resume(caller, room, force_in(message), answering<Started>(id));
  else if (command == "begin_anew")
    service_->begin_anew(caller, room, force_in(message), answering<Started>(id));
  else if (command == "cancel")
    service_->cancel(caller, room, std::string(text_at(message, "why")), answering<EventPtr>(id));
  else if (command == "forget")
    service_->forget(caller, room, {std::string(text_at(message, "project"))},
                     answering<EventPtr>(id));
  else if (command == "warn")
    service_->warn(room, error == nullptr ? Error() : error_from_json(*error),
                   answering<EventPtr>(id));
  else if (command == "bind")
    service_->bind(caller, room, channels_from(texts_at(message, "channels")),
                   answering<std::vector<Bound>>(id));
  else if (command == "unbind")
    service_->unbind(caller, room, {std::string(text_at(message, "unbound"))},
                     answering<EventPtr>(id));
  else if (command == "move_room")
    service_->move_room(caller, room, std::string(text_at(message, "folder")),
                        answering<std::vector<RoomId>>(id));
  else if (command == "hand_over")
    service_->hand_over(caller, room, hand_over_request_from(request), answering<HandedOver>(id));
  else if (command == "rewind")
    service_->rewind(caller, room, rewind_request_from(request), answering<LaneHistory>(id));
  else if (command == "choose_model")
    service_->choose_model(
        [done = answering<ChosenModel>(id)](ChosenModel chosen) { done(std::move(chosen)); });
  else
    answer(id, {{"error", fm::to_json(Error{"link_broken", "There is no such command.",
                                            std::string(command), ""})}});
}

}  // namespace fm::server
