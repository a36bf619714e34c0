#include "team/room/event_error.h"

#include "engine/log/event_body.h"

namespace fm {

std::optional<Error> error_of(const Event& event) { return body::error(event); }

}  // namespace fm
