// Whether a wish is about the code in the room's folder: what is built there is planned, run and
// reviewed (C-20, A-1), and not written down as a file beside it. Pure.
#pragma once

#include <string_view>

#include "team/conversation/conversation_words.h"

namespace fm {

// By its words, an option such as "--month", or the name of a source file.
bool names_code(const ConversationWords& known, std::string_view text);

}  // namespace fm
