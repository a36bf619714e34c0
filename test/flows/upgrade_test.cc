// This program goes on with the stores of each release (design idea 11): in every room nothing that
// was said is lost, what was done is not done again, it comes to rest again, and the chain holds.
#include <doctest/doctest.h>
#include <zstd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "app/commands/converse.h"
#include "team/room/phase.h"
#include "test/support/discussion.h"

namespace fm::testing {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> stores() {
  const char* source = std::getenv("FM_SOURCE_DIR");
  std::vector<fs::path> all;
  for (const auto& entry :
       fs::directory_iterator(fs::path(source ? source : ".") / "test/journals"))
    if (entry.path().extension() == ".zst") all.push_back(entry.path());
  std::ranges::sort(all);
  return all;
}

std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  const std::string packed = text.str();
  std::string bytes(ZSTD_getFrameContentSize(packed.data(), packed.size()), '\0');
  const std::size_t size =
      ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
  REQUIRE(size == bytes.size());
  return bytes;
}

// The last part of the room's folder says what the room shows.
std::string shown_by(const RoomRow& room) { return fs::path(room.folder).filename().string(); }

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
  Upgraded(const std::string& store, const RoomRow& row) : world_(options()) {
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

  // Whatever an ideation is asked, it goes on, to its end.
  void finish() {
    for (int times = 0; times < 40; ++times) {
      const RoomView seen = world_.view();
      if (seen.latest_flow()->state == FlowState::kFinished || seen.gates.empty()) return;
      const OpenGate& gate = seen.gates.back();
      world_.engine().answer(world_.room, {gate.gate, gate.digest, "continue", ""},
                             {Actor::kPerson, "ada"}, [](const Result<EventPtr>&) {});
      world_.settle(Millis(20'000));
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
  static DiscussionOptions options() {
    DiscussionOptions options;
    options.screenplay = "conversation";
    return options;
  }

  Discussion world_;
  Result<void> opened_;
};

void go_on(const std::string& store, const RoomRow& row) {
  Upgraded room(store, row);
  REQUIRE_MESSAGE(room.opened().has_value(), room.opened().error().message);
  Discussion& world = room.world();
  const RoomView before = world.view();
  const auto done_before = finished_turns(world.events());
  const FlowRecord* flow = before.latest_flow();
  REQUIRE(flow != nullptr);
  const bool talks = flow->name == "chat";
  if (flow->state != FlowState::kFinished) room.resume();
  CHECK_MESSAGE(!is_paused(world.view()), world.story());

  if (talks) {
    const std::string words = "Where do we stand, and what comes next?";
    world.say(words, "after-the-upgrade");
    world.settle(Millis(60'000));
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
    // What was finished is not done again.
    const auto done = finished_turns(world.events());
    for (const std::string& turn : std::set(done_before.begin(), done_before.end())) {
      CAPTURE(turn);
      CHECK(done.count(turn) == done_before.count(turn));
    }
  }

  const RoomView after = world.view();  // reading has checked the chain
  CHECK_MESSAGE(!is_paused(after), world.story());
  std::vector<std::string> said = said_in(after);
  const std::vector<std::string> said_before = said_in(before);
  REQUIRE(said.size() >= said_before.size());
  said.resize(said_before.size());
  CHECK(said == said_before);

  // What it wrote, the same program replays strictly.
  room.restart();
  CHECK_MESSAGE(!is_paused(world.view()), world.story());
}

}  // namespace

TEST_CASE("E-3 P-11 every room of every release's store goes on") {
  REQUIRE_FALSE(stores().empty());
  for (const fs::path& path : stores()) {
    const std::string store = bytes_of(path);
    Discussion looking;
    looking.disk.set_content("/store.db", store);
    REQUIRE(looking.open().has_value());
    const auto rooms = looking.journal().rooms();
    REQUIRE(rooms.has_value());
    REQUIRE(rooms->size() >= 25);
    for (const RoomRow& row : *rooms) {
      const std::string where = path.filename().string() + ", " + shown_by(row);
      CAPTURE(where);
      go_on(store, row);
    }
  }
}

}  // namespace fm::testing
