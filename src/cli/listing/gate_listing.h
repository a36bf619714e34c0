// The questions that only a person can answer, as a list: what is asked, where, since when, and
// what to type. Pure.
#pragma once

#include <cstddef>

#include "cli/terminal/styled_text.h"
#include "team/room/room.h"

namespace fm::cli {

Lines gate_listing(const RoomView& room, const OpenGate& gate, std::size_t columns,
                   Charset charset);

}  // namespace fm::cli
