// The commands that can be given in a conversation, for all doors: one table, without any I/O
// (C-13, C-47).
//
// A terminal's session answers some of them itself, since it has seen the whole room; whatever else
// begins with a slash is said to the room, and the conversation's flow acts on it. A door without a
// session of its own, such as a chat bridge or a script, says them all. Completion, help and the
// flow read this table and have no list of their own.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fm {

struct SlashCommand {
  enum class By { kNobody, kSession, kRoom };           // who acts on it
  enum class Listed { kNowhere, kInTerminal, kInAll };  // which help names it
  enum class InWork { kHeard, kLater };                 // while agents work on the brief

  std::string_view name;      // without the slash
  std::string_view argument;  // "GOAL"; "[N]" when it can be left out; empty: takes none
  std::string_view does;
  By in_terminal;
  By elsewhere;
  Listed listed;
  InWork in_work = InWork::kHeard;
  std::string_view same_as = {};  // it is another word for that one
};

inline constexpr std::string_view kBuildCommand = "build";  // the short way
inline constexpr std::string_view kPlanCommand = "plan";    // the person's own edit of it

// In the order in which help shows them. A name stands twice where the argument decides whose it
// is: "/brief 2" is the terminal's, "/brief" with a text the room's.
std::span<const SlashCommand> slash_commands();

// Whether the room knows it, and whether it waits until the work is done.
bool is_room_command(std::string_view name);
bool waits_for_work(std::string_view name);

// "/new GOAL", with its slash.
std::string usage_of(const SlashCommand& command);

// The line that the room answers to /help.
std::string room_help();

// A line that is a command: its name in lower case without the slash, and what stands behind it.
// Nothing when it is none: "/usr/lib is full" is said. "/project switch p-1" is "/switch p-1".
struct SlashLine {
  std::string name;
  std::string rest;
};
std::optional<SlashLine> read_slash_line(std::string_view line);

}  // namespace fm
