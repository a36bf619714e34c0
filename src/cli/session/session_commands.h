// What a conversation's session answers itself, without the room and without a model: those of
// team/conversation/slash_commands.h that are the session's in a terminal. Whatever else begins
// with a slash is said (C-13, C-47).
//
// Pure; made from the story that the session watches.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/view/view.h"
#include "cli/view/view_state.h"
#include "team/conversation/slash_commands.h"

namespace fm::cli {

// What "/brief edit" is known by.
inline constexpr std::string_view kEdit = "edit";

// Nothing when the line is none of them. Its name is that of the table, never another word for it.
std::optional<SlashLine> read_own_command(std::string_view line);

// What is said to the room by "/demo NAME"; nothing where that only shows something (P-34).
std::optional<std::string> demo_opening(const SlashLine& command, const ViewState& view_state);

// What /costs shows: by agent, and by model where there are several.
Layout cost_lines(const CostTables& tables);

// What the command shows; /quit shows nothing. The layout keeps no reference to the story.
Layout command_lines(const SlashLine& command, const ViewState& view_state);

}  // namespace fm::cli
