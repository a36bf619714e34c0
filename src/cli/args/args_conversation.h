// The part of the command line that is about the conversation: `folkmoot` alone, say, gate,
// project, memory, and the channels of a room (C-50 to C-52, P-80).
//
// args.cc finds the options and fills ConversationOptions with texts as they were written; here
// they become values. Pure.
#pragma once

#include <optional>
#include <string>

#include "cli/args/args.h"
#include "cli/args/args_values.h"

namespace fm::cli {

struct ConversationOptions {
  std::string room, project;
  std::string new_title, team, model;
  std::optional<std::string> channel;  // an empty one is none that was left out
  std::string record, replay;
  std::string lines, compare, reason;
  bool plain = false;
  bool yes = false;
};

// The options of `folkmoot` alone. They mean nothing before a command.
inline constexpr const char* kConversationOptions[] = {"--room",  "--new",    "--team",  "--model",
                                                       "--plain", "--record", "--replay"};

Result<Command> read_conversation(ConversationOptions& said);
Result<Command> read_say(ConversationOptions& said, const Words& words);
Result<Command> read_gate(ConversationOptions& said, const Words& words, const std::string& path);
Result<Command> read_project(ConversationOptions& said, const Words& words,
                             const std::string& path);
Result<Command> read_memory(ConversationOptions& said, const Words& words, const std::string& path);
Result<Command> read_channels(const Words& words, const std::string& path);  // room bind, unbind
Result<Command> read_migration(ConversationOptions& said, const Words& words);

}  // namespace fm::cli
