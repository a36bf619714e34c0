// What a call used, as the log and cassettes have it: {input, cached, output, reasoning}, and
// cache_write and beside where there are any.
#pragma once

#include "base/json.h"
#include "base/json_fields.h"
#include "model/model.h"

namespace fm {

template <>
inline constexpr auto kJsonFields<Usage> = json_fields<Usage>(
    always("input", &Usage::input), always("cached", &Usage::cached),
    always("output", &Usage::output), always("reasoning", &Usage::reasoning),
    if_unusual("cache_write", &Usage::cache_write), if_unusual("beside", &Usage::beside));

JsonObject to_json(const Usage& usage);

// Of the member "usage" of an event's body or of a reply; nothing used when there is none.
Usage usage_at(ObjectRef object);

}  // namespace fm
