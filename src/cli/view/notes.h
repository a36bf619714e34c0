// The short things a view says between the speeches: warnings, gates, pauses, notes.
//
// Pure functions from values to lines; the words are the same in every view.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/terminal/styled_text.h"
#include "cli/view/view.h"
#include "cli/view/view_state.h"

namespace fm::cli {

// A first line in `ink` with a mark before it, the rest hanging below it.
Lines marked_lines(std::string_view mark, std::string_view text, TextStyle style,
                   std::size_t columns, Charset charset);

// What happened, why, what to do.
Lines error_lines(const Error& error, TextStyle style, std::size_t columns, Charset charset);

// A gate with its options, numbered as they can be answered.
Lines gate_lines(const OpenGate& gate, std::size_t columns, Charset charset);

// The head of a room whose flow starts: topic, room, team, limits, and whether it is a rehearsal.
Lines opening_lines(const ViewState& view_state, std::size_t columns, Charset charset);

// What Started has to say: notices, what goes on, what else is unfinished.
Lines started_lines(const Opening& opening, std::size_t columns, Charset charset);

// Where a discussion stands that goes on from earlier.
Lines recap_lines(const ViewState& view_state, std::size_t columns, Charset charset);

// What a conversation stumbles over and goes on after: a project or a flow that failed or is
// paused.
std::optional<Error> fault_in(const Event& event);

// Why nobody can answer in this room, and what to do about it; nothing while all of it can go on.
std::optional<Error> paused_error(const RoomView& room);

// Of the files that a message names, those that agents are not shown, each with why: a line each.
std::vector<std::string> unseen_files(const Event& event, Charset charset);

// One line for a small event that has no view of its own; nothing for those that say nothing to a
// person. `room` has heard of the event.
std::optional<std::string> small_event(const Event& event, const RoomView& room,
                                       std::string_view me, Charset charset);

}  // namespace fm::cli
