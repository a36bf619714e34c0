// What a message of the person says to the questions that are open, in the room where it was said
// (C-31): answers, a question back, or a note that is about none of them.
//
// Which words answer which question comes from the one understanding of the message
// (understanding.h), by rules or by a model. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "people/language/vocabulary.h"
#include "team/conversation/message_reading.h"

namespace fm {

// What a text is about.
std::vector<std::string> topics_of(const Vocabulary& vocabulary, std::string_view text);

// Fills what a message says to open questions: closed, noted, enough, asks_context, explain; and
// takes from those who are addressed whoever was only given an answer.
void read_replies(const RoutingGround& ground, const RoomView& view, const Project& project,
                  const Message& message, const Understanding& understanding,
                  MessageReading& reading);

// Whether a message, all of which is read, is nothing but a note while questions wait.
bool is_note(const Project& project, const MessageReading& reading);

}  // namespace fm
