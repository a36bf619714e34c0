// Questions that were asked, and answered, before options had ids go on as they are (E-6, P-11).
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "engine/flow/gate.h"
#include "flows/conversation/conversation_flow.h"
#include "team/room/room.h"
#include "test/support/conversation_lines.h"
#include "test/support/discussion.h"
#include "test/support/replay_host.h"

namespace fm::testing {
namespace {

std::vector<Event> stored_gate_events() {
  const char* source = std::getenv("FM_SOURCE_DIR");
  std::vector<Event> events;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(source ? source : ".") / "test/journals/gates")) {
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      auto event = decode(line);
      REQUIRE(event.has_value());
      events.push_back(std::move(*event));
    }
  }
  return events;
}

TEST_CASE("E-6 the digests of stored questions are those that this program gives them") {
  int seen = 0;
  for (const Event& event : stored_gate_events()) {
    if (event.kind != "gate.opened") continue;
    CHECK(event.body.if_contains("option_ids") == nullptr);
    const std::string digest(event.text("digest"));
    CHECK(text_at(Json(gate_body("g-1", gate_request(event.body))), "digest") == digest);
    seen += digest == "d2dc34tb9584ar84dsf7vgbgsa" ? 1 : 0;
  }
  CHECK(seen == 1);  // the first approval of the stored conversation, as it was written then
}

TEST_CASE("E-6 stored questions have the ids of their labels, and are told by their labels") {
  RoomView view;
  for (const Event& event : stored_gate_events()) view.apply(event);
  REQUIRE(view.gates.size() == 3);
  CHECK(view.gates.front().options ==
        std::vector<std::string>{"Approve", "Change something", "Cancel"});
  CHECK(view.gates.front().option_ids ==
        std::vector<std::string>{"approve", "change-something", "cancel"});
  CHECK(view.gates.back().option_ids ==
        std::vector<std::string>{"accept", "adjust-one-thing", "back-to-discussion"});
  REQUIRE(view.answers.size() == 1);
  CHECK(view.answers.front().answer == "Change something");
}

// At the approval of a first brief.
struct Asked {
  Discussion world;

  Asked() {
    world.lines = talk_lines();
    REQUIRE(world.open().has_value());
    REQUIRE(world.open_conversation().has_value());
    world.say("I want to build a booking page for a small barber shop", "said-1");
    world.settle();
    world.say("go ahead", "said-2");
    world.settle();
    REQUIRE(world.view().gates.size() == 1);
  }
  void answer(const std::string& said) {
    const OpenGate gate = world.view().gates.front();
    bool counts = false;
    world.engine().answer(world.room, {gate.gate, gate.digest, said, ""}, {Actor::kPerson, "ada"},
                          [&counts](const Result<EventPtr>& done) { counts = done.has_value(); });
    world.settle();
    REQUIRE(counts);
  }
};

// The same log as a release wrote it that knew labels only.
std::vector<EventPtr> without_ids(const std::vector<EventPtr>& log) {
  std::vector<EventPtr> old;
  std::map<std::string, std::map<std::string, std::string>> labels;  // place -> id -> label
  const auto to_label = [&](const Event& event, JsonObject& holder) {
    const auto known = labels.find(event.place.value);
    Json* answer = holder.if_contains("answer");
    if (known != labels.end() && answer != nullptr)
      *answer = known->second.at(std::string(answer->as_string()));
  };
  for (const EventPtr& event : log) {
    Event told = *event;
    if (told.kind == "gate.opened") {
      const Json body = told.body;
      const auto ids = texts_at(body, "option_ids");
      for (std::size_t i = 0; i < ids.size(); ++i)
        labels[told.place.value][ids[i]] = texts_at(body, "options")[i];
      told.body.erase("option_ids");
    }
    if (told.kind == "effect.scheduled")
      if (Json* request = told.body.if_contains("request"))
        request->as_object().erase("option_ids");
    if (told.kind == "gate.answered") to_label(told, told.body);
    if (told.kind == "effect.finished")
      if (Json* result = told.body.if_contains("result"); result != nullptr && result->is_object())
        to_label(told, result->as_object());
    old.push_back(std::make_shared<const Event>(std::move(told)));
  }
  return old;
}

TEST_CASE("P-11 what was answered by a label before there were ids goes the same way again") {
  for (const std::string option : {"Approve", "Change something", "Cancel"}) {
    CAPTURE(option);
    Asked room;
    room.answer(option);
    const auto log = without_ids(room.world.events());
    const auto is = [](std::string_view kind) {
      return [kind](const EventPtr& event) { return event->kind == kind; };
    };
    const auto answered = std::ranges::find_if(log, is("gate.answered"));
    REQUIRE(answered != log.end());
    REQUIRE((*answered)->text("answer") == option);
    const FlowDefinition chat = conversation_flow();
    auto end = answered + 1;
    int steps = 0;
    for (; end != log.end() && !is("flow.started")(*end); ++end) {
      const std::vector<EventPtr> prefix(log.begin(), end);
      ReplayHost host(prefix, chat, (*answered)->flow, std::make_unique<RoomView>());
      host.replay();
      CHECK_MESSAGE(!host.run().fault(), host.run().fault().value_or(Error()).cause);
      ++steps;
    }
    CHECK(steps >= 3);
  }
}

TEST_CASE("E-6 an answer by number, label or id is stored as the id and read as the label") {
  for (const std::string said : {"2", "Change something", "change-something"}) {
    CAPTURE(said);
    Asked room;
    room.answer(said);
    const auto log = room.world.events();
    const auto answered = std::ranges::find_if(
        log, [](const EventPtr& event) { return event->kind == "gate.answered"; });
    REQUIRE(answered != log.end());
    CHECK((*answered)->text("answer") == "change-something");
    CHECK(room.world.view().answers.back().answer == "Change something");
  }
}

}  // namespace
}  // namespace fm::testing
