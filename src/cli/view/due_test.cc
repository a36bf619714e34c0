// What is due is said at every rest, and "your turn" only when it is.
#include "cli/view/due.h"

#include <doctest/doctest.h>

#include "test/support/room_script.h"

namespace fm::cli {
namespace {

struct Room {
  testing::RoomScript script{"general"};

  Room() {
    script.create("general").start({});
    script.tell("project.created", R"({"project":"p-1","goal":"A boat."})");
  }
  Room& go(std::string_view phase, JsonObject more = {}) {
    more["project"] = "p-1";
    more["to"] = phase;
    script.in("p-1").tell("phase.changed", std::move(more));
    return *this;
  }
  ViewState view_state() const {
    ViewState view_state;
    for (const Event& event : script.events) view_state.apply(event);
    return view_state;
  }
  std::string due() const { return due_now(view_state()).what; }
};

TEST_CASE("C-48 what waits for the person is named, with how to answer") {
  CHECK(Room().due() == "Your turn.");
  Room room;
  room.go("discovery");
  CHECK(room.due() == "Your turn.");
  room.script.in("p-1").tell("question.asked",
                             R"({"question":"q-1","agent":"leader","text":"Who?","type":"scope"})");
  CHECK(room.due() == "Your turn: 1 question.");
  CHECK(Room().go("ready").due() == "Your turn: start, or say what to change.");
  CHECK(Room().go("approval").due() == "Your turn: start, or say what to change.");
  CHECK(Room().go("review").due() == "Your turn: accept, or say what is wrong.");
  room.script.tell("gate.opened",
                   R"({"gate":"g-1","type":"ready","options":["Start","Change","Talk"]})");
  CHECK(room.due() == "Your turn: choose 1 to 3.");
}

TEST_CASE("C-4 work that was stopped says how it goes on, and is not the person's turn") {
  Room room;
  room.go("execution");
  CHECK(room.due() == "The work is stopped.");
  CHECK(due_sentence(room.view_state()) ==
        "The work is stopped. Say \"go on\" to continue it; /pause changes the brief, /cancel ends "
        "it.");
  CHECK(due_after_stop(room.view_state()).starts_with("Say \"go on\" to continue it;"));
  CHECK(due_after_stop(Room().view_state()) == "Your turn.");
  CHECK(Room().go("synthesis").due() == "Stopped before the brief was written.");
}

TEST_CASE("C-46 what rests or failed says how it goes on") {
  CHECK(Room().go("discovery").go("idle", {{"ending", "timeout"}}).due() == "Paused.");
  CHECK(Room().go("discovery").go("failed").due() == "Stopped by an error.");
  Room room;
  room.script.tell("flow.paused", R"({"why":"flow_diverged"})");
  CHECK(room.due() == "Paused.");
}

TEST_CASE("P-80 on a narrow screen the hint is a short one, and never wider than there is room") {
  Room room;
  for (const char* phase : {"discovery", "ready", "execution", "review", "failed"}) {
    CAPTURE(phase);
    room.go(phase);
    CHECK(typing_hint(room.view_state(), false, 37).size() <= 37);
    CHECK(typing_hint(room.view_state(), true, 37) == "say something; Ctrl-C stops them");
  }
}

}  // namespace
}  // namespace fm::cli
