// One life of the toy flow on the real disk, with the journal's thread and the real loop; the
// test kills it. Usage: engine_life STORE LEDGER
//
// Says on standard output, a line each: "event N" when the room's event N was told, "effect PLACE"
// when an effect was done, "done RESULT" at the end. The ledger's lines are "KIND KEY PLACE".
#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "test/support/toy_flow.h"

namespace fm::testing {
namespace {

void put(int fd, std::string line) {
  line += '\n';
  if (::write(fd, line.data(), line.size()) < 0) _exit(3);
}

struct Outside {
  Loop& loop;
  std::string path;
  int ledger;

  // Whether `word` stands in a line of the ledger.
  bool holds(const std::string& word) const {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
      if ((" " + line + " ").find(" " + word + " ") != line.npos) return true;
    return false;
  }
};

Task<Performed> work(Outside& outside, EffectCall call, std::string kind) {
  put(outside.ledger, kind + " " + call.key + " " + call.place.value);
  put(STDOUT_FILENO, "effect " + call.place.value);
  Performed performed;
  performed.outcome.value = {{"did", text_at(call.request, "name")}, {"attempt", 0}};
  Later<bool> woken;
  const auto cancelled = call.cancel.on_cancel([woken] { woken.resolve(false); });
  std::unique_ptr<Timer> timer;
  const std::int64_t ms = int_at(call.request, "ms");
  if (ms >= 0) timer = outside.loop.after(Millis(ms), [woken] { woken.resolve(true); });
  const bool done = co_await woken;
  performed.outcome.interrupted = !done;
  co_return performed;
}

class Real final : public Performer {
 public:
  Real(Outside& outside, std::string kind, EffectClass effect_class)
      : outside_(outside), kind_(std::move(kind)), class_(effect_class) {}
  EffectClass effect_class() const override { return class_; }
  std::vector<NewEvent> announce(const EffectCall&) override { return {}; }
  Task<Performed> begin(EffectCall call, const Fold&) override {
    return work(outside_, std::move(call), kind_);
  }
  Task<Probe> probe(EffectCall call, Performed& performed) override {
    performed.outcome.value = {{"did", text_at(call.request, "name")}, {"attempt", 0}};
    return look(outside_.holds(call.key));
  }

 private:
  static Task<Probe> look(bool happened) {
    co_return happened ? Probe::kHappened : Probe::kDidNotHappen;
  }
  Outside& outside_;
  std::string kind_;
  EffectClass class_;
};

const RoomId kRoom{"toys"};

class Person final : public Listener {
 public:
  Person(Engine& engine, Outside& outside)
      : engine_(engine), outside_(outside), handle_(engine.bus().subscribe(*this)) {}
  void event(const EventPtr& event) override {
    put(STDOUT_FILENO, "event " + std::to_string(event->room_seq.value));
    if (event->kind == "gate.opened")
      answer(std::string(event->text("gate")), event->place,
             event->text("type") == "unknown_effect");
    if (event->kind == "flow.finished" && event->flow.value == "f-toy") ended(*event);
  }
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {}

  void ended(const Event& finished) {
    put(STDOUT_FILENO, "done " + canonical(finished.body.at("result")));
    engine_.leave();
    outside_.loop.stop();
  }
  void answer(const std::string& gate, const StepPath& place, bool unknown) {
    const std::string with = !unknown                      ? "yes"
                             : outside_.holds(place.value) ? "it happened"
                                                           : "do it again";
    engine_.answer(kRoom, {gate, "", with, ""}, {Actor::kPerson, "ana"},
                   [](const Result<EventPtr>&) {});
  }
  void say(int number) {
    if (number > kToyMessages) return;
    const std::string id = "said-" + std::to_string(number);
    NewEvent message;
    message.kind = "message.posted";
    message.by = {Actor::kPerson, "ana"};
    message.client_id = id;
    message.at = engine_.now();
    message.body = {{"id", id}, {"text", "message " + std::to_string(number)}};
    engine_.input(kRoom, std::move(message), [this, number](const Result<EventPtr>& said) {
      if (said) say(number + 1);
    });
  }

 private:
  Engine& engine_;
  Outside& outside_;
  std::shared_ptr<void> handle_;
};

int live(const std::string& store, const std::string& ledger) {
  const SystemClock clock;
  const auto loop = make_loop(clock);
  Outside outside{*loop, ledger,
                  ::open(ledger.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600)};
  SqliteOptions options;
  options.path = store;
  options.lost = [](const Error&) { _exit(4); };
  auto journal = SqliteJournal::open(std::move(options), *loop);
  if (!journal) {
    put(STDOUT_FILENO, "refused " + journal.error().code + " " + journal.error().cause);
    return 2;
  }
  Real turn(outside, "turn", EffectClass::kRepeatable);
  Real think(outside, "think", EffectClass::kPure);
  Real merge(outside, "merge", EffectClass::kCheckable);
  Real shell(outside, "shell", EffectClass::kOnce);
  const Performers performers{
      {"turn", &turn}, {"think", &think}, {"merge", &merge}, {"shell", &shell}};
  const auto flows = toy_flows();
  Engine engine(*loop, **journal, flows, performers, [] { return std::make_unique<ToyView>(); });
  Person person(engine, outside);
  if (!engine.open()) return 2;
  loop->post([&] {
    const auto events = read_all(**journal, kRoom);
    if (!events) {
      FlowRequest request;
      request.id = {"f-toy"};
      request.name = "toy";
      engine.start(kRoom, RoomRequest{kRoom, "Toys", "/toys", "toy"}, std::move(request), By{},
                   [&](const Result<EventPtr>&) { person.say(1); });
      return;
    }
    for (const EventPtr& event : *events)
      if (event->kind == "flow.finished" && event->flow.value == "f-toy")
        return person.ended(*event);
    // The test kills without mercy, also where nothing got further: the person insists. Only then
    // do answers count, because a room that is held back takes none.
    engine.resume(kRoom, Anyway::kYes, [&](const Result<void>&) {
      const auto open = (*journal)->open_rows();
      for (const OpenRow& row : *open) {
        const Json data = row.data;
        if (row.kind == OpenKind::kGate)
          person.answer(row.id, {std::string(text_at(data, "place"))}, bool_at(data, "unknown"));
      }
    });
    person.say(1);
  });
  loop->run();
  (*journal)->flush();
  return 0;
}

}  // namespace
}  // namespace fm::testing

int main(int argc, char** argv) { return argc == 3 ? fm::testing::live(argv[1], argv[2]) : 2; }
