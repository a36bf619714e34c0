// An idea as it is put forward: its name and all of its text, so that whoever follows the
// discussion knows what is discussed (I-14). Pure.
#pragma once

#include <cstddef>

#include "cli/terminal/styled_text.h"
#include "team/room/room.h"

namespace fm::cli {

//   idea-3  A shed with a key (revised)
//           Everybody on the list has a key.
Lines idea_text(const Idea& idea, std::size_t columns, Charset charset);

// Its description alone, `indent` columns to the right.
Lines idea_description(const Idea& idea, std::size_t indent, std::size_t columns, Charset charset);

}  // namespace fm::cli
