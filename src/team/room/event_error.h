// The error that an event tells of, for whoever shows it.
#pragma once

#include <optional>

#include "base/result.h"
#include "engine/log/event.h"

namespace fm {

std::optional<Error> error_of(const Event& event);  // of the body's "error"; nothing when absent

}  // namespace fm
