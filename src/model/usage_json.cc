#include "model/usage_json.h"

#include "base/json_fields.h"

namespace fm {

template <>
inline constexpr auto kJsonFields<Usage> = json_fields<Usage>(
    always("input", &Usage::input), always("cached", &Usage::cached),
    always("output", &Usage::output), always("reasoning", &Usage::reasoning),
    if_unusual("cache_write", &Usage::cache_write), if_unusual("beside", &Usage::beside));

JsonObject to_json(const Usage& usage) { return fields_to_json(usage); }

Usage usage_at(ObjectRef object) {
  const Json* usage = find_at(object, "usage");
  return usage == nullptr ? Usage() : fields_from_json<Usage>(*usage);
}

}  // namespace fm
