#include "cli/session/command_check.h"

#include <doctest/doctest.h>

#include "team/room/project_events.h"
#include "test/support/room_script.h"

namespace fm::cli {
namespace {

std::string code(std::string_view line, Door door = Door::kSession) {
  const auto checked = check_command(line, door);
  return checked ? "" : checked.error().code;
}

TEST_CASE("C-13 an unknown command is answered with the nearest one, and is said to nobody") {
  const auto wrong = check_command("/statsu", Door::kSession);
  REQUIRE(!wrong);
  CHECK(wrong.error().code == "command_unknown");
  CHECK(wrong.error().message == "There is no command /statsu.");
  CHECK(wrong.error().cure == "Did you mean /status? /help lists all commands.");
  const auto strange = check_command("/frobnicate the boat", Door::kElsewhere);
  REQUIRE(!strange);
  CHECK(
      strange.error().cure.starts_with("There are: /help, /status, /brief, /plan, /answers, /log"));
  CHECK(!strange.error().cure.contains("/exit"));
}

TEST_CASE("C-13 whatever is no command is said") {
  for (const char* line : {"hello", "/usr/lib is full", "//note", "see /nonsense", "/", "1"})
    CHECK_MESSAGE(code(line) == "", line);
}

TEST_CASE("C-13 words behind a command that takes none are not passed over") {
  CHECK(code("/exit please") == "command_alone");
  CHECK(code("/quit now") == "command_alone");
  CHECK(code("/costs today") == "command_alone");
  CHECK(code("/quit ") == "");
  for (const char* line : {"/log 5", "/brief 2", "/brief edit", "/answers 2: new", "/go please"})
    CHECK_MESSAGE(code(line) == "", line);
}

TEST_CASE("C-51 a bridge is told what to run instead of a command that shows something") {
  const auto wrong = check_command("/costs", Door::kElsewhere);
  REQUIRE(!wrong);
  CHECK(wrong.error().code == "command_not_here");
  CHECK(wrong.error().cure == "Run folkmoot costs.");
  for (const char* line : {"/log", "/brief", "/brief 2", "/plan", "/plan edit", "/quit", "/model"})
    CHECK_MESSAGE(code(line, Door::kElsewhere) == "command_not_here", line);
  for (const char* line : {"/status", "/help", "/answers", "/answers 2: new", "/brief # Boat",
                           "/plan tasks: []", "/go", "/new a boat"})
    CHECK_MESSAGE(code(line, Door::kElsewhere) == "", line);
}

TEST_CASE("C-47 /switch takes a project by its title, its id, or how they begin") {
  testing::RoomScript script{"general"};
  script.create("general").start({});
  for (const auto& [id, goal] : {std::pair{"p-1a", "A boat for two.\nIt floats."},
                                 {"p-2b", "A booking page"},
                                 {"p-3c", "Shelves"}})
    script.tell(project_created({.id = {id}, .goal = goal, .agents = {"leader"}, .message = {}}));
  const auto meant = [&](std::string line) {
    const auto found = with_project_id(std::move(line), script.view.projects);
    return found ? *found : found.error().message;
  };
  CHECK(meant("/switch A boat for two.") == "/switch p-1a");
  CHECK(meant("/switch shel") == "/switch p-3c");
  CHECK(meant("/switch p-2") == "/switch p-2b");
  CHECK(meant("/switch p-2b") == "/switch p-2b");
  CHECK(meant("/switch A bo") == "Several projects begin with \"A bo\".");
  CHECK(meant("/switch ?") == "There is no project \"?\" in this room.");
  CHECK(meant("/switch garden") == "There is no project \"garden\" in this room.");
  CHECK(meant("hello") == "hello");
  const auto none = with_project_id("/switch garden", script.view.projects);
  CHECK(none.error().cure.contains("Shelves (p-3c)"));
}

}  // namespace
}  // namespace fm::cli
