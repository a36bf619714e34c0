// Saying something in a room (C-4): a person's words become an input of the room.
//
// Words are made ready before they are given to the engine: cleaned, held to the channel that they
// came by, and read for whether they stop what is under way. What is long is read in the pool.
#pragma once

#include <string_view>

#include "app/commands/command_parts.h"

namespace fm {

struct ReadyWords {
  NewEvent event;
  bool stops = false;  // the turns that run now
};

// Errors: message_empty, channel_unbound, project_unknown.
Task<Result<ReadyWords>> prepare_words(const CommandParts& parts, Caller caller, RoomId room,
                                       Said words);

// Whether the channel speaks in the room. Errors: channel_unbound.
Task<Result<void>> may_speak(const CommandParts& parts, Channel channel, RoomId room);

// Whether words give up what is under way.
bool cancels(const Vocabulary& words, std::string_view text);

}  // namespace fm
