#include "cli/view/room_status.h"

#include <doctest/doctest.h>

#include "cli/session/session_commands.h"
#include "team/room/phase_change.h"
#include "team/room/project_events.h"
#include "test/support/room_script.h"

namespace fm::cli {
namespace {

struct Room {
  testing::RoomScript script{"general"};

  Room() { script.create("general").start({}); }
  Room& project(std::string_view goal) {
    script.tell(project_created(
        {.id = {"p-1"}, .goal = std::string(goal), .agents = {"leader", "coder"}, .message = {}}));
    return *this;
  }
  Room& go(Phase phase) {
    auto events = change_phase(*script.view.projects.current(),
                               {.to = phase, .line_id = "m-line", .why = {}, .agents = {}});
    REQUIRE(events);
    for (const NewEvent& event : *events) script.tell(event);
    return *this;
  }
  Room& ask(std::string_view id, std::string_view agent, std::string_view text) {
    script.say(agent, "question", text);
    script.in("p-1").tell(
        "question.asked",
        JsonObject{{"question", id}, {"agent", agent}, {"text", text}, {"type", "scope"}});
    return *this;
  }
  ViewState view_state() const {
    ViewState view_state;
    view_state.me = "ana";
    for (const Event& event : script.events) view_state.apply(event);
    return view_state;
  }
  std::string welcome(Millis later = Millis(0), std::size_t columns = 80) const {
    const ViewState told = view_state();
    return text(welcome_lines(
        told,
        {.mode = Mode::kConversation, .interactive = true, .now = told.room.updated_at + later},
        columns, Charset::kUtf8));
  }
  std::string command(std::string_view line, std::size_t columns = 80) const {
    const auto command = read_own_command(line);
    REQUIRE(command);
    return text(command_lines(*command, view_state())(columns, Charset::kUtf8));
  }
  static std::string text(const Lines& lines) {
    std::string out;
    for (const Line& line : lines) out += plain(line) + "\n";
    return out;
  }
};

TEST_CASE("whoever comes for the first time is greeted in two sentences") {
  CHECK(Room().welcome() ==
        "Welcome.\n"
        "Room general, team ideation. Say what you want to make, find out or decide.\n"
        "/help lists the commands, /quit leaves.\n");
}

TEST_CASE(
    "whoever comes back sees the goal, what is due, the last words and all open "
    "questions in full") {
  Room room;
  room.script.say("ana", "user", "A tool library for our street.");
  room.project("A tool library for our street.").go(Phase::kDiscovery);
  room.ask("q-1", "researcher", "Who may borrow:\n\n- this street\n- anybody");
  room.ask("q-2", "coder", "Is there a machine that runs day and night?");
  room.script.say("coder", "reply", "A small box would do.\n\nOr a rented place.");
  CHECK(room.welcome(Millis(3 * 3'600'000)) ==
        "Welcome back after 3 hours.\n"
        "Room general, team ideation.\n"
        "A tool library for our street.\n"
        "[questions] > brief > work > review\n"
        "Your turn: 2 questions.\n"
        "\n"
        "> You: A tool library for our street.\n"
        "◧ Coder: A small box would do. ...\n"
        "\n"
        "◉ Researcher asks\n"
        "? 1. Who may borrow:\n"
        "\n"
        "  - this street\n"
        "  - anybody\n"
        "\n"
        "◧ Coder asks\n"
        "? 2. Is there a machine that runs day and night?\n");
}

TEST_CASE("coming back never fills the screen with what was said: a long message is one line") {
  Room room;
  for (int i = 0; i < 30; ++i) room.script.say("leader", "answer", std::string(4000, 'x'));
  const std::string welcome = room.welcome(Millis(50 * 3'600'000), 60);
  CHECK(welcome.starts_with("Welcome back after 2 days."));
  CHECK(std::ranges::count(welcome, '\n') == 7);
  for (const std::string_view line : split_lines(welcome)) CHECK(width(line) <= 60);
}

TEST_CASE("/status tells phase, questions, other projects and the cost") {
  Room room;
  room.project("A boat.").go(Phase::kDiscovery).ask("q-1", "coder", "How long?");
  CHECK(room.command("/status") ==
        "A boat.\n"
        "[questions] > brief > work > review\n"
        "Your turn: 1 question.\n"
        "Team       Leader, Coder\n"
        "Questions  1 asked: 1 open\n"
        "Used       0 tokens\n"
        "Room       general, team ideation\n");
  CHECK(Room().command("/status").starts_with("No project yet: say what you want"));
}

TEST_CASE("/log shows the last messages in full, without the lines of the program") {
  Room room;
  CHECK(room.command("/log") == "- Nothing was said yet.\n");
  room.script.say("ana", "user", "One.").say("leader", "answer", "Two.");
  room.script.say("system", "system", "Discovery begins.");
  CHECK(room.command("/log 1") == "✦ Leader\n  Two.\n");
  CHECK(room.command("/log") == "> You\n  One.\n\n✦ Leader\n  Two.\n");
  CHECK(room.command("/log x") == "- How many? Such as: /log 50\n");
}

TEST_CASE("/brief shows the newest brief, or the revision that was named") {
  Room room;
  CHECK(room.command("/brief").contains("There is no brief yet."));
  room.project("A boat.").go(Phase::kDiscovery);
  for (int revision : {1, 2}) {
    Brief brief;
    brief.title = "Boat " + std::to_string(revision);
    brief.goal = "Float.";
    room.script.tell(
        brief_proposed({"p-1"}, {.brief = brief, .revision = revision, .message = {}}));
  }
  CHECK(room.command("/brief").starts_with("Revision 2 of 2, "));
  CHECK(room.command("/brief 1").contains("Boat 1"));
  CHECK(room.command("/brief 7").contains("There is no such revision. The newest is 2."));
}

TEST_CASE("/help fits eighty columns and names every command") {
  const std::string help = Room().command("/help", 79);
  for (const std::string_view line : split_lines(help)) CHECK(width(line) <= 79);
  for (const SlashCommand& command : slash_commands())
    if (command.same_as.empty()) CHECK(help.contains(usage_of(command)));
  CHECK(!help.contains("..."));
}

TEST_CASE("only the session's own commands are kept from the room") {
  CHECK(read_own_command(" /Log  5 ")->rest == "5");
  CHECK(read_own_command("/exit")->name == "quit");
  for (const char* line : {"/new x", "/brief # Boat", "/logs", "log", "see /log", "/", "//help"})
    CHECK(!read_own_command(line));
}

}  // namespace
}  // namespace fm::cli
