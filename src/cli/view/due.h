// What is due in a conversation at rest: whose turn it is, and what can be typed (C-4, C-48, P-80).
//
// "Your turn" is said only where the room waits for the person; work that was stopped, failed or
// rests says so, and how it goes on. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/view/view_state.h"

namespace fm::cli {

struct Due {
  std::string what;             // for the status: "Your turn: 3 questions."
  std::string_view hint;        // for the empty line,
  std::string_view short_hint;  // also where it is narrow
  std::string_view how = {};    // a sentence, where there is no such line; may be empty
};

Due due_now(const ViewState& view_state);

// Both in one, for a line of its own: what is due, and how.
std::string due_sentence(const ViewState& view_state);

// The same after a Ctrl-C, which has been told already.
std::string due_after_stop(const ViewState& view_state);

// For the empty line, at most so wide where a shorter one is known.
std::string_view typing_hint(const ViewState& view_state, bool anyone_at_work, std::size_t columns);

}  // namespace fm::cli
