// How each agent is told apart: a name for people, a shape and a colour (never colour alone).
//
// The shapes are of one column in every locale: none is among Unicode's ambiguous widths, where
// terminals disagree. The same agent has the same mark in every view and room.
#pragma once

#include <string>
#include <string_view>

#include "cli/terminal/styled_text.h"

namespace fm::cli {

struct Mark {
  std::string name;  // "UI creator"
  std::string_view shape;
  TextStyle style;
};

Mark mark_of(std::string_view agent, Charset charset);

// "product-planner" as "Product planner".
std::string display_name(std::string_view agent);

// "◆ Leader", each part in the agent's ink.
Line name_line(const Mark& mark);

}  // namespace fm::cli
