// The error that an event tells of, for whoever shows it.
#pragma once

#include <optional>

#include "base/result.h"
#include "engine/log/event.h"

namespace fm {

std::optional<Error> error_of(const Event& event);  // of the body's "error"; nothing when absent

// Of a turn.failed: nobody has to be told, since what holds it is told by itself ("held"), or since
// it goes on without that answer ("missed").
bool is_no_news(const Event& event);

}  // namespace fm
