// What a person who resumes a conversation wants tried again.
#pragma once

#include <string>

#include "team/room/room.h"

namespace fm::cli {

// What is said for them: "/resume" where the project failed, which goes on where it stood; else
// their last words, where a turn failed after them and no agent has spoken since. Empty: nothing is
// to be said, since all was heard, or the turn waits for its own question.
std::string words_to_try_again(const RoomView& room);

}  // namespace fm::cli
