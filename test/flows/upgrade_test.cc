// The stores of each release are gone on with by this program, and by programs that differ from it
// as a later release may (design idea 11): a task of the prompts more or less, another effect at a
// place, another request, another version, a fault inside. In every room nothing that was said is
// lost, it comes to rest again, and the chain holds.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "app/commands/conversation_setup.h"
#include "engine/flow/replay.h"
#include "team/room/phase.h"
#include "test/support/discussion.h"
#include "test/support/stored_journals.h"

namespace fm::testing {
namespace {

namespace fs = std::filesystem;

// The last part of the room's folder says what the room shows.
std::string shown_by(const RoomRow& room) { return fs::path(room.folder).filename().string(); }

// A program that differs from this one.
struct Program {
  std::string name;
  bool diverges = false;  // rooms that were begun by this one cannot all go on as they are
  std::function<void(std::map<std::string, FlowDefinition>&)> flows = {};
  std::function<std::string(std::string)> pin = {};
};

void change_bodies(std::map<std::string, FlowDefinition>& flows,
                   Flow<FlowEnd> (*changed)(FlowHandle, JsonObject, FlowDefinition)) {
  for (auto& [name, flow] : flows) {
    const FlowDefinition former = flow;
    flow.version += 1;
    flow.body = [former, changed](FlowHandle handle, JsonObject args) {
      return changed(handle, std::move(args), former);
    };
  }
}

// Asks for one thing more, before all that the log holds.
Flow<FlowEnd> looks_first(FlowHandle flow, JsonObject args, FlowDefinition former) {
  co_await flow.catch_up("looks-first");
  FlowEnd end = co_await former.body(flow, std::move(args));
  co_return end;
}

// Asks otherwise: other words in the requests of an ideation, another threshold in those of a
// conversation.
Flow<FlowEnd> asks_otherwise(FlowHandle flow, JsonObject args, FlowDefinition former) {
  const JsonObject given = args;
  if (args.contains("min_ideas")) args["min_ideas"] = int_at(args, "min_ideas") + 3;
  if (args.contains("unsure_below")) args["unsure_below"] = int_at(args, "unsure_below") + 1;
  FlowEnd end = co_await former.body(flow, std::move(args));
  for (const std::string_view own : {"min_ideas", "unsure_below"})
    if (end.next_args && given.contains(own)) (*end.next_args)[own] = given.at(own);
  co_return end;
}

// Fails inside wherever it cannot begin afresh.
Flow<FlowEnd> fails_inside(FlowHandle flow, JsonObject args, FlowDefinition former) {
  if (!int_at(args, "mended") && !(flow.start().anew && flow.start().anew->afresh))
    throw_bug("a fault in the flow", __FILE__, __LINE__);
  args["mended"] = 1;
  FlowEnd end = co_await former.body(flow, std::move(args));
  co_return end;
}

// A file of prompts without its task "summary", which this program has more then.
std::string without_a_task(std::string text) {
  const auto begin = text.find("\n  summary:");
  if (!text.contains("\ntasks:\n") || begin == std::string::npos) return text;
  auto end = begin + 1;  // up to the next task, which is as far to the right
  do {
    end = text.find('\n', end + 1);
  } while (end != std::string::npos && text.compare(end, 4, "\n   ") >= 0 &&
           (text[end + 1] == '\n' || text.compare(end + 1, 3, "   ") == 0));
  return text.erase(begin, end == std::string::npos ? end : end - begin);
}

// One with a task that this program has no more, and with a value that it no longer gives.
std::string with_other_tasks(std::string text) {
  const auto at = text.find("\ntasks:\n");
  if (at == std::string::npos || !text.contains("\n  summary:")) return text;
  text.insert(at + 8, "  dance:\n    task: |\n      Dance with {{partner}}.\n");
  const auto task = text.find("\n  empty_reply:\n    task: |\n");
  if (task != std::string::npos)
    text.insert(text.find("|\n", task) + 2, "      It is {{weather}}.\n");
  return text;
}

std::vector<Program> programs() {
  const auto newer = [](auto& flows) {
    for (auto& [name, flow] : flows) flow.version += 1;
  };
  return {{.name = "this one"},
          {.name = "a task of the prompts more", .pin = without_a_task},
          {.name = "a task of the prompts less", .pin = with_other_tasks},
          {.name = "another version of its flows", .flows = newer},
          {.name = "a step more",
           .diverges = true,
           .flows = [](auto& flows) { change_bodies(flows, looks_first); }},
          {.name = "other requests",
           .diverges = true,
           .flows = [](auto& flows) { change_bodies(flows, asks_otherwise); }},
          {.name = "a fault inside", .diverges = true, .flows = [](auto& flows) {
             change_bodies(flows, fails_inside);
           }}};
}

std::vector<std::string> said_in(const RoomView& room) {
  std::vector<std::string> said;
  for (const Message& message : room.messages)
    if (message.kind == "user") said.push_back(*message.text);
  return said;
}

bool is_paused(const RoomView& room) {
  return std::ranges::any_of(
      room.flows, [](const FlowRecord& flow) { return flow.state == FlowState::kPaused; });
}

// "agent task round" of each turn that was finished, and not because somebody ended it.
std::multiset<std::string> finished_turns(const std::vector<EventPtr>& events) {
  std::map<std::string, std::string> begun;
  std::multiset<std::string> finished;
  std::string last;
  for (const EventPtr& event : events) {
    const std::string turn(event->text("turn"));
    if (event->kind == "turn.started")
      begun[turn] = std::string(event->text("agent")) + " " + std::string(event->text("task")) +
                    " " + std::to_string(event->number("round"));
    if (event->kind == "turn.finished") last = begun[turn];
    if (event->kind != "effect.finished" || last.empty()) continue;
    if (!event->body.contains("interrupted")) finished.insert(last);
    last.clear();
  }
  return finished;
}

class Upgraded {
 public:
  Upgraded(const std::string& store, const Program& program, const RoomRow& row)
      : world_(options(program)) {
    world_.disk.set_content("/store.db", store);
    world_.room = row.id;
    opened_ = world_.open();
  }

  const Result<void>& opened() const { return opened_; }
  Discussion& world() { return world_; }

  void resume() {
    world_.engine().resume(world_.room, Anyway::kYes, [](const Result<void>&) {});
    world_.settle(Millis(20'000));
  }

  // Answers the question that a room asks which cannot go on, as often as it asks. How often it
  // did.
  int begin_anew() {
    int times = 0;
    for (RoomView seen = world_.view(); is_paused(seen) && times < 4; seen = world_.view()) {
      const auto gate = std::ranges::find(seen.gates, kBeginAnewGate, &OpenGate::type);
      if (gate == seen.gates.end()) return -1;
      answer(*gate, "begin anew");
      ++times;
    }
    return times;
  }

  void answer(const OpenGate& gate, const std::string& with) {
    world_.engine().answer(world_.room, {gate.gate, gate.digest, with, ""}, {Actor::kPerson, "ada"},
                           [](const Result<EventPtr>&) {});
    world_.settle(Millis(20'000));
  }

  // Whatever an ideation is asked, it goes on, to its end.
  void finish() {
    for (int times = 0; times < 40; ++times) {
      const RoomView seen = world_.view();
      if (seen.latest_flow()->state == FlowState::kFinished) return;
      if (begin_anew() != 0) continue;
      if (seen.gates.empty()) return;
      answer(seen.gates.back(), "continue");
    }
  }

  // The same program once more, on what this one wrote.
  void restart() {
    world_.close();
    opened_ = world_.open();
    REQUIRE(opened_.has_value());
    resume();
  }

 private:
  static DiscussionOptions options(const Program& program) {
    DiscussionOptions options;
    options.screenplay = "conversation";
    options.change_flows = program.flows;
    options.change_pin = program.pin;
    return options;
  }

  Discussion world_;
  Result<void> opened_;
};

void go_on(const std::string& store, const Program& program, const RoomRow& row) {
  Upgraded room(store, program, row);
  REQUIRE_MESSAGE(room.opened().has_value(), room.opened().error().message);
  Discussion& world = room.world();
  const RoomView before = world.view();
  const auto done_before = finished_turns(world.events());
  const FlowRecord* flow = before.latest_flow();
  REQUIRE(flow != nullptr);
  const bool talks = flow->name == "chat";
  const bool finished = flow->state == FlowState::kFinished;

  if (!finished) room.resume();
  const int anew = room.begin_anew();
  CHECK(anew >= 0);
  if (!program.diverges) CHECK(anew == 0);

  if (talks) {
    const std::string words = "Where do we stand, and what comes next?";
    world.say(words, "after-the-upgrade");
    world.settle(Millis(60'000));
    CHECK(room.begin_anew() >= 0);
    const RoomView after = world.view();
    const auto said = std::ranges::find_if(
        after.messages, [&](const Message& message) { return *message.text == words; });
    REQUIRE(said != after.messages.end());
    // Heard: a run that came later knows it, or is at it.
    const bool taken = std::ranges::any_of(world.events(), [&](const EventPtr& event) {
      const Json* request = event->body.if_contains("request");
      return event->kind == "effect.scheduled" && request != nullptr &&
             text_at(*request, "message") == said->id;
    });
    // A room in which turns wait for a model takes the words up with their question.
    const bool waits_for_model = std::ranges::any_of(
        after.gates, [](const OpenGate& gate) { return gate.type == "parked"; });
    CHECK_MESSAGE((taken || waits_for_model), world.story());
  } else {
    room.finish();
    const RoomView after = world.view();
    CHECK_MESSAGE(after.latest_flow()->completion == "success", world.story());
    CHECK(after.selection.has_value());
  }

  const RoomView after = world.view();  // read_all() has checked the chain
  CHECK_MESSAGE(!is_paused(after), world.story());
  std::vector<std::string> said = said_in(after);
  const std::vector<std::string> said_before = said_in(before);
  REQUIRE(said.size() >= said_before.size());
  said.resize(said_before.size());
  CHECK(said == said_before);
  // What was finished is not done again. (Where the requests themselves are others, it may be.)
  if (!talks && program.name == "a step more") {
    const auto done = finished_turns(world.events());
    for (const std::string& turn : std::set(done_before.begin(), done_before.end())) {
      CAPTURE(turn);
      CHECK(done.count(turn) == done_before.count(turn));
    }
  }

  // What it wrote, the same program replays strictly.
  room.restart();
  CHECK_MESSAGE(!is_paused(world.view()), world.story());
}

}  // namespace

TEST_CASE("E-3 P-11 every room of every release's store goes on, by programs that differ") {
  REQUIRE_FALSE(stored_stores().empty());
  for (const fs::path& path : stored_stores()) {
    const std::string store = unpacked(path);
    Discussion looking;
    looking.disk.set_content("/store.db", store);
    REQUIRE(looking.open().has_value());
    const auto rooms = looking.journal().rooms();
    REQUIRE(rooms.has_value());
    REQUIRE(rooms->size() >= 25);
    for (const Program& program : programs()) {
      for (const RoomRow& row : *rooms) {
        const std::string where =
            path.filename().string() + ", " + shown_by(row) + ", with " + program.name;
        CAPTURE(where);
        go_on(store, program, row);
      }
    }
  }
}

}  // namespace fm::testing
