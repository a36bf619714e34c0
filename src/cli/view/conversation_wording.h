// How a conversation reads: what the kinds of its messages and the tasks of its turns are called.
//
// A message goes by its kind, a turn that is still speaking by its task; both lead to the same
// words, so that nothing changes when the words become final. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/terminal/styled_text.h"
#include "cli/view/view_state.h"

namespace fm::cli {

// The kind of message that a task leads to ("ask" to "question"); the word itself where it is none
// of the conversation's tasks.
std::string_view kind_of(std::string_view task_or_kind);

// What a message of that kind does, after its author's name: "asks", "objects". Empty: it speaks.
std::string_view manner_of(std::string_view task_or_kind);

// Whether nothing of the turn is said in the room: what it leads to is shown as a document.
bool is_silent(std::string_view task);

// What an agent at work on it does: "writing the brief"; empty for tasks of other ways of working.
std::string_view conversation_activity(std::string_view task);

// The one whose turn is long and silent enough to be told where nothing moves on the screen.
bool is_worth_telling(std::string_view task);

// What a gate asks, and its answers in one row where they fit: "1 Start implementation   2 ...".
Lines question_lines(const OpenGate& gate, std::size_t columns, Charset charset);

// A question of a project that the person does not attend to just now.
std::string asked_elsewhere(const OpenGate& gate, Charset charset);

}  // namespace fm::cli
