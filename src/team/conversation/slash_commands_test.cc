// One table of commands: what each door makes of it.
#include "team/conversation/slash_commands.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace fm {
namespace {

TEST_CASE("C-13 the room names in its help what every door can say") {
  CHECK(room_help() ==
        "Commands here: /status, /answers, /new GOAL, /build WISH, /switch PROJECT, /go, /vote, "
        "/ideate, "
        "/thorough, /enough, /pause, /resume, /room, /cancel. Or say it in your own words.");
}

TEST_CASE("C-13 what the terminal alone answers is no command of the room") {
  for (const char* name : {"help", "status", "brief", "cancel", "reset", "room"})
    CHECK_MESSAGE(is_room_command(name), name);
  for (const char* name :
       {"log", "quit", "exit", "projects", "agents", "model", "costs", "frobnicate", ""})
    CHECK_MESSAGE(!is_room_command(name), name);
}

TEST_CASE("C-13 during work one can stop it or ask about it, and nothing else begins") {
  for (const char* name : {"new", "switch", "go", "vote", "ideate", "enough", "resume", "brief"})
    CHECK_MESSAGE(waits_for_work(name), name);
  for (const char* name : {"pause", "cancel", "reset", "status", "help", "room"})
    CHECK_MESSAGE(!waits_for_work(name), name);
}

TEST_CASE("a name stands twice only where its argument decides whose it is") {
  for (const SlashCommand& one : slash_commands()) {
    CAPTURE(one.name);
    CHECK((one.does.empty() == !one.same_as.empty()));
    for (const SlashCommand& other : slash_commands())
      if (&one != &other && one.name == other.name) {
        CHECK(one.argument != other.argument);
        CHECK(one.in_terminal != other.in_terminal);
      }
    if (!one.same_as.empty()) {
      const auto meant = std::ranges::find(slash_commands(), one.same_as, &SlashCommand::name);
      REQUIRE(meant != slash_commands().end());
      CHECK(meant->in_terminal == one.in_terminal);
      CHECK(meant->in_work == one.in_work);
    }
  }
}

TEST_CASE("C-47 a line is a command by its first word") {
  const auto read = [](std::string_view line) {
    const auto slash = read_slash_line(line);
    return slash ? slash->name + "|" + slash->rest : "none";
  };
  CHECK(read("/new a shop") == "new|a shop");
  CHECK(read("  /New\ta shop \n") == "new|a shop");
  CHECK(read("/project switch p-1a2b") == "switch|p-1a2b");
  CHECK(read("/project") == "project|");
  CHECK(read("/frobnicate") == "frobnicate|");
  CHECK(read("/usr/lib is full") == "none");
  CHECK(read("/ new") == "none");
  CHECK(read("//new") == "none");
  CHECK(read("new a shop") == "none");
}

}  // namespace
}  // namespace fm
