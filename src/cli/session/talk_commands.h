// What a conversation's session answers itself, without the room and without a model: /help,
// /status, /brief, /log and /quit. Whatever else begins with a slash is said (C-13, C-47).
//
// Pure; made from the story that the session watches.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "cli/view/story.h"
#include "cli/view/view.h"

namespace fm::cli {

struct OwnCommand {
  std::string name;  // "/log"
  std::string rest;  // what stands behind it
};

// Nothing when the line is none of them.
std::optional<OwnCommand> read_own_command(std::string_view line);

// What the command shows; /quit shows nothing. The layout keeps no reference to the story.
Layout command_lines(const OwnCommand& command, const Story& story);

// All commands that there are, those that are said included, for completion.
struct TalkCommand {
  std::string_view name;
  std::string_view parameter;
  std::string_view does;
  enum class Whose { kSession, kRoom } whose;
};
inline constexpr std::array kTalkCommands = std::to_array<TalkCommand>({
    {"/help", "", "shows this", TalkCommand::Whose::kSession},
    {"/status", "", "where the project stands and what it waits for", TalkCommand::Whose::kSession},
    {"/brief", "[N]", "the brief, or its revision N", TalkCommand::Whose::kSession},
    {"/log", "[N]", "the last messages: 20, or N", TalkCommand::Whose::kSession},
    {"/quit", "", "leaves; so does Ctrl-D. All is kept", TalkCommand::Whose::kSession},
    {"/new", "GOAL", "begins another project in this room", TalkCommand::Whose::kRoom},
    {"/switch", "PROJECT", "turns to another project of this room", TalkCommand::Whose::kRoom},
    {"/resume", "", "takes up what rests or failed", TalkCommand::Whose::kRoom},
    {"/brief", "TEXT", "your own brief: the last one's Markdown, edited",
     TalkCommand::Whose::kRoom},
    {"/go", "", "starts: the brief is written, and you approve it", TalkCommand::Whose::kRoom},
    {"/vote", "", "each agent votes on what was proposed", TalkCommand::Whose::kRoom},
    {"/ideate", "TOPIC", "the team collects and scores ideas", TalkCommand::Whose::kRoom},
    {"/room", "", "the project goes on in a room of its own", TalkCommand::Whose::kRoom},
    {"/cancel", "", "gives the project up; it can be taken up again", TalkCommand::Whose::kRoom},
});

}  // namespace fm::cli
