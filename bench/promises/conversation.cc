#include "bench/promises/conversation.h"

#include <fmt/format.h>

namespace fm::bench {
namespace {

const char* nothing(const char*) { return nullptr; }

}  // namespace

class Conversations::Rest final : public Watcher {
 public:
  explicit Rest(Loop& loop) : loop_(loop) {}
  void event(const EventPtr& event) override {
    if (event->kind == "flow.paused") give_up("the conversation paused");
    ++events;
    replies += event->kind == "message.posted" && event->by.kind == Actor::kAgent ? 1 : 0;
  }
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {
    if (wanted > 0 && replies >= wanted) loop_.stop();
  }
  int replies = 0;
  int wanted = 0;  // 0: nobody waits
  std::int64_t events = 0;

 private:
  Loop& loop_;
};

Conversations::Conversations(const std::string& store) : store_(store), loop_(make_loop(clock_)) {
  ConfigSources sources;
  sources.variable = nothing;
  auto config = Config::load(sources);
  if (!config) give_up(config.error().message);
  ServiceOptions options;
  options.store = store;
  options.command = "bench";
  options.packs = embedded_files();
  auto service = open_service(std::move(options), {.config = std::move(*config)}, *loop_);
  if (!service) give_up(service.error().message + " " + service.error().cause);
  service_ = std::move(*service);
}

Conversations::~Conversations() = default;

RoomId Conversations::open(const std::string& title) {
  ConversationRequest request;
  request.folder = store_;
  request.new_title = title;
  request.model = "rehearsal";
  RoomId room;
  RoomSeq earlier;
  service_->open_conversation(ana_, std::move(request), [&](const Result<Started>& started) {
    if (!started) give_up(started.error().message + " " + started.error().cause);
    room = started->room;
    earlier = started->earlier;
    loop_->stop();
  });
  loop_->run();
  rests_[room] = std::make_unique<Rest>(*loop_);
  watches_[room] = service_->watch(room, earlier, *rests_[room]);
  return room;
}

double Conversations::say(const RoomId& room, const std::string& words, int replies) {
  Rest& rest = *rests_.at(room);
  rest.wanted = rest.replies + replies;
  const double began = now_us();
  Said said;
  said.text = words;
  said.client_id = fmt::format("c-{}-{}", began, ++said_);
  service_->say(ana_, room, std::move(said), [](const Result<EventPtr>& acknowledged) {
    if (!acknowledged) give_up(acknowledged.error().message);
  });
  loop_->run();
  rest.wanted = 0;
  return now_us() - began;
}

std::int64_t Conversations::events() const {
  std::int64_t events = 0;
  for (const auto& [room, rest] : rests_) events += rest->events;
  return events;
}

}  // namespace fm::bench
