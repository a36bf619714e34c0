#include "cli/session/room_session.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include "cli/context/report_error.h"
#include "test/support/session_world.h"

namespace fm::cli {
namespace {

using World = testing::SessionWorld;

TEST_CASE("E-8 a discussion that is done ends with 0, one that failed with 1") {
  for (const auto& [completion, status] :
       {std::pair{"success", kDone}, std::pair{"error", kFailed}, std::pair{"timeout", kFailed},
        std::pair{"escalation", kWaits}, std::pair{"cancellation", kInterrupted}}) {
    World world;
    world.service.on_watch = [&] { world.finish(completion); };
    CHECK(world.run() == status);
    REQUIRE(world.view.ending);
    CHECK(world.view.ending->kind == EndKind::kOver);
    CHECK(world.view.kinds ==
          std::vector<std::string>{"room.created", "flow.started", "flow.finished"});
  }
}

TEST_CASE("I-15 what was there before is told as earlier") {
  World world;
  world.service.on_watch = [&] { world.finish(); };
  world.run(true);
  CHECK(world.view.opening->earlier == RoomSeq{2});
  CHECK(world.view.kinds ==
        std::vector<std::string>{"old room.created", "old flow.started", "flow.finished"});
}

TEST_CASE("E-8 with nobody there a question ends with 3, and a flow that waits for words too") {
  World world(false);
  world.service.on_watch = [&] {
    world.open_gate();
    world.happen();
  };
  CHECK(world.run() == kWaits);
  CHECK(world.view.ending->kind == EndKind::kWaiting);

  World silent(false);
  silent.service.on_watch = [&] { silent.happen(); };
  CHECK(silent.run() == kWaits);
  CHECK(silent.view.ending->kind == EndKind::kPaused);
}

TEST_CASE("a question is answered by number or words; other words are said") {
  World world;
  world.service.on_watch = [&] {
    world.open_gate();
    world.happen();
    world.loop->post([&] {
      world.session->line("what would it cost?");
      world.session->line("2");
    });
  };
  world.service.on_answer = [&](const std::string&) {
    world.script.tell("gate.answered", R"({"gate":"g-1","answer":"skip-turn"})");
    world.finish();
  };
  CHECK(world.run() == kDone);
  CHECK(world.service.said == std::vector<std::string>{"what would it cost?"});
  CHECK(world.service.answered == std::vector<std::string>{"g-1 skip-turn"});
}

TEST_CASE("I-13 every line is said under an id of its own") {
  World world;
  world.service.on_watch = [&] {
    world.session->line("one");
    world.session->line("  ");
    world.session->line("one");
  };
  world.service.on_say = [&](const std::string&) {
    if (world.service.said.size() == 2) world.finish();
  };
  world.run();
  REQUIRE(world.service.client_ids.size() == 2);
  CHECK(world.service.client_ids[0] != world.service.client_ids[1]);
}

TEST_CASE("words that the room does not take are told to the person, and the room goes on") {
  World world;
  world.service.refuses_words = Error{"store_full", "The disk is full.", "", ""};
  world.service.on_watch = [&] {
    world.session->line("hello");
    world.finish();
  };
  CHECK(world.run() == kDone);
  CHECK(world.view.troubles == std::vector<std::string>{"store_full"});
}

TEST_CASE("I-13 Ctrl-C interrupts the turn and asks; the key answers the room's question") {
  World world;
  world.service.on_watch = [&] { world.session->pressed_interrupt(); };
  world.service.on_interrupt = [&] {
    world.open_gate("interrupted");
    world.happen();
    world.loop->post([&] { CHECK(world.session->key('c')); });
  };
  world.service.on_answer = [&](const std::string& answer) {
    CHECK(answer == "continue");
    world.script.tell("gate.answered", R"({"gate":"g-1","answer":"continue"})");
    world.finish();
  };
  CHECK(world.run() == kDone);
  CHECK(world.service.interrupts == 1);
  CHECK(world.service.said.empty());
  CHECK(world.view.questions ==
        std::vector<std::string>{std::string(InterruptPrompt::kQuestion), ""});
}

TEST_CASE("I-13 Ctrl-C between two turns catches the next one") {
  World world;
  world.service.on_watch = [&] {
    world.session->pressed_interrupt();
    world.script.tell("turn.started", R"({"turn":"t-1","agent":"leader","task":"kickoff"})");
    world.happen(false);
  };
  world.service.on_interrupt = [&] {
    if (world.service.interrupts == 2) world.session->leave();
  };
  CHECK(world.run() == kInterrupted);
  CHECK(world.service.interrupts == 2);
}

TEST_CASE("I-13 a key before the room has asked is said as a word") {
  World world;
  world.service.on_watch = [&] {
    world.session->pressed_interrupt();
    world.session->key('x');
  };
  world.service.on_say = [&](const std::string&) { world.finish("cancellation"); };
  CHECK(world.run() == kInterrupted);
  CHECK(world.service.said == std::vector<std::string>{"stop"});
}

TEST_CASE("I-13 Ctrl-C twice leaves with 130; where nobody can be asked once does") {
  World world;
  world.service.on_watch = [&] {
    world.session->pressed_interrupt();
    world.session->pressed_interrupt();
  };
  CHECK(world.run() == kInterrupted);
  CHECK(world.view.ending->kind == EndKind::kLeft);

  World pipe(false);
  pipe.service.on_watch = [&] { pipe.session->pressed_interrupt(); };
  CHECK(pipe.run() == kInterrupted);
  CHECK(pipe.service.interrupts == 0);
}

TEST_CASE("keys are the editor's while nothing is asked") {
  World world;
  world.service.on_watch = [&] {
    CHECK(!world.session->key('c'));
    world.finish();
  };
  CHECK(world.run() == kDone);
}

TEST_CASE("I-14 a closed output ends quietly, resumable, with 130; after the end with its status") {
  World world(false);
  world.view.on_event = [&](const Event&) { world.output->write("line\n"); };
  world.service.on_watch = [&] {
    ::close(std::exchange(world.ends[0], -1));
    world.script.say("leader", "kickoff", "words");
    world.happen(false);
  };
  CHECK(world.run() == kInterrupted);
  CHECK(!world.view.ending);
  CHECK(world.session->ending()->kind == EndKind::kGone);
}

TEST_CASE("I-14 a reader that stands still loses no event, and nothing piles up") {
  World world(false);
  std::size_t most_pending = 0;
  world.view.on_event = [&](const Event&) {
    world.output->write(std::string(Output::kBound / 2, 'x'));
    if (world.output->congested()) ++most_pending;
  };
  for (int i = 0; i < 40; ++i) world.script.say("leader", "kickoff", "words");
  world.service.tell(world.script.events);
  world.service.on_watch = [&] {
    CHECK(world.view.kinds.size() < world.script.events.size());  // it has stopped handing on
    world.finish();
    // Now the reader reads.
    world.loop->in_pool(
        [&] {
          std::string buffer(1 << 16, '\0');
          while (::read(world.ends[0], buffer.data(), buffer.size()) > 0 && buffer[0] == 'x') {
          }
        },
        [] {});
  };
  // The end writes something that stops the reader.
  world.view.on_event = [&, handed = world.view.on_event](const Event& event) {
    handed(event);
    if (event.kind == "flow.finished") world.output->write(std::string(1 << 16, 'e'));
  };
  CHECK(world.run() == kDone);
  CHECK(world.view.kinds.size() == world.script.events.size());
  CHECK(most_pending < world.script.events.size());
}

TEST_CASE("P-15 a store that can no longer be written ends the watching with its error") {
  World world;
  world.service.lost = Error{"store_failed", "The log cannot be written.", "", ""};
  world.service.on_watch = [&] { world.happen(); };
  CHECK(world.run() == kFailed);
  CHECK(world.view.troubles == std::vector<std::string>{"store_failed"});
}

TEST_CASE("an option is chosen by its number, its words, its id or a beginning that only it has") {
  OpenGate gate;
  gate.options = {"continue", "skip turn", "skip round", "stop now"};
  gate.option_ids = {"continue", "skip-turn", "next", "stop"};
  CHECK(chosen_option(gate, "2") == "skip-turn");
  CHECK(chosen_option(gate, "skip-turn") == "skip-turn");
  CHECK(chosen_option(gate, "next") == "next");
  CHECK(chosen_option(gate, "stop") == "stop");
  CHECK(chosen_option(gate, "Continue!") == "continue");
  CHECK(chosen_option(gate, "skip r") == "next");
  CHECK(!chosen_option(gate, "skip"));
  CHECK(!chosen_option(gate, "5"));
  CHECK(!chosen_option(gate, " "));
  CHECK(!chosen_option(gate, "whatever"));
}

}  // namespace
}  // namespace fm::cli
