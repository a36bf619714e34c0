// The session of a conversation: it goes on until the person leaves.
#include <doctest/doctest.h>

#include <deque>
#include <filesystem>

#include "cli/context/report_error.h"
#include "test/support/scratch_folder.h"
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

struct TestConversation : testing::SessionWorld {
  TestConversation() : SessionWorld({.interactive = true, .mode = Mode::kConversation}) {}
  explicit TestConversation(RoomSession::Options options) : SessionWorld(options) {}
  explicit TestConversation(LineSource& lines)
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
  TestConversation conversation;
  conversation.service.on_watch = [&] {
    conversation.finish("success");
    conversation.happen();
    conversation.leave_soon();
  };
  CHECK(conversation.run() == kDone);
  CHECK(conversation.view.ending->kind == EndKind::kLeft);
  CHECK(conversation.view.rests == 2);
}

TEST_CASE("whoever speaks in a paused room is told what is the matter, and waits for a decision") {
  FewLines lines({"hello"});
  TestConversation conversation(lines);
  conversation.script.tell("flow.paused",
                           R"({"why":"flow_diverged","detail":"both sides","cure":"--anew"})");
  conversation.open("g-1", {"begin anew", "try again", "stop"});
  conversation.service.on_say = [&](const std::string&) { conversation.happen(); };
  conversation.happen();
  CHECK(conversation.run(true) == kWaits);
  CHECK(conversation.service.said == std::vector<std::string>{"hello"});
  REQUIRE(!conversation.view.troubles.empty());
  CHECK(conversation.view.troubles.back() == "flow_diverged");
}

TEST_CASE("C-51 what is said by a channel is said with its key") {
  FewLines lines({"hello"});
  TestConversation conversation(RoomSession::Options{.interactive = false,
                                                     .mode = Mode::kConversation,
                                                     .lines = &lines,
                                                     .channel = {"telegram:42"}});
  conversation.service.on_say = [&](const std::string&) { conversation.happen(); };
  conversation.happen();
  conversation.run();
  CHECK(conversation.service.said == std::vector<std::string>{"hello"});
  REQUIRE(conversation.service.callers.size() == 1);
  CHECK(conversation.service.callers.front().channel == Channel{"telegram:42"});
}

TEST_CASE("P-34 what a demonstration begins with is said for the person, once") {
  TestConversation conversation(RoomSession::Options{
      .interactive = true, .mode = Mode::kConversation, .first = "Build a booking page"});
  conversation.service.on_say = [&](const std::string&) {
    conversation.happen();
    conversation.leave_soon();
  };
  CHECK(conversation.run() == kDone);
  CHECK(conversation.service.said == std::vector<std::string>{"Build a booking page"});
}

// A person edits the brief of a project, in an editor that saves `saved` after `meanwhile`.
struct TestEditing : TestConversation {
  TestEditing() {
    script.tell("project.created",
                R"({"project":"p-1","intent":"build","goal":"A shop","message":"m-1"})");
    script.in("p-1").tell("phase.changed", R"({"from":"idle","to":"approval"})");
    propose(1);
    file.write("brief.md", "saved");
    session->edit_with([this](const std::string&, const ExternalEditor::Done& done) {
      opened = true;
      if (meanwhile) meanwhile();
      loop->post([this, done] {
        done(EditedText{saved, path()});
        leave_soon();
      });
    });
    service.on_watch = [this] {
      happen();
      loop->post([this] {
        session->line("/brief edit");
        if (!opened) leave_soon();
      });
    };
  }
  void propose(int revision) {
    script.in("p-1").tell(
        "brief.proposed",
        JsonObject{{"brief", {{"title", "Shop"}, {"goal", "g"}}}, {"revision", revision}});
  }
  std::string path() const { return (file.path() / "brief.md").string(); }
  bool is_kept() const { return std::filesystem::exists(path()); }

  fm::ScratchFolder file;
  std::string saved = "# Project Brief: Better shop";
  bool opened = false;
  std::function<void()> meanwhile;
};

TEST_CASE("C-41 an edited brief is said, and its file goes once it was taken") {
  TestEditing editing;
  editing.run();
  CHECK(editing.service.said == std::vector<std::string>{"/brief # Project Brief: Better shop"});
  CHECK_FALSE(editing.is_kept());
}

TEST_CASE(
    "C-41 a brief that came while another was edited is not overwritten, and no text is lost") {
  TestEditing editing;
  editing.meanwhile = [&] {
    editing.propose(2);
    editing.happen();
  };
  editing.run();
  CHECK(editing.opened);
  CHECK(editing.service.said.empty());
  CHECK(editing.view.troubles == std::vector<std::string>{"brief_changed"});
  CHECK(editing.is_kept());
}

TEST_CASE("C-41 an edited brief that is refused stays in its file, which is named") {
  TestEditing editing;
  editing.service.refuses_words = Error{"message_too_long", "Too long.", "", ""};
  editing.run();
  CHECK(editing.view.shown.contains("Your text is in"));
  CHECK(editing.is_kept());
}

// The same of the plan on its card. Each time the editor is opened it saves the next of `saves`.
struct TestPlanEditing : TestConversation {
  TestPlanEditing() {
    script.tell("flow.started", R"({"name":"chat","args":{"leader":"leader","models":)"
                                R"({"leader":"a:b","builder":"a:b","reviewer":"a:b",)"
                                R"("auditor":"a:b"}}})");
    script.tell("project.created",
                R"({"project":"p-1","intent":"build","goal":"A shop","message":"m-1"})");
    script.in("p-1").tell("phase.changed", R"({"from":"idle","to":"approval"})");
    script.in("p-1").tell("brief.proposed",
                          R"({"brief":{"title":"Shop","goal":"g"},"revision":1})");
    propose(1);
    session->edit_with([this](const std::string& text, const ExternalEditor::Done& done) {
      opened.push_back(text);
      if (meanwhile) meanwhile();
      loop->post([this, done] {
        const std::string name = "plan-" + std::to_string(opened.size()) + ".yaml";
        file.write(name, "saved");
        done(EditedText{saves.at(opened.size() - 1), (file.path() / name).string()});
        if (opened.size() < saves.size())
          loop->post([this] { session->line("/plan edit"); });
        else
          leave_soon();
      });
    });
    service.on_watch = [this] {
      happen();
      loop->post([this] { session->line("/plan edit"); });
    };
  }
  static std::string plan(const std::string& objective, const std::string& reviewer) {
    return R"({"title":"Shop","tasks":[{"id":"1","objective":")" + objective +
           R"(","stages":[{"stageName":"IMPLEMENTATION","agents":["builder"]},)" +
           R"({"stageName":"CODE_REVIEW","agents":[")" + reviewer + R"(","auditor"]},)" +
           R"({"stageName":"SYNTHESIZE","agents":["leader"]}]}]})";
  }
  void propose(int revision) {
    auto map = parse_json(
        R"({"title":"Shop","tasks":[{"id":"1","objective":"A page","stages":[)"
        R"({"stageName":"IMPLEMENTATION","agents":[{"agent":"builder"}]},)"
        R"({"stageName":"CODE_REVIEW","agents":[{"agent":"reviewer"},{"agent":"auditor"}]},)"
        R"({"stageName":"SYNTHESIZE","agents":[{"agent":"leader"}]}]}]})");
    REQUIRE(map.has_value());
    script.in("p-1").tell("plan.proposed",
                          JsonObject{{"plan", std::move(*map)}, {"revision", revision}});
  }
  bool is_kept(int number) const {
    return std::filesystem::exists(file.path() / ("plan-" + std::to_string(number) + ".yaml"));
  }

  fm::ScratchFolder file;
  std::vector<std::string> opened;  // the texts
  std::vector<std::string> saves;
  std::function<void()> meanwhile;
};

TEST_CASE("A-3 the plan is opened in the editor, and what was changed is said") {
  TestPlanEditing editing;
  editing.saves = {TestPlanEditing::plan("A page and a map", "reviewer")};
  editing.run();
  REQUIRE(editing.opened.size() == 1);
  CHECK(editing.opened[0].contains("objective: \"A page\""));
  CHECK(editing.service.said ==
        std::vector<std::string>{"/plan " + TestPlanEditing::plan("A page and a map", "reviewer")});
  CHECK_FALSE(editing.is_kept(1));
}

TEST_CASE("A-3 a plan that breaks a rule is not sent, and its text is opened again") {
  TestPlanEditing editing;
  const std::string wrong = TestPlanEditing::plan("A page and a map", "builder");
  editing.saves = {wrong, TestPlanEditing::plan("A page and a map", "reviewer")};
  editing.run();
  CHECK(editing.view.troubles == std::vector<std::string>{"plan_invalid"});
  REQUIRE(editing.opened.size() == 2);
  CHECK(editing.opened[1] == wrong);
  CHECK(editing.service.said.size() == 1);
  CHECK_FALSE(editing.is_kept(1));
}

TEST_CASE("A-3 a plan that came while another was edited is not overwritten, and no text is lost") {
  TestPlanEditing editing;
  editing.saves = {TestPlanEditing::plan("A page and a map", "reviewer")};
  editing.meanwhile = [&] {
    editing.propose(2);
    editing.happen();
  };
  editing.run();
  CHECK(editing.service.said.empty());
  CHECK(editing.view.troubles == std::vector<std::string>{"plan_changed"});
  CHECK(editing.is_kept(1));
}

TEST_CASE("A-3 a plan that was saved as it was sends nothing") {
  TestPlanEditing editing;
  editing.saves = {TestPlanEditing::plan("A page", "reviewer")};
  editing.run();
  CHECK(editing.service.said.empty());
  CHECK(editing.view.shown.contains("The plan is unchanged"));
}

TEST_CASE("S-13 a yes in advance is given once to each kind of question, and not again") {
  FewLines lines({});
  TestConversation conversation(RoomSession::Options{.interactive = false,
                                                     .mode = Mode::kConversation,
                                                     .lines = &lines,
                                                     .first = "/build a shop",
                                                     .yes = YesTo::kPlanAndResult});
  const auto ask = [&](const char* gate) {
    conversation.script.tell("gate.opened",
                             JsonObject{{"gate", gate},
                                        {"type", "approval"},
                                        {"question", "Build this?"},
                                        {"digest", "d"},
                                        {"options", JsonArray{"Build it", "Cancel"}},
                                        {"option_ids", JsonArray{"build", "cancel"}}});
    conversation.happen();
    conversation.service.become_idle();
  };
  conversation.service.on_say = [&](const std::string&) { ask("g-1"); };
  conversation.service.on_answer = [&](const std::string& answered) {
    conversation.script.tell("gate.answered",
                             JsonObject{{"gate", answered.substr(0, 3)}, {"answer", "build"}});
    ask("g-2");
  };
  CHECK(conversation.run() == kWaits);
  CHECK(conversation.service.answered == std::vector<std::string>{"g-1 build"});
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
    TestConversation conversation;
    conversation.service.on_watch = [&] { leave(*conversation.session); };
    CHECK(conversation.run() == status);
    CHECK(conversation.view.ending->kind == EndKind::kLeft);
    CHECK(conversation.service.said.empty());
  }
}

TEST_CASE("C-4 Ctrl-C once stops whoever speaks and asks nothing; what is typed then is said") {
  TestConversation conversation;
  conversation.service.on_watch = [&] {
    conversation.script.tell("turn.started", R"({"turn":"t-1","agent":"leader","task":"reply"})");
    conversation.happen(false);
    conversation.loop->post([&] { conversation.session->pressed_interrupt(); });
  };
  conversation.service.on_interrupt = [&] {
    CHECK(!conversation.session->key('c'));
    CHECK(conversation.view.shown.empty());
    conversation.script.say("leader", "answer", "Half a");
    conversation.happen();
    conversation.loop->post([&] {
      conversation.session->line("c");
      conversation.leave_soon();
    });
  };
  CHECK(conversation.run() == kDone);
  CHECK(conversation.service.interrupts == 1);
  CHECK(conversation.service.said == std::vector<std::string>{"c"});
  CHECK(conversation.view.questions.empty());
  CHECK(conversation.view.shown.starts_with("- Stopped. What was said is kept. Your turn."));
}

TEST_CASE("Ctrl-C while nobody speaks tells how to leave, and interrupts nothing") {
  TestConversation conversation;
  conversation.service.on_watch = [&] {
    conversation.happen();
    conversation.loop->post([&] {
      conversation.session->pressed_interrupt();
      conversation.leave_soon();
    });
  };
  conversation.run();
  CHECK(conversation.service.interrupts == 0);
  CHECK(conversation.view.shown.starts_with("- Nobody is speaking. Ctrl-C again leaves"));
}

TEST_CASE(
    "C-4 at rest a second Ctrl-C leaves, however long after the first, unless something is typed") {
  for (const bool types : {false, true}) {
    TestConversation conversation;
    std::unique_ptr<Timer> later;
    conversation.service.on_watch = [&] {
      conversation.happen();
      conversation.loop->post([&] {
        conversation.session->pressed_interrupt();
        if (types) conversation.session->line("hello");
        later = conversation.loop->after(std::chrono::seconds(9), [&] {
          conversation.session->pressed_interrupt();
          if (types) conversation.leave_soon();
        });
      });
    };
    CHECK(conversation.run() == (types ? kDone : kInterrupted));
  }
}

TEST_CASE("a gate is answered by its number or all its words; everything else is said") {
  TestConversation conversation;
  conversation.service.on_watch = [&] {
    conversation.open("g-1");
    conversation.happen();
    conversation.loop->post([&] {
      for (const char* line : {"s", "yes", "start", "3", "1 or 2?", "start implementation?", "1."})
        conversation.session->line(line);
      conversation.leave_soon();
    });
  };
  conversation.run();
  CHECK(conversation.service.said ==
        std::vector<std::string>{"s", "yes", "start", "3", "1 or 2?", "start implementation?"});
  CHECK(conversation.service.answered == std::vector<std::string>{"g-1 start-implementation"});
}

TEST_CASE("an answer that was begun before the question changed answers nothing") {
  TestConversation conversation;
  conversation.service.on_watch = [&] {
    conversation.open("g-1");
    conversation.happen();
    conversation.loop->post([&] {
      conversation.session->typing("1");
      conversation.script.tell("gate.expired", R"({"gate":"g-1"})");
      conversation.open("g-2");
      conversation.happen();
      conversation.loop->post([&] {
        conversation.session->line("1");
        conversation.session->typing("");
        CHECK(conversation.service.answered.empty());
        conversation.session->typing("1");
        conversation.session->line("1");
        conversation.leave_soon();
      });
    });
  };
  conversation.run();
  CHECK(conversation.view.troubles == std::vector<std::string>{"gate_changed"});
  CHECK(conversation.service.answered == std::vector<std::string>{"g-2 start-implementation"});
}

TEST_CASE(
    "C-13 what the session knows is shown and not said, other commands are said, unknown ones "
    "neither") {
  TestConversation conversation;
  conversation.service.on_watch = [&] {
    for (const char* line : {"/help", "/status", "/log", "/brief", "/projects", "/agents", "/model",
                             "/answers", "/costs", "/new a boat", "/cancel", "/x"})
      conversation.session->line(line);
    conversation.leave_soon();
  };
  conversation.run();
  CHECK(conversation.service.said == std::vector<std::string>{"/new a boat", "/cancel"});
  CHECK(conversation.view.troubles == std::vector<std::string>{"command_unknown"});
  CHECK(conversation.view.shown.contains("/switch PROJECT"));
  for (const char* shown : {"There is no brief yet.", "No project yet", "Team ", "To change it:",
                            "Nobody has asked you anything yet.", "no model was asked"})
    CHECK_MESSAGE(conversation.view.shown.contains(shown), shown);
}

TEST_CASE("lines of a pipe are said one after the other, each when the room is at rest") {
  FewLines lines({"hello", "more"});
  TestConversation conversation(lines);
  conversation.service.on_say = [&](const std::string&) {
    CHECK(lines.wanted == static_cast<int>(conversation.service.said.size()));
    conversation.script.say("leader", "answer", "I hear.");
    conversation.happen();
  };
  CHECK(conversation.run() == kDone);
  CHECK(conversation.service.said == std::vector<std::string>{"hello", "more"});
  CHECK(conversation.view.ending->kind == EndKind::kOver);
}

TEST_CASE("with nobody there 3 tells that a gate or a question waits, 1 that the flow failed") {
  const auto status = [](const std::function<void(TestConversation&)>& what) {
    OneText text("hello");
    TestConversation conversation(text);
    conversation.service.on_say = [&](const std::string&) {
      what(conversation);
      conversation.happen();
    };
    return conversation.run();
  };
  CHECK(status([](TestConversation&) {}) == kDone);
  CHECK(status([](TestConversation& conversation) { conversation.open("g-1"); }) == kWaits);
  CHECK(status([](TestConversation& conversation) { conversation.finish("error"); }) == kFailed);
  CHECK(status([](TestConversation& conversation) {
          conversation.script.tell("turn.failed", R"({"turn":"t-1","error":{"message":"Gone."}})");
        }) == kFailed);
  CHECK(status([](TestConversation& conversation) {
          conversation.script.in("p-1").tell("project.created", R"({"project":"p-1","goal":"x"})");
          conversation.script.in("p-1").tell("phase.changed",
                                             R"({"project":"p-1","to":"discovery"})");
          conversation.script.in("p-1").tell(
              "question.asked",
              R"({"question":"q-1","agent":"leader","text":"Who?","type":"scope"})");
        }) == kWaits);
}

TEST_CASE("words that are not taken end a piped conversation with 1, and nobody waits for rest") {
  OneText text("hello");
  TestConversation conversation(text);
  conversation.service.refuses_words = Error{"store_full", "The disk is full.", "", ""};
  CHECK(conversation.run() == kFailed);
  CHECK(conversation.view.troubles == std::vector<std::string>{"store_full"});
}

TEST_CASE("an empty pipe ends at once with what the room waits for") {
  FewLines lines({});
  TestConversation conversation(lines);
  conversation.open("g-1");
  conversation.service.tell(conversation.script.events);
  CHECK(conversation.run(true) == kWaits);
  CHECK(conversation.service.said.empty());
}

TEST_CASE("the newest gate of the project that the person attends to is the one that is asked") {
  ViewState view_state;
  testing::RoomScript script;
  script.create("x").start({{"topic", "x"}});
  script.tell("gate.opened", R"({"gate":"g-1","type":"ready","options":["a"]})");
  script.tell("gate.opened", R"({"gate":"g-2","type":"ready","options":["b"]})");
  for (const Event& event : script.events) view_state.apply(event);
  REQUIRE(view_state.asked_gate() != nullptr);
  CHECK(view_state.asked_gate()->gate == "g-2");
  script.tell("gate.expired", R"({"gate":"g-2"})");
  view_state.apply(script.events.back());
  CHECK(view_state.asked_gate()->gate == "g-1");
}

}  // namespace
}  // namespace fm::cli
