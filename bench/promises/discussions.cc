#include "bench/promises/discussions.h"

#include <fmt/format.h>

#include <cstdlib>

#include "app/wiring/open.h"

namespace fm::bench {
namespace {

class Ends final : public Watcher {
 public:
  Ends(Loop& loop, int count) : loop_(loop), left_(count) {}
  void event(const EventPtr& event) override {
    if (event->kind == "flow.paused") give_up("a discussion paused");
    if (event->kind == "flow.finished" && --left_ == 0) loop_.stop();
  }
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {}

 private:
  Loop& loop_;
  int left_;
};

const char* nothing(const char*) { return nullptr; }
const char* variable(const char* name) {
  const std::string_view wanted(name);
  return wanted == "OPENAI_BASE_URL" ? std::getenv(name) : nothing(name);
}

}  // namespace

Figures discussions(const Arguments& arguments) {
  ::setenv("OPENAI_BASE_URL", arguments.at(0).c_str(), 1);
  const int count = std::atoi(arguments.at(2).c_str());
  const SystemClock clock;
  const auto loop = make_loop(clock);
  ConfigSources sources;
  sources.variable = variable;
  auto config = Config::load(sources);
  if (!config) give_up(config.error().message);
  ServiceOptions options;
  options.store = arguments.at(1);
  options.command = "bench";
  options.packs = embedded_files();
  auto service = open_service(std::move(options), {.config = std::move(*config)}, *loop);
  if (!service) give_up(service.error().message + " " + service.error().cause);

  Ends ends(*loop, count);
  std::vector<std::shared_ptr<void>> watches;
  const double cpu = cpu_us();
  const double began = now_us();
  const Caller ana{.who = {Actor::kPerson, "ana"}, .channel = {}};
  for (int i = 0; i < count; ++i) {
    IdeateRequest request;
    request.topic = fmt::format("{} of {}", i, kTopic);  // no two names are the same
    request.model = "openai:any";
    request.preset = "full";
    request.max_rounds = std::atoi(arguments.at(3).c_str());
    request.deep_dive = false;
    request.force_new = true;
    request.folder = arguments.at(1);
    (*service)->ideate(ana, std::move(request), [&](const Result<Started>& started) {
      if (!started) give_up(started.error().message + " " + started.error().cause);
      watches.push_back((*service)->watch(started->room, {}, ends));
    });
  }
  loop->run();
  return {{"wall", now_us() - began}, {"cpu", cpu_us() - cpu}};
}

}  // namespace fm::bench
