// What a message costs in a conversation: late in a long one against early in it, and coming back
// to a long one against coming back to a short one.
#include <fmt/format.h>

#include "app/wiring/open.h"
#include "bench/promises/promises.h"

namespace fm::bench {
namespace {

constexpr int kMessages = 400;
constexpr int kFew = 20;

class Rest final : public Watcher {
 public:
  explicit Rest(Loop& loop) : loop_(loop) {}
  void event(const EventPtr& event) override {
    if (event->kind == "flow.paused") give_up("the conversation paused");
    replies += event->kind == "message.posted" && event->by.kind == Actor::kAgent ? 1 : 0;
  }
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {
    if (replies >= wanted) loop_.stop();
  }
  int replies = 0;
  int wanted = 0;

 private:
  Loop& loop_;
};

const char* nothing(const char*) { return nullptr; }

// A conversation with the rehearsal, which answers at once.
class Talk {
 public:
  explicit Talk(const std::string& store) : loop_(make_loop(clock_)), rest_(*loop_) {
    ConfigSources sources;
    sources.variable = nothing;
    auto config = Config::load(sources);
    if (!config) give_up(config.error().message);
    ServiceOptions options;
    options.store = store;
    options.me = "ana";
    options.command = "bench";
    options.packs = embedded_files();
    options.rehearsal_words_per_second = 0;
    auto service = open_service(std::move(options), std::move(*config), *loop_);
    if (!service) give_up(service.error().message + " " + service.error().cause);
    service_ = std::move(*service);
    ConverseRequest request;
    request.folder = store;
    request.model = "rehearsal";
    const auto started = service_->converse(std::move(request));
    if (!started) give_up(started.error().message + " " + started.error().cause);
    room_ = started->room;
    const auto view = service_->view(room_);
    watch_ = service_->watch(room_, view ? view->head : RoomSeq(), rest_);
  }

  // Until the team has answered and waits again.
  double say(const std::string& words, int replies = 1) {
    rest_.wanted = rest_.replies + replies;
    const double began = now_us();
    Said said;
    said.text = words;
    said.client_id = fmt::format("c-{}-{}", began, ++said_);
    service_->say(room_, std::move(said), [](const Result<EventPtr>& acknowledged) {
      if (!acknowledged) give_up(acknowledged.error().message);
    });
    loop_->run();
    return now_us() - began;
  }

 private:
  const SystemClock clock_;
  std::unique_ptr<Loop> loop_;
  Rest rest_;
  std::unique_ptr<Service> service_;
  RoomId room_;
  std::shared_ptr<void> watch_;
  int said_ = 0;
};

}  // namespace

// STORE MESSAGES: `early` and `late` are medians of a message in microseconds.
Figures talk(const Arguments& arguments) {
  Talk talk(arguments.at(0));
  const int count = std::stoi(arguments.at(1));
  talk.say("I want to build a booking page for a small barber shop", 4);
  std::vector<double> early, late;
  for (int i = 0; i < count; ++i) {
    const double took = talk.say(fmt::format("@leader what do you think of point {}?", i));
    if (i < kFew) early.push_back(took);
    if (i >= count - kFew) late.push_back(took);
  }
  return {{"early", median(early)}, {"late", median(late)}};
}

// STORE: opens a conversation that is there, and one message is answered.
Figures talk_again(const Arguments& arguments) {
  const double began = now_us();
  Talk talk(arguments.at(0));
  talk.say("@leader and this one?");
  return {{"wall", now_us() - began}};
}

void measure_talk(Table& table, Scratch& scratch) {
  table.heading("Conversations");
  const std::string few = scratch.fresh();
  const std::string many = scratch.fresh();
  run_child("talk", {few, std::to_string(kFew)});
  const auto grown = run_child("talk", {many, std::to_string(kMessages)});
  table.ratio_row(fmt::format("a message after {}, against the first", kMessages),
                  micros(grown.at("late")), micros(grown.at("early")),
                  grown.at("late") / grown.at("early"), 5);
  const double back = run_child("talk_again", {many}).at("wall");
  const double short_back = run_child("talk_again", {few}).at("wall");
  table.ratio_row(fmt::format("back after {}, against {}", kMessages, kFew), micros(back),
                  micros(short_back), back / short_back, 3);
}

}  // namespace fm::bench
