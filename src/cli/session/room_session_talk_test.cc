// The session of a conversation: it goes on until the person leaves.
#include <doctest/doctest.h>

#include <deque>

#include "cli/context/report_error.h"
#include "test/support/session_world.h"

namespace fm::cli {
namespace {

// Lines of a pipe, and how many of them were asked for.
class FewLines final : public LineSource {
 public:
  explicit FewLines(std::deque<std::string> lines) : lines_(std::move(lines)) {}
  void want(Got got) override {
    ++wanted;
    if (lines_.empty()) return got(std::nullopt);
    std::string line = std::move(lines_.front());
    lines_.pop_front();
    got(std::move(line));
  }
  int wanted = 0;

 private:
  std::deque<std::string> lines_;
};

struct Talk : testing::SessionWorld {
  Talk() : SessionWorld({.interactive = true, .mode = Mode::kConversation}) {}
  explicit Talk(RoomSession::Options options) : SessionWorld(options) {}
  explicit Talk(LineSource& lines)
      : SessionWorld({.interactive = false, .mode = Mode::kConversation, .lines = &lines}) {}

  void open(std::string_view gate,
            JsonArray options = {"Start implementation", "Continue discussion"}) {
    script.tell("gate.opened", JsonObject{{"gate", gate},
                                          {"type", "ready"},
                                          {"question", "Start?"},
                                          {"digest", "d"},
                                          {"options", std::move(options)}});
  }
  void leave_soon() {
    loop->post([this] { session->line("/quit"); });
  }
};

TEST_CASE("a conversation outlives its flow, and rest is no end of it") {
  Talk talk;
  talk.service.on_watch = [&] {
    talk.finish("success");
    talk.happen();
    talk.leave_soon();
  };
  CHECK(talk.run() == kDone);
  CHECK(talk.view.ending->kind == EndKind::kLeft);
  CHECK(talk.view.rests == 2);
}

TEST_CASE("whoever speaks in a paused room is told what is the matter, and waits for a decision") {
  FewLines lines({"hello"});
  Talk talk(lines);
  talk.script.tell("flow.paused",
                   R"({"why":"flow_diverged","detail":"both sides","cure":"--anew"})");
  talk.open("g-1", {"begin anew", "try again", "stop"});
  talk.service.on_say = [&](const std::string&) { talk.happen(); };
  talk.happen();
  CHECK(talk.run(true) == kWaits);
  CHECK(talk.service.said == std::vector<std::string>{"hello"});
  REQUIRE(!talk.view.troubles.empty());
  CHECK(talk.view.troubles.back() == "flow_diverged");
}

TEST_CASE("C-51 what is said by a channel is said with its key") {
  FewLines lines({"hello"});
  Talk talk(RoomSession::Options{.interactive = false,
                                 .mode = Mode::kConversation,
                                 .lines = &lines,
                                 .channel = {"telegram:42"}});
  talk.service.on_say = [&](const std::string&) { talk.happen(); };
  talk.happen();
  talk.run();
  CHECK(talk.service.said == std::vector<std::string>{"hello"});
  REQUIRE(talk.service.callers.size() == 1);
  CHECK(talk.service.callers.front().channel == Channel{"telegram:42"});
}

TEST_CASE("leaving is /quit, Ctrl-D, or Ctrl-C twice; nothing of it is said") {
  for (const auto& [leave, status] :
       {std::pair<std::function<void(RoomSession&)>, int>{
            [](RoomSession& session) { session.line(" /QUIT "); }, kDone},
        {[](RoomSession& session) { session.finished_typing(); }, kDone},
        {[](RoomSession& session) {
           session.pressed_interrupt();
           session.pressed_interrupt();
         },
         kInterrupted}}) {
    Talk talk;
    talk.service.on_watch = [&] { leave(*talk.session); };
    CHECK(talk.run() == status);
    CHECK(talk.view.ending->kind == EndKind::kLeft);
    CHECK(talk.service.said.empty());
  }
}

TEST_CASE("C-4 Ctrl-C once stops whoever speaks and asks nothing; what is typed then is said") {
  Talk talk;
  talk.service.on_watch = [&] {
    talk.script.tell("turn.started", R"({"turn":"t-1","agent":"leader","task":"reply"})");
    talk.happen(false);
    talk.loop->post([&] { talk.session->pressed_interrupt(); });
  };
  talk.service.on_interrupt = [&] {
    CHECK(!talk.session->key('c'));
    CHECK(talk.view.shown.empty());
    talk.script.say("leader", "answer", "Half a");
    talk.happen();
    talk.loop->post([&] {
      talk.session->line("c");
      talk.leave_soon();
    });
  };
  CHECK(talk.run() == kDone);
  CHECK(talk.service.interrupts == 1);
  CHECK(talk.service.said == std::vector<std::string>{"c"});
  CHECK(talk.view.questions.empty());
  CHECK(talk.view.shown.starts_with("- Stopped. What was said is kept, and the floor is yours."));
}

TEST_CASE("Ctrl-C while nobody speaks tells how to leave, and interrupts nothing") {
  Talk talk;
  talk.service.on_watch = [&] {
    talk.happen();
    talk.loop->post([&] {
      talk.session->pressed_interrupt();
      talk.leave_soon();
    });
  };
  talk.run();
  CHECK(talk.service.interrupts == 0);
  CHECK(talk.view.shown.starts_with("- Nobody is speaking. Ctrl-C once more leaves"));
}

TEST_CASE("a gate is answered by its number or all its words; everything else is said") {
  Talk talk;
  talk.service.on_watch = [&] {
    talk.open("g-1");
    talk.happen();
    talk.loop->post([&] {
      for (const char* line : {"s", "yes", "start", "3", "1 or 2?", "start implementation?", "1."})
        talk.session->line(line);
      talk.leave_soon();
    });
  };
  talk.run();
  CHECK(talk.service.said ==
        std::vector<std::string>{"s", "yes", "start", "3", "1 or 2?", "start implementation?"});
  CHECK(talk.service.answered == std::vector<std::string>{"g-1 start-implementation"});
}

TEST_CASE("an answer that was begun before the question changed answers nothing") {
  Talk talk;
  talk.service.on_watch = [&] {
    talk.open("g-1");
    talk.happen();
    talk.loop->post([&] {
      talk.session->typing("1");
      talk.script.tell("gate.expired", R"({"gate":"g-1"})");
      talk.open("g-2");
      talk.happen();
      talk.loop->post([&] {
        talk.session->line("1");
        talk.session->typing("");
        CHECK(talk.service.answered.empty());
        talk.session->typing("1");
        talk.session->line("1");
        talk.leave_soon();
      });
    });
  };
  talk.run();
  CHECK(talk.view.troubles == std::vector<std::string>{"gate_changed"});
  CHECK(talk.service.answered == std::vector<std::string>{"g-2 start-implementation"});
}

TEST_CASE("/help, /status, /log and /brief are shown and not said; other commands are said") {
  Talk talk;
  talk.service.on_watch = [&] {
    for (const char* line : {"/help", "/status", "/log", "/brief", "/new a boat", "/cancel", "/x"})
      talk.session->line(line);
    talk.leave_soon();
  };
  talk.run();
  CHECK(talk.service.said == std::vector<std::string>{"/new a boat", "/cancel", "/x"});
  CHECK(talk.view.shown.contains("/switch PROJECT"));
  CHECK(talk.view.shown.contains("There is no brief yet."));
}

TEST_CASE("lines of a pipe are said one after the other, each when the room is at rest") {
  FewLines lines({"hello", "more"});
  Talk talk(lines);
  talk.service.on_say = [&](const std::string&) {
    CHECK(lines.wanted == static_cast<int>(talk.service.said.size()));
    talk.script.say("leader", "answer", "I hear.");
    talk.happen();
  };
  CHECK(talk.run() == kDone);
  CHECK(talk.service.said == std::vector<std::string>{"hello", "more"});
  CHECK(talk.view.ending->kind == EndKind::kOver);
}

TEST_CASE("with nobody there 3 tells that a gate or a question waits, 1 that the flow failed") {
  const auto status = [](const std::function<void(Talk&)>& what) {
    OneText text("hello");
    Talk talk(text);
    talk.service.on_say = [&](const std::string&) {
      what(talk);
      talk.happen();
    };
    return talk.run();
  };
  CHECK(status([](Talk&) {}) == kDone);
  CHECK(status([](Talk& talk) { talk.open("g-1"); }) == kWaits);
  CHECK(status([](Talk& talk) { talk.finish("error"); }) == kFailed);
  CHECK(status([](Talk& talk) {
          talk.script.tell("turn.failed", R"({"turn":"t-1","error":{"message":"Gone."}})");
        }) == kFailed);
  CHECK(status([](Talk& talk) {
          talk.script.in("p-1").tell("project.created", R"({"project":"p-1","goal":"x"})");
          talk.script.in("p-1").tell("phase.changed", R"({"project":"p-1","to":"discovery"})");
          talk.script.in("p-1").tell(
              "question.asked",
              R"({"question":"q-1","agent":"leader","text":"Who?","type":"scope"})");
        }) == kWaits);
}

TEST_CASE("words that are not taken end a piped conversation with 1, and nobody waits for rest") {
  OneText text("hello");
  Talk talk(text);
  talk.service.refuses_words = Error{"store_full", "The disk is full.", "", ""};
  CHECK(talk.run() == kFailed);
  CHECK(talk.view.troubles == std::vector<std::string>{"store_full"});
}

TEST_CASE("an empty pipe ends at once with what the room waits for") {
  FewLines lines({});
  Talk talk(lines);
  talk.open("g-1");
  talk.service.tell(talk.script.events);
  CHECK(talk.run(true) == kWaits);
  CHECK(talk.service.said.empty());
}

TEST_CASE("the newest gate of the project that the person attends to is the one that is asked") {
  Story story;
  testing::RoomScript script;
  script.create("x").start({{"topic", "x"}});
  script.tell("gate.opened", R"({"gate":"g-1","type":"ready","options":["a"]})");
  script.tell("gate.opened", R"({"gate":"g-2","type":"ready","options":["b"]})");
  for (const Event& event : script.events) story.apply(event);
  REQUIRE(story.asked_gate() != nullptr);
  CHECK(story.asked_gate()->gate == "g-2");
  script.tell("gate.expired", R"({"gate":"g-2"})");
  story.apply(script.events.back());
  CHECK(story.asked_gate()->gate == "g-1");
}

}  // namespace
}  // namespace fm::cli
