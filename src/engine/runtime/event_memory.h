// About how much memory an event takes while it is kept: what is in memory is bounded by bytes, not
// by how many rooms or lines there are. Pure; any thread.
#pragma once

#include <cstddef>

#include "engine/log/event.h"

namespace fm {

std::size_t memory_of(const Event& event);

}  // namespace fm
