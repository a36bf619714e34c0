#include "team/room/event_error.h"

#include "base/json.h"
#include "engine/log/event_body.h"

namespace fm {

std::optional<Error> error_of(const Event& event) { return body::error(event); }

bool is_no_news(const Event& event) {
  return bool_at(event.body, "held") || bool_at(event.body, "missed");
}

}  // namespace fm
